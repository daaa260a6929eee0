/*
 * A proxy between a server and its database that a test interrupts, as a network does.
 */

import { createServer, connect as openSocket, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export async function interruptibleProxy(): Promise<{
  to(url: string): string;
  interrupt(): void;
  resume(): void;
}> {
  const sockets = new Set<Socket>();
  let target = '';
  let isInterrupted = false;
  const server = createServer((near) => {
    if (isInterrupted) return void near.destroy();
    const far = openSocket(target);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(into);
      from.on('error', () => into.destroy());
      from.on('close', () => into.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    to: (url) => {
      const through = new URL(url);
      target = `${through.searchParams.get('host')}/.s.PGSQL.5432`;
      through.search = '';
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    interrupt: () => {
      isInterrupted = true;
      for (const socket of sockets) socket.destroy();
    },
    resume: () => {
      isInterrupted = false;
    },
  };
}
