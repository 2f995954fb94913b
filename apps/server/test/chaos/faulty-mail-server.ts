import { createServer, type Socket } from 'node:net';

/** What becomes of a mail whose text arrived whole. */
export type Verdict = 'taken' | 'later' | 'refused' | 'cut' | 'silence';
type Heard = { to: string; messageId: string; verdict: Verdict };

/**
 * A mail server on loopback that speaks as little SMTP as it needs (RFC 5321) and does with each text what it is told:
 * take it, answer 451 or 550, cut the connection, or say nothing more.
 */
export const startFaultyMailServer = async (
  judge: (to: string, earlier: number) => Verdict,
  port = 0,
): Promise<{ port: number; heard: readonly Heard[]; stop(): Promise<void> }> => {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let to = '';
    let text: string | null = null;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const endText = (whole: string) => {
      const messageId = /^Message-ID: (.*)$/im.exec(whole)?.[1]?.trim() ?? '';
      const verdict = judge(to, heard.filter((one) => one.messageId === messageId).length);
      heard.push({ to, messageId, verdict });
      if (verdict === 'taken') say('250 2.0.0 taken');
      if (verdict === 'later') say('451 4.7.1 try later');
      if (verdict === 'refused') say('550 5.1.1 no such mailbox');
      if (verdict === 'cut') socket.destroy();
    };
    const take = (line: string) => {
      if (text !== null) {
        if (line !== '.') {
          text += `${line}\n`;
          return;
        }
        endText(text);
        text = null;
        return;
      }
      if (/^DATA$/i.test(line)) {
        text = '';
        say('354 go ahead');
      } else if (/^QUIT$/i.test(line)) socket.end('221 2.0.0 bye\r\n');
      else {
        to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
        say('250 2.0.0 ok');
      }
    };
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 faulty');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    heard,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
