import type { IncomingMessage, RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { httpRemote } from './http-remote.js';
import { inTurn, json, onStage, refusal, who } from './http-stage.fixture.js';

const lib = { kind: 'skill', slug: 'lib' } as const;
const digest = `sha256:${'0'.repeat(64)}`;
const metadata = { ...lib, version: '1.0.0', tags: [], allow_secret: false };

test('a request says for whom it is, by whom, and goes below the path of the registry', async () => {
  let seen: IncomingMessage['headers'] = {};
  const answer: RequestListener = (request, response) => {
    seen = request.headers;
    json(response, 200, who);
  };
  await onStage(
    answer,
    async ({ remote, requests }) => {
      expect(await remote.whoAmI()).toEqual(who);
      expect(requests).toEqual(['GET /below/v1/auth/whoami']);
      expect(seen).toMatchObject({
        'x-coppice-tenant': 'acme',
        authorization: 'Bearer cop_secret',
        'user-agent': `coppice/${manifest.version}`,
      });
    },
    { below: '/below' },
  );
});

test('without a token, none is sent', async () => {
  let sent: string | undefined = 'not asked';
  const answer: RequestListener = (request, response) => {
    sent = request.headers.authorization;
    json(response, 200, who);
  };
  await onStage(answer, async ({ remote }) => void (await remote.whoAmI()), { token: undefined });
  expect(sent).toBe(undefined);
});

test('each status is reported in the words of the registry, but for a token it does not accept', async () => {
  const rows = [
    [400, 'bad-value', 'the range is none', undefined],
    [403, 'forbidden', 'the range is none', undefined],
    [404, 'not-found', 'the range is none', undefined],
    [409, 'conflict', 'the range is none', undefined],
    [413, 'too-large', 'the range is none', undefined],
    [429, 'rate-limited', 'the range is none', 'try again later'],
    [500, 'unavailable', 'URL has a problem: the range is none', 'try again later'],
    [
      ...[401, 'unauthorized', 'URL does not accept the token for the tenant acme'],
      'log in with coppice login URL --tenant acme, or correct COPPICE_TOKEN',
    ],
  ] as const;
  for (const [status, code, message, hint] of rows) {
    const answer: RequestListener = (_, response) =>
      json(response, Number(status), refusal('the range is none'));
    await onStage(answer, async ({ remote, url }) => {
      await expect(remote.resolve({ items: [], locked: [] })).rejects.toMatchObject({
        code,
        message: String(message).replace('URL', url),
        hint: hint?.replace('URL', url),
      });
    });
  }
});

test('what a refusal knows more is kept, and nothing in it steers a terminal', async () => {
  const answer: RequestListener = (_, response) =>
    json(response, 409, refusal('\u001b[2Jtaken\nerror: x', { slug: 'lib' }));
  await onStage(answer, async ({ remote }) => {
    await expect(remote.publish(metadata, new Uint8Array())).rejects.toMatchObject({
      code: 'conflict',
      message: '\\u{1b}[2Jtaken\\u{a}error: x',
      data: { slug: 'lib' },
    });
  });
});

test('a token that is wanted and not there is asked for', async () => {
  const answer: RequestListener = (_, response) => json(response, 401, refusal('this needs a credential'));
  await onStage(
    answer,
    async ({ remote, url }) => {
      await expect(remote.item(lib)).rejects.toThrow(`${url} requires a token for the tenant acme`);
    },
    { token: undefined },
  );
});

test('what is named and not there is nothing, if a registry says so', async () => {
  await onStage(
    (_, response) => json(response, 404, refusal('there is no lib')),
    async ({ remote, requests }) => {
      expect(await remote.item(lib)).toBe(undefined);
      expect(await remote.versions(lib)).toBe(undefined);
      expect(await remote.version(lib, '1.0.0+b')).toBe(undefined);
      await expect(remote.blob(digest, 10)).rejects.toMatchObject({
        code: 'not-found',
        message: 'there is no lib',
      });
      await expect(remote.setYanked(lib, '1.0.0', 'bad')).rejects.toMatchObject({ code: 'not-found' });
      expect(requests).toEqual([
        'GET /v1/skills/lib?kind=skill',
        'GET /v1/skills/lib/versions?kind=skill&limit=200',
        'GET /v1/skills/lib/versions/1.0.0%2Bb?kind=skill',
        `GET /v1/blobs/${digest}`,
        'POST /v1/skills/lib/versions/1.0.0/yank?kind=skill',
      ]);
    },
  );
});

test('what does not answer as a registry does is not taken for one', async () => {
  const page = '<html>hello</html>';
  const rows: readonly [RequestListener, string][] = [
    [(_, response) => response.writeHead(404).end(page), 'got status 404'],
    [(_, response) => response.writeHead(401).end(page), 'got status 401'],
    [(_, response) => json(response, 404, { error: 404 }), 'got status 404'],
    [(_, response) => json(response, 404, refusal('x'.repeat(2_000_000))), 'got status 404'],
    [(_, response) => json(response, 418, refusal('teapot')), 'got status 418: teapot'],
    [(_, response) => response.writeHead(304).end(), 'got status 304'],
    [(_, response) => response.end(page), 'sent a response that is not JSON'],
    [(_, response) => response.end('{"tenant": "acme"'), 'sent a response that is not JSON'],
    [(_, response) => response.end(), 'sent a response that is not JSON'],
    [
      (_, response) => json(response, 200, { ...who, tenant: 7 }),
      'sent an unexpected response (tenant: Invalid input: expected string, received number)',
    ],
    [
      (_, response) => json(response, 200, { ...who, via: 'x'.repeat(5_000) }),
      'sent a response that is too long',
    ],
  ];
  for (const [answer, fault] of rows)
    await onStage(
      answer,
      async ({ remote, url }) => {
        await expect(remote.whoAmI()).rejects.toMatchObject({
          code: 'bad-answer',
          message: `${url} does not respond like a registry: GET /v1/auth/whoami ${fault}`,
        });
      },
      { limits: { answerBytes: 4_000 } },
    );
});

test('pages are read to the last, and an empty one is the last', async () => {
  const version = {
    version: '1.0.0',
    digest,
    content_digest: digest,
    size_bytes: 1,
    published_by: 'user:a@e.org',
    published_at: '2026-01-01T00:00:00.000Z',
    yanked: null,
    change_summary: '',
    is_latest: true,
  };
  const page =
    (count: number, next_cursor: string | null): RequestListener =>
    (_, response) =>
      json(response, 200, { items: Array(count).fill(version), next_cursor });
  await onStage(inTurn(page(2, 'a b'), page(1, null)), async ({ remote, requests }) => {
    expect(await remote.versions(lib)).toHaveLength(3);
    expect(requests[1]).toBe('GET /v1/skills/lib/versions?kind=skill&limit=200&cursor=a+b');
  });
  await onStage(page(0, 'again'), async ({ remote, requests }) => {
    expect(await remote.versions(lib)).toEqual([]);
    expect(requests).toHaveLength(1);
  });
});

test('many events are reported in several requests', async () => {
  const reported: number[] = [];
  const answer: RequestListener = async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    reported.push(JSON.parse(Buffer.concat(chunks).toString()).events.length);
    json(response, 202, { accepted: 1 });
  };
  await onStage(answer, async ({ remote, requests }) => {
    const event = { skill_id: 'lib', kind: 'skill', event: 'install', count: 1 } as const;
    await remote.reportUsage([]);
    await remote.reportUsage(Array(1_001).fill(event));
    expect(reported).toEqual([1_000, 1]);
    expect(requests).toHaveLength(2);
  });
});

test('a token that can be overheard is warned of, once', async () => {
  const check = async (url: string, token: string | undefined, expected: readonly string[]) => {
    const warnings: string[] = [];
    const place = { url, tenant: 'acme' };
    const call = async () => {
      const body = Readable.from([new TextEncoder().encode(JSON.stringify(who))]);
      return { status: 200, headers: {}, body, discard: () => undefined };
    };
    const remote = httpRemote({
      place,
      token,
      call,
      warn: (sentence) => warnings.push(sentence),
    });
    await remote.whoAmI();
    await remote.whoAmI();
    expect(warnings).toEqual(expected);
  };
  await check('http://e.org', 'cop_x', ['the token is sent to http://e.org without encryption']);
  await check('http://e.org', undefined, []);
  for (const url of ['https://e.org', 'http://127.0.0.1:1', 'http://localhost', 'http://[::1]:1'])
    await check(url, 'cop_x', []);
});
