import { type Kysely, sql, type Transaction } from 'kysely';

/** `columns` are those that an INSERT may name, `identity` the one that counts by itself. */
export type Table = { name: string; columns: string[]; identity: string | null };

/** The tables of the program, without those that keep track of migrations. */
export const listTables = async <S>(db: Kysely<S> | Transaction<S>): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      min(a.attname::text) filter (where a.attidentity <> '') as identity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = current_schema() and c.relkind = 'r' and c.relname not like 'kysely\\_%'
    group by c.relname order by c.relname`.execute(db);
  return rows;
};

/** Foreign keys, so that rows can be put back in any order. */
export const listForeignKeys = async <S>(db: Transaction<S>): Promise<{ table: string; name: string }[]> => {
  const { rows } = await sql<{ table: string; name: string }>`
    select c.relname as table, k.conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and not k.condeferrable and n.nspname = current_schema()`.execute(db);
  return rows;
};
