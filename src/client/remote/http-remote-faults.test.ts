import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { CoppiceError } from '../../text/errors.js';
import { httpRemote } from './http-remote.js';
import { good, inTurn, json, onStage, refusal, who } from './http-stage.fixture.js';

const lib = { kind: 'skill', slug: 'lib' } as const;
const digest = `sha256:${'0'.repeat(64)}`;
const metadata = { ...lib, version: '1.0.0', tags: [], allow_secret: false };

const busy: RequestListener = (_, response) => json(response, 503, refusal('no database'));
const broken: RequestListener = (request) => request.socket.destroy();

test('what only reads is asked again while the registry is busy or breaks off, each time later', async () => {
  await onStage(inTurn(busy, broken, busy, good), async ({ remote, waits }) => {
    expect(await remote.whoAmI()).toEqual(who);
    expect(waits).toEqual([250, 500, 1000]);
  });
  await onStage(busy, async ({ remote, url, requests }) => {
    await expect(remote.resolve({ items: [], locked: [] })).rejects.toMatchObject({
      code: 'unavailable',
      message: `${url} has a problem: no database`,
    });
    expect(requests).toHaveLength(4);
  });
});

test('a pause that the registry asks for is kept, and reported where it is too long', async () => {
  const after =
    (seconds: string): RequestListener =>
    (_, response) =>
      json(response, 429, refusal('too many'), { 'retry-after': seconds });
  await onStage(
    inTurn(after('2'), after('Wed, 21 Oct 2026 07:28:00 GMT'), good),
    async ({ remote, waits }) => {
      await remote.whoAmI();
      expect(waits).toEqual([2000, 500]);
    },
  );
  await onStage(after('3600'), async ({ remote, waits }) => {
    await expect(remote.whoAmI()).rejects.toMatchObject({
      code: 'rate-limited',
      message: 'too many',
      hint: 'try again in 3600 s',
      data: { retryAfterSeconds: 3600 },
    });
    expect(waits).toEqual([]);
  });
});

test('a bundle is sent once more where the connection broke, and else once', async () => {
  await onStage(broken, async ({ remote, requests }) => {
    await expect(remote.publish(metadata, new Uint8Array(9))).rejects.toMatchObject({
      code: 'unavailable',
      hint: 'it is not known whether it arrived; publishing the same content again is safe',
    });
    expect(requests).toEqual(['POST /v1/skills', 'POST /v1/skills']);
  });
  await onStage(busy, async ({ remote, requests }) => {
    await expect(remote.publish(metadata, new Uint8Array(9))).rejects.toMatchObject({ code: 'unavailable' });
    expect(requests).toHaveLength(1);
  });
});

test('a registry without a connection got nothing, unless an earlier attempt had one', async () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const hintAfter = async (...faults: readonly Error[]) => {
    const left = [...faults];
    const call = () => Promise.reject(left.shift() ?? refused);
    const place = { url: 'https://skills.example.com', tenant: 'acme' };
    const remote = httpRemote({ place, token: undefined, call, wait: async () => undefined });
    return await remote.publish(metadata, new Uint8Array(9)).catch((error: CoppiceError) => error.hint);
  };
  expect(await hintAfter(refused)).toBe('nothing was sent; try again later');
  expect(await hintAfter(reset, refused)).toMatch(/^it is not known whether it arrived/);
});

