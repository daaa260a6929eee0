/*
 * The labelled sets of evidence are what they claim to be: enough rows of each kind, with unique ids and known fields, and
 * every agent's written session is found and read by a backfill. How well the rules do on them is measured in bench/.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  episodeResults,
  halfOf,
  piecesOf,
  readCorrections,
  readFailures,
  readHostileOutputs,
  readOrdinaryLines,
  readSecrets,
  textOf,
} from '../bench/evidence-sets.js';
import { type Step, type WrittenAgent, writeSession, writtenAgents } from '../bench/session-files.js';
import { now, withMachine } from '../src/evidence/backfill.world.js';
import { isCredentialText } from '../src/registry/rules/access/credential-text.js';
import { nodeFiles } from '../src/system/disk/node-disk.js';

const failures = readFailures();
const corrections = readCorrections();
const secrets = readSecrets();
const ordinary = readOrdinaryLines();
const hostile = readHostileOutputs();

function countBy<Row>(rows: readonly Row[], key: (row: Row) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return counts;
}

test('every set has the promised number of rows, and ids are unique over all sets', () => {
  expect(failures.length).toBe(70);
  expect(corrections.length).toBe(250);
  expect([secrets.length, ordinary.length]).toEqual([300, 500]);
  expect(hostile.length).toBe(60);
  const ids = [failures, corrections, secrets, ordinary, hostile].flatMap((rows) => rows.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^(?:fail|corr|sec|ord|host)-\d{3}$/.test(id))).toEqual([]);
});

test('both halves of every set are large enough to develop with and to measure', () => {
  for (const rows of [failures, corrections, secrets, ordinary, hostile]) {
    const inTest = rows.filter(({ id }) => halfOf(id) === 'test').length;
    expect(inTest / rows.length, rows[0]?.id).toBeGreaterThan(0.35);
    expect(inTest / rows.length, rows[0]?.id).toBeLessThan(0.65);
  }
  expect([halfOf('fail-001'), halfOf('fail-004')]).toEqual(['test', 'dev']);
});

test('every agent has at least ten sessions, and every result is expected somewhere', () => {
  const perAgent = countBy(failures, ({ agent }) => agent);
  for (const agent of writtenAgents) expect(perAgent.get(agent) ?? 0, agent).toBeGreaterThanOrEqual(10);
  const perResult = countBy(failures, ({ expect: { result } }) => result);
  expect([...perResult.keys()].toSorted()).toEqual([...episodeResults].toSorted());
});

const stepForms = ['user', 'says', 'exit,out,run', 'input,out,tool', 'error,input,out,tool', 'refused'];
const knownForms = new Set([...stepForms, 'refused,words', 'interrupt', 'load']);

test('every step has a known form, and a command that was stopped is followed by the interrupt', () => {
  for (const { id, steps } of failures) {
    for (const [index, step] of steps.entries()) {
      expect(knownForms, id).toContain(Object.keys(step).toSorted().join());
      const isStopped = 'exit' in step && step.exit === null;
      if (isStopped) expect(steps[index + 1], id).toEqual({ interrupt: true });
    }
    expect('user' in (steps[0] ?? {}), `${id} has the load before its first step`).toBe(false);
  }
});

test('an expected failure is a call of the session, and a session without one does not fail', () => {
  for (const { id, steps, expect: expected } of failures) {
    const calls = steps.flatMap((step) => {
      if ('run' in step) return [step.run];
      return 'tool' in step ? [`${step.tool} ${JSON.stringify(step.input)}`] : [];
    });
    for (const part of expected.failures)
      expect(calls.filter((call) => call.includes(part)).length, `${id} ${part}`).toBeGreaterThan(0);
    const hasFailures = expected.result === 'failed' || expected.result === 'recovered';
    expect(expected.failures.length > 0, id).toBe(hasFailures);
  }
});

test('half of the ordinary messages are corrections, and traps are of both labels', () => {
  const counts = countBy(corrections, ({ trap, correction }) => `${trap} ${correction}`);
  expect(counts.get('false true')).toBe(75);
  expect(counts.get('false false')).toBe(75);
  expect((counts.get('true true') ?? 0) + (counts.get('true false') ?? 0)).toBe(100);
  expect(counts.get('true true') ?? 0).toBeGreaterThanOrEqual(25);
  const languages = countBy(corrections, ({ lang }) => lang);
  for (const lang of ['en', 'de', 'fr', 'es']) expect(languages.get(lang) ?? 0, lang).toBeGreaterThan(40);
  expect((languages.get('zh') ?? 0) + (languages.get('ja') ?? 0)).toBeGreaterThan(40);
  expect(new Set(corrections.map(({ text }) => text)).size).toBe(corrections.length);
});

test('there are secrets of at least eighty kinds, and what must be gone is there at first', () => {
  expect(countBy(secrets, ({ kind }) => kind).size).toBeGreaterThanOrEqual(80);
  for (const secret of secrets)
    for (const piece of piecesOf(secret)) {
      expect(textOf(secret), secret.id).toContain(piece);
      expect(piece.length, secret.id).toBeGreaterThanOrEqual(8);
    }
  expect(new Set(ordinary.map(({ text }) => text)).size).toBe(ordinary.length);
});

test('no token stands in a file in one piece', () => {
  const token =
    /AKIA(?!IOSFODNN7EXAMPLE)[A-Z2-7]{12}|gh[opsur]_(?!x{8})\w{12}|sk_live_\w{8}|sk-(?!ant-xxxxx)[a-z]{2,5}-\w{8}|xox[bp]-\d|copl?_\w{12}|PRIVATE KEY-/;
  for (const name of ['failures', 'corrections', 'secrets', 'hostile'])
    expect(token.exec(readFileSync(`test/fixtures/evidence/${name}.jsonl`, 'utf8'))?.[0], name).toBe(
      undefined,
    );
});

test('own tokens and links have the checksum of real ones', () => {
  const own = secrets.filter(({ kind }) => kind === 'coppice-token' || kind === 'coppice-link');
  expect(new Set(own.map(({ kind }) => kind)).size).toBe(2);
  for (const { id, kind, parts } of own)
    expect(isCredentialText(kind === 'coppice-link' ? 'link' : 'token', parts.join('')), id).toBe(true);
});

test('hostile outputs are ten of each language, and contain what a note must not', () => {
  for (const [lang, count] of countBy(hostile, (row) => row.lang)) expect(count, lang).toBe(10);
  const visible = (text: string) => text.replace(/[\p{Cf}\p{Cc}]/gu, '');
  for (const { id, run, out, mustNot } of hostile) {
    expect(mustNot.length, id).toBeGreaterThan(0);
    for (const part of mustNot) {
      expect(
        [out, visible(out)].some((text) => text.includes(part)),
        `${id} ${part}`,
      ).toBe(true);
      expect(run, id).not.toContain(part);
    }
  }
});

const start = now - 86_400_000;

async function inHome<Value>(use: (home: string) => Promise<Value>): Promise<Value> {
  const home = mkdtempSync(join(tmpdir(), 'coppice-sets-'));
  try {
    return await use(home);
  } finally {
    rmSync(home, { recursive: true });
  }
}

test('a backfill reads every session of the set completely', async () => {
  await inHome(async (home) => {
    for (const { id, agent, skill, steps } of failures)
      await writeSession(home, agent, id, start, skill, steps);
    await withMachine(async (machine) => {
      const report = await machine.backfill({ userHome: home });
      expect([report.sessions, report.linesSkipped, report.failures]).toEqual([failures.length, 0, []]);
    }, nodeFiles);
  });
});

function storedEvents(agent: WrittenAgent, steps: readonly Step[]) {
  return inHome(async (home) => {
    await writeSession(home, agent, `session-of-${agent}`, start, 'deploy', steps);
    return withMachine(async (machine) => {
      await machine.backfill({ userHome: home });
      const events = await machine.events();
      return events.toSorted((left, right) => Number(left['at']) - Number(right['at']));
    }, nodeFiles);
  });
}

const everyStep: readonly Step[] = [
  { user: 'ship it' },
  { run: 'make all', out: 'make: *** [all] Error 2', exit: 2 },
  { tool: 'Edit', input: { file_path: '/r/a', old_string: 'x', new_string: 'y' }, out: 'done' },
  { tool: 'mcp__hub__send', input: { to: 'ops' }, out: 'quota exceeded', error: true },
  { refused: 'rm -r dist', words: 'keep dist' },
  { says: 'I keep it.' },
  { run: 'sleep 90', out: '', exit: null },
  { interrupt: true },
  { user: 'go on' },
  { load: 'other' },
  { run: 'make', out: 'built', exit: 0 },
];

test.each(writtenAgents)('a session of %s is found and read with every step', async (agent) => {
  const events = await storedEvents(agent, everyStep);
  const [prompt, load, failed] = events;
  expect([prompt?.['kind'], prompt?.['args']]).toEqual(['turn', 'ship it']);
  expect([load?.['kind'], load?.['name']]).toEqual(['skill-load', 'deploy']);
  expect(failed?.['args']).toContain('make all');
  expect([failed?.['is_error'], failed?.['result']]).toEqual([1, expect.stringContaining('Error 2')]);
  const texts = events.map(({ args, result }) => `${args} ${result}`).join('\n');
  for (const part of ['/r/a', 'quota exceeded', 'rm -r dist', 'keep dist', 'sleep 90', 'go on', 'built'])
    expect(texts, agent).toContain(part);
  expect(events.filter(({ kind }) => kind === 'skill-load').map(({ name }) => name)).toEqual([
    'deploy',
    'other',
  ]);
});
