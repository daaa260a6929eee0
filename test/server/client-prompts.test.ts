import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { buffer as bufferOf } from 'node:stream/consumers';
import { constants, gunzipSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

/** Hands every request on, and keeps what was in it, unpacked. */
async function recordingProxy(target: string): Promise<{ readonly url: string; readonly sent: string[] }> {
  const sent: string[] = [];
  const proxy = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming;
    const body = await bufferOf(incoming);
    sent.push(`${method} ${url} ${JSON.stringify(headers)}\n${unpacked(body)}`);
    const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.end(body);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, sent };
}

/** A bundle is packed with gzip, and may be a part of the body. */
function unpacked(body: Buffer): string {
  const text = body.toString('latin1');
  const start = body.indexOf(Buffer.from([0x1f, 0x8b, 0x08]));
  if (start === -1) return text;
  const end = text.lastIndexOf('\r\n--');
  const packed = body.subarray(start, end > start ? end : body.length);
  return text + gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}

test('what was asked for when a skill was loaded helps search, and leaves the machine in no request', async () => {
  const world = await server.world();
  const { url, sent } = await recordingProxy(world.url);
  const person = new Person();
  await person.login({ ...world, url });
  await person.run(['create', 'deploy', '--description', 'Ships a service. Use to ship.']);
  const at = (second: number) => new Date(Date.now() - 3_600_000 + second * 1_000).toISOString();
  const lines = [
    { type: 'prompt', id: 'm', text: 'roll the zebra crossing out to everybody' },
    { type: 'load', id: 'l', skill: 'deploy' },
    { type: 'call', id: 'c', tool: 'bash', args: { command: 'ship' }, output: 'done', isError: false },
  ].map((event, number) => JSON.stringify({ session: 's', at: at(number), ...event }));
  mkdirSync(join(person.home, 'sessions'), { recursive: true });
  writeFileSync(join(person.home, 'sessions/all.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(join(person.home, 'config.toml'), '[telemetry]\nshare_effect = true\nshare_use = true\n');
  await person.run(['evidence', 'backfill']);

  expect(readFileSync(join(person.home, 'cache/asked.json'), 'utf8')).toContain('zebra crossing');
  const { results } = await person.document(['search', 'zebra crossing for everybody']);
  expect(results.map(({ name }: { name: string }) => name)).toEqual(['deploy']);

  const folder = join(person.home, 'skills/deploy');
  await person.run(['publish', folder, '--version', '1.0.0']);
  person.put('coppice.toml', `[registry]\nurl = "${url}"\ntenant = "${world.tenant}"\n`);
  await person.run(['add', 'deploy']);
  await person.run(['ensure']);
  await person.run(['evolve', 'effect']);
  await person.coppice(['search', 'deploy', '--registry']);
  const shown = await person.run(['telemetry', 'show', '--json']);
  expect(sent.filter((one) => one.includes('Ships a service')).length).toBeGreaterThan(0);
  expect(sent.length).toBeGreaterThan(4);
  expect([...sent, shown].filter((one) => /zebra/i.test(one))).toEqual([]);

  await person.run(['evidence', 'purge', '--session', 's']);
  expect(readFileSync(join(person.home, 'cache/asked.json'), 'utf8')).not.toContain('zebra');
});
