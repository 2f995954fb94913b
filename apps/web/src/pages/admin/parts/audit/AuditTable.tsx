import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { type Column, Table } from '../../../../ui/Table.tsx';
import { DateTime } from '../../../../ui/Values.tsx';
import { Changes } from '../account/Changes.tsx';
import { words } from '../account/history.ts';
import { type AuditLine, auditChanges, auditSubject, auditTitle } from './audit.ts';

type ColumnId = 'event' | 'subject' | 'changes' | 'actor' | 'at' | 'seq';

/** Names break between words; only a word longer than the column breaks inside. */
const NAME = 'wrap-break-word md:min-w-28';

/** So many changes stand open; more are unfolded. */
const OPEN_CHANGES = 3;

export function AuditTable({ lines, busy }: { lines: readonly AuditLine[]; busy: boolean }) {
  return (
    <Table
      caption="Audit log"
      columns={COLUMNS}
      rows={lines}
      rowKey={(line) => String(line.seq)}
      busy={busy}
    />
  );
}

function WhatChanged({ line }: { line: AuditLine }) {
  const changes = auditChanges(line);
  const note = line.note && <p className="text-sm text-ink-2 wrap-anywhere">“{line.note}”</p>;
  if (changes.length === 0 && !note) return null;
  if (changes.length <= OPEN_CHANGES) {
    return (
      <div className="max-w-md wrap-anywhere">
        {changes.length > 0 && <Changes lines={changes} />}
        {note}
      </div>
    );
  }
  return (
    <details className="max-w-md text-sm wrap-anywhere">
      <summary className="link w-fit cursor-pointer">{changes.length} changes</summary>
      <Changes lines={changes} className="mt-1" />
      {note}
    </details>
  );
}

function Subject({ line }: { line: AuditLine }) {
  const { name, to } = auditSubject(line);
  return to === null ? (
    <bdi>{name}</bdi>
  ) : (
    <Link to={to} className="link">
      <bdi>{name}</bdi>
    </Link>
  );
}

const COLUMNS: readonly Column<AuditLine, ColumnId>[] = [
  {
    id: 'event',
    header: 'Event',
    cell: (line) => <span className="font-semibold">{auditTitle(line)}</span>,
  },
  {
    id: 'subject',
    header: 'About',
    className: NAME,
    cell: (line) => <Subject line={line} />,
  },
  { id: 'changes', header: 'Changes', cell: (line) => <WhatChanged line={line} /> },
  {
    id: 'actor',
    header: 'By',
    className: NAME,
    cell: (line) => (
      <>
        {line.actor ? (
          <Link to={paths.adminUser(line.actor._id)} className="link">
            <bdi>{line.actor.name || words(line.by)}</bdi>
          </Link>
        ) : (
          words(line.by)
        )}
        {line.ip && <span className="block font-mono text-xs text-ink-3">{line.ip}</span>}
      </>
    ),
  },
  { id: 'at', header: 'Time', cell: (line) => <DateTime value={line.at} className="whitespace-nowrap" /> },
  {
    id: 'seq',
    header: 'Line',
    align: 'end',
    cell: (line) => (
      <span className="font-mono text-sm text-ink-2" title={line.hash}>
        {line.seq}
        <span className="block text-xs text-ink-3">{line.hash.slice(0, 8)}</span>
      </span>
    ),
  },
];
