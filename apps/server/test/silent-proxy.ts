import { connect, createServer, type Socket } from 'node:net';

export type SilentProxy = {
  /** The database's URL by way of the proxy. */
  url: string;
  /** From now on nothing is passed on, either way; connections are still accepted, as by a server that hangs. */
  hold(): void;
  /** Passes on what was held back, and all that follows. */
  resume(): void;
  stop(): Promise<void>;
};

/** A TCP proxy on loopback in front of a real PostgreSQL, which can fall silent. */
export const startSilentProxy = async (databaseUrl: string): Promise<SilentProxy> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isHeld = false;
  const take = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('data', (chunk) => other.write(chunk));
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    if (isHeld) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    take(near, far);
    take(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: url.href,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
