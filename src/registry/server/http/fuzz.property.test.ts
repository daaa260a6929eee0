import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Route } from '../../api/route.js';
import { routes } from '../../api/routes/routes.js';
import { testApp } from './app.fixture.js';

const { ask } = testApp({ environment: { COPPICE_RATE_READS: '1000000', COPPICE_RATE_WRITES: '1000000' } });
const table = Object.values<Route>(routes);
const everything = 'read+publish+curate+admin';

/** A valid body with some bytes changed, removed or inserted. */
function damaged(good: Uint8Array): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    at: fc.nat(good.length),
    remove: fc.nat(8),
    put: fc.uint8Array({ maxLength: 8 }),
  });
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce<Uint8Array>(
        (bytes, { at, remove, put }) =>
          Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + remove)]),
        good,
      ),
    );
}

const boundary = 'coppice-boundary';
const goodForm = Buffer.from(
  [
    `--${boundary}\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{"slug":"lib","version":"1.0.0"}`,
    `--${boundary}\r\nContent-Disposition: form-data; name="bundle"; filename="b.tgz"\r\nContent-Type: application/gzip\r\n\r\n\u0000\u0001bytes`,
    `--${boundary}--\r\n`,
  ].join('\r\n'),
);
const goodJson = Buffer.from(
  JSON.stringify({
    items: [{ slug: 'lib', range: '^1' }],
    events: [{ skill_id: 'lib', event: 'use' }],
    reason: 'é',
  }),
);

const body = fc.oneof(
  fc.record({ type: fc.constant('application/json'), bytes: damaged(goodJson) }),
  fc.record({ type: fc.constant('application/json'), bytes: fc.json().map((text) => Buffer.from(text)) }),
  fc.record({ type: fc.constant(`multipart/form-data; boundary=${boundary}`), bytes: damaged(goodForm) }),
  fc.record({
    type: fc.oneof(
      fc.constantFrom('multipart/form-data', 'multipart/form-data; boundary=', 'application/json', ''),
      fc.string({ unit: fc.constantFrom(...'abc/;=" ,') }).map((text) => text.trim()),
    ),
    bytes: fc.uint8Array({ maxLength: 200 }),
  }),
);

const sender = fc.record({ route: fc.constantFrom(...table.filter(({ method }) => method !== 'GET')), body });

test('no body makes the server fail, whatever the route', async () => {
  await fc.assert(
    fc.asyncProperty(sender, async ({ route, body: { type, bytes } }) => {
      const answer = await ask(
        addressOf(route, () => 'lib'),
        {
          method: route.method,
          who: route.access === 'session' ? 'session' : everything,
          headers: { 'content-type': type },
          body: bytes,
        },
      );
      expect(answer.status).toBeLessThan(500);
      await answer.arrayBuffer();
    }),
    { numRuns: 1_500 },
  );
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('..', '%00', '%', '../../etc'),
);
const request = fc.record({
  route: fc.constantFrom(...table),
  text: anyText,
  query: fc.dictionary(anyText, anyText),
});

test('no address makes the server fail, whatever the route', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ route, text, query }) => {
      const search = new URLSearchParams(query);
      const path = addressOf(route, () => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')));
      const answer = await ask(`${path}?${search}`, { method: route.method, who: everything });
      expect(answer.status).toBeLessThan(500);
      await answer.arrayBuffer();
    }),
    { numRuns: 1_000 },
  );
});

function addressOf({ path }: Route, fill: () => string): string {
  return path.replace(/\{[^}]+\}/g, fill);
}