test('what changes something else is asked once', async () => {
  for (const answer of [busy, broken])
    await onStage(answer, async ({ remote, requests }) => {
      const proposal = { ...lib, origin: 'cli', notes: '' } as const;
      await expect(remote.setYanked(lib, '1.0.0', undefined)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(remote.setDeprecated(lib, undefined)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(remote.propose(proposal, new Uint8Array())).rejects.toMatchObject({ code: 'unavailable' });
      const event = { skill_id: 'lib', kind: 'skill', event: 'install', count: 1 } as const;
      await expect(remote.reportUsage([event])).rejects.toMatchObject({ code: 'unavailable' });
      expect(requests).toHaveLength(4);
    });
});

test('a registry that is down is named, and why', async () => {
  let url = '';
  await onStage(good, async (stage) => {
    url = stage.url;
  });
  const waits: number[] = [];
  const wait = async (ms: number) => waits.push(ms);
  const remote = httpRemote({ place: { url, tenant: 'acme' }, token: undefined, wait });
  await expect(remote.whoAmI()).rejects.toMatchObject({
    code: 'unavailable',
    message: `${url} cannot be reached (ECONNREFUSED)`,
    hint: 'installed items keep working; try again later',
  });
  expect(waits).toEqual([250, 500, 1000]);
});

test('one that cannot be spoken to in secret is named at once, with what to do', async () => {
  await onStage(good, async ({ url, waits }) => {
    const place = { url: url.replace('http:', 'https:'), tenant: 'acme' };
    const plain = httpRemote({ place, token: undefined });
    await expect(plain.whoAmI()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^https:.* does not support TLS correctly \(\w+\)$/),
      hint: expect.stringContaining('https or http'),
    });
    const call = async () => {
      throw Object.assign(new Error('no'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    };
    const wait = async (ms: number) => waits.push(ms);
    await expect(httpRemote({ place, token: undefined, call, wait }).whoAmI()).rejects.toMatchObject({
      message: expect.stringContaining('certificate that is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(waits).toEqual([]);
  });
});

test('a registry that does not answer, pauses or never ends is given up', async () => {
  const silent: RequestListener = () => undefined;
  const pausing: RequestListener = (_, response) => void response.write('{');
  const dripping: RequestListener = (_, response) => {
    const drip = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(drip));
  };
  const rows = [
    [silent, { answerMs: 40 }, 'does not respond within 0.04 s'],
    [pausing, { idleMs: 40 }, 'sends nothing more within 0.04 s'],
    [dripping, { wholeMs: 60 }, 'does not finish its response within 0.06 s'],
  ] as const;
  for (const [answer, limits, why] of rows)
    await onStage(
      answer,
      async ({ remote, url, requests }) => {
        await expect(remote.whoAmI()).rejects.toMatchObject({
          code: 'unavailable',
          message: `${url} ${why}`,
        });
        expect(requests).toHaveLength(1);
      },
      { limits },
    );
});

test('the time to send a bundle is its own', async () => {
  const silent: RequestListener = () => undefined;
  await onStage(
    silent,
    async ({ remote, url }) => {
      await expect(remote.publish(metadata, new Uint8Array(9))).rejects.toThrow(
        `${url} does not respond within 0.04 s`,
      );
    },
    { limits: { uploadMs: 40 } },
  );
});

test('a redirect is followed within the registry, and never out of it', async () => {
  const to =
    (location: string): RequestListener =>
    (_, response) =>
      response.writeHead(307, { location }).end();
  await onStage(inTurn(to('/v1/other'), good), async ({ remote, requests }) => {
    expect(await remote.whoAmI()).toEqual(who);
    expect(requests).toEqual(['GET /v1/auth/whoami', 'GET /v1/other']);
  });
  await onStage(to('/v1/other'), async ({ remote, requests, url }) => {
    await expect(remote.whoAmI()).rejects.toThrow(`${url} redirects to /v1/other, which is not followed`);
    expect(requests).toHaveLength(4);
    await expect(remote.setDeprecated(lib, undefined)).rejects.toMatchObject({ code: 'bad-answer' });
    expect(requests).toHaveLength(5);
  });
  await onStage(good, async (elsewhere) => {
    for (const location of [elsewhere.url, `//${new URL(elsewhere.url).host}/v1`, 'http://[']) {
      await onStage(to(location), async ({ remote, requests }) => {
        await expect(remote.blob(digest, 10)).rejects.toMatchObject({ code: 'bad-answer' });
        expect(requests).toHaveLength(1);
      });
    }
    expect(elsewhere.requests).toEqual([]);
  });
});

test('a bundle comes as it is, and its bytes are counted as they come', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
  let encoding: string | string[] | undefined;
  const answer: RequestListener = (request, response) => {
    encoding = request.headers['accept-encoding'];
    response.end(bytes);
  };
  await onStage(answer, async ({ remote }) => {
    let count = 0;
    const got = await remote.blob(digest, bytes.length, (more) => {
      count += more;
    });
    expect(Buffer.compare(got, bytes)).toBe(0);
    expect(count).toBe(bytes.length);
    expect(encoding).toBe('identity');
  });
});

test('a bundle that is longer than announced is not waited for', async () => {
  const tooLong: RequestListener = (_, response) => response.end(new Uint8Array(11));
  const endless: RequestListener = (_, response) => {
    const more = () => {
      while (response.write(new Uint8Array(65_536)));
    };
    response.on('drain', more);
    more();
  };
  for (const answer of [tooLong, endless])
    await onStage(answer, async ({ remote, url, requests }) => {
      await expect(remote.blob(digest, 10)).rejects.toMatchObject({
        code: 'bundle-too-large',
        message: `${url} sends more than 10 bytes for /v1/blobs/${digest}`,
      });
      expect(requests).toHaveLength(1);
    });
});

test('a bundle that is shorter than announced is fetched again, and counted once', async () => {
  const cut: RequestListener = (request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('12345', () => request.socket.end());
  };
  const whole: RequestListener = (_, response) => response.end('1234567890');
  await onStage(inTurn(cut, whole), async ({ remote }) => {
    let count = 0;
    const got = await remote.blob(digest, 10, (more) => {
      count += more;
    });
    expect(new TextDecoder().decode(got)).toBe('1234567890');
    expect(count).toBe(10);
  });
  await onStage(cut, async ({ remote }) => {
    await expect(remote.blob(digest, 10)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
