import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutatedText } from '../../agents/sessions/mutate.arbitrary.js';
import { promptLine, withMachine } from '../backfill.world.js';

const folder = new URL('../../agents/sessions/fixtures/', import.meta.url);

/** Where a session of the agent would lie, given the name of its fixture. */
const placeOf: Readonly<Record<string, (name: string) => string>> = {
  claude: (name) => `/u/.claude/projects/p/${name}`,
  codex: (name) => `/u/.codex/sessions/rollout-${name}`,
  gemini: (name) => `/u/.gemini/tmp/p/chats/${name}`,
  generic: (name) => `/u/.coppice/sessions/${name}`,
  pi: (name) => `/u/.pi/agent/sessions/--work--/2026_${name}`,
  copilot: (name) => `/u/.copilot/session-state/s/${name}`,
  qwen: (name) => `/u/.qwen/projects/p/chats/${name}`,
  hermes: (name) => `/u/.hermes/sessions/${name}`,
};

const fixtures = readdirSync(folder).flatMap((agent) =>
  readdirSync(new URL(`${agent}/`, folder)).map((name) => ({
    name: `${agent}/${name}`,
    path: placeOf[agent]?.(name) ?? '',
    bytes: readFileSync(new URL(`${agent}/${name}`, folder)),
  })),
);

const flippedBytes = (bytes: Uint8Array) =>
  fc
    .array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 })
    .map((flips) => flips.reduce((damaged, [at, byte]) => damaged.with(at, byte), new Uint8Array(bytes)));

const damaged = fc.constantFrom(...fixtures).chain(({ name, path, bytes }) => {
  const content = name.endsWith('.zst')
    ? flippedBytes(bytes)
    : mutatedText(bytes.toString('utf8')).map((text) => new TextEncoder().encode(text));
  return content.map((given) => ({ path, content: given }));
});

const neighbours = [
  ['/u/.claude/projects/p/neighbour.jsonl', promptLine('hello', Date.UTC(2026, 5, 1), 'neighbour')],
  [
    '/u/.coppice/sessions/neighbour.jsonl',
    '{"type":"call","session":"neighbour","id":"c1","at":5000,"tool":"ls","output":"ok"}\n',
  ],
] as const;

/** What is stored of the neighbours, beside a file that may be anything. */
async function neighboursBeside(path: string, content: Uint8Array) {
  return await withMachine(async (machine) => {
    for (const [neighbour, text] of neighbours) machine.put(neighbour, text);
    machine.put(path, content);
    const report = await machine.backfill();
    expect(report.files).toBe(3);
    expect(report.filesFailed).toBeLessThanOrEqual(1);
    return (await machine.events()).filter(({ session }) => session === 'neighbour');
  });
}

test('every session that was written for tests is found and read', async () => {
  await withMachine(async (machine) => {
    for (const { path, bytes } of fixtures) machine.put(path, bytes);
    const report = await machine.backfill();
    expect(report).toMatchObject({ files: fixtures.length, failures: [], linesSkipped: 0 });
    expect(Object.keys(report.agents).sort()).toEqual(Object.keys(placeOf).sort());
  });
});

test('reading a damaged file ends, and the other files are read', async () => {
  const undisturbed = await neighboursBeside('/u/.coppice/sessions/empty.jsonl', new Uint8Array());
  expect(undisturbed).toHaveLength(2);
  await fc.assert(
    fc.asyncProperty(damaged, async ({ path, content }) => {
      expect(await neighboursBeside(path, content)).toEqual(undisturbed);
    }),
    { numRuns: 100 },
  );
});
