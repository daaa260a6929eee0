import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from './app.fixture.js';
import { readWebFiles, webFile } from './web-files.js';

const html = { accept: 'text/html,application/xhtml+xml' };

test.each([
  ['the start page', '/', {}, 200],
  ['a page, requested by a browser', '/skills/lib', html, 200],
  ['the same, requested by a program', '/skills/lib', { accept: 'application/json' }, 404],
  ['an address of the API, requested by a browser', '/v1/nothing', html, 404],
  ['a file that does not exist', '/assets/app.js', html, 404],
])('without a built catalog, pages are a placeholder: %s', async (_, address, headers, status) => {
  const answer = await testApp().ask(address, { headers });
  expect(answer.status).toBe(status);
  if (status === 200) expect(await answer.text()).toContain('<html');
});

test('pages have a strict policy, and are not sent twice', async () => {
  const { ask } = testApp();
  const first = await ask('/', { headers: html });
  const policy = first.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const again = await ask('/', { headers: { ...html, 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test('the built catalog is served from its folder, and nothing outside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret'), 'secret');
  writeFileSync(join(folder, 'web', 'index.html'), '<html>the catalog</html>');
  writeFileSync(join(folder, 'web', 'assets', 'app-1a2b.js'), 'run()');
  const web = await readWebFiles(join(folder, 'web'));
  const { ask } = testApp(web && { web });
  expect(await (await ask('/skills/lib', { headers: html })).text()).toContain('the catalog');
  const script = await ask('/assets/app-1a2b.js');
  expect([
    await script.text(),
    script.headers.get('content-type'),
    script.headers.get('cache-control'),
  ]).toEqual(['run()', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable']);
  for (const address of ['/../secret', '/%2e%2e/secret', '/assets/..%2f..%2f..%2fsecret', '/assets/']) {
    expect((await ask(address)).status, address).toBe(404);
  }
  expect(await readWebFiles(join(folder, 'nowhere'))).toBeUndefined();
});

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['deflate;q=0.5, gzip;q=0.2', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.0, deflate', null],
  ['identity', null],
])('a browser that accepts %s is sent %s', async (accepted, encoding) => {
  const text = 'run();'.repeat(100);
  const bytes = new TextEncoder().encode(text);
  const web = new Map([['/assets/app.js', webFile('text/javascript', bytes, gzipSync(bytes))]]);
  const { ask } = testApp({ web });
  const answer = await ask('/assets/app.js', { headers: { 'accept-encoding': accepted } });
  const sent = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect((encoding ? gunzipSync(sent) : sent).toString()).toBe(text);
  const known = { 'accept-encoding': accepted, 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await ask('/assets/app.js', { headers: known })).status).toBe(304);
});

test('a file that compression does not make smaller is sent as it is', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(webFile('image/png', bytes, gzipSync(bytes)).gzip).toBeUndefined();
});
