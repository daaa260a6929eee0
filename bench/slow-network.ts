/*
 * A network between a client and a server on the same machine: a process that passes every request on, and holds every answer
 * back for as long as the way would have taken.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface SlowNetwork {
  readonly url: string;
  stop(): Promise<void>;
}

export async function slowNetwork(target: string, roundTripMilliseconds: number): Promise<SlowNetwork> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', passOn, target, String(roundTripMilliseconds)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const passOn = `
  import { Agent, createServer, request } from 'node:http';
  const target = new URL(process.argv[1]);
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const way = { host: target.hostname, port: target.port, method, path, headers, agent };
    asked.pipe(request(way, (given) => setTimeout(() => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    }, Number(process.argv[2]))));
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;
