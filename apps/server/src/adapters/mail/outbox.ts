import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { composeMail } from './compose.ts';
import type { Mailer } from './mailer.ts';
import { type ParsedMail, parseMail } from './parse.ts';

/**
 * Writes each mail as one RFC 5322 file `<time>-<number>-<random>.eml` to `dir`; names sort by time. A file
 * is whole and on disk when `send` resolves.
 */
export function outboxMailer(dir: string): Mailer {
  let number = 0;
  return {
    async send(mail) {
      const bytes = await new MailComposer(composeMail(mail)).compile().build();
      number += 1;
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      const name = `${time}-${String(number).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`;
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeDurably(dir, name, bytes);
    },
    async close() {},
  };
}

export type OutboxMail = ParsedMail & { file: string };

/** The newest `limit` mails of an outbox folder, newest first; a missing folder is an empty one. */
export async function readOutbox(dir: string, limit = 100): Promise<OutboxMail[]> {
  const names = await readdir(dir).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, limit);
  return Promise.all(newest.map(async (file) => ({ file, ...parseMail(await readFile(join(dir, file))) })));
}

async function writeDurably(dir: string, name: string, bytes: Uint8Array): Promise<void> {
  const aside = join(dir, `${name}.part`);
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, join(dir, name));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
