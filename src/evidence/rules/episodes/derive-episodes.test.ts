import { expect, test } from 'vitest';
import type { EvidenceEvent } from '../event.js';
import { type GivenEvent, happened } from '../report/evidence.world.js';
import { deriveEpisodes } from './derive-episodes.js';
import type { Episode, RootSession } from './episode.js';

const hour = 3_600_000;
const root: RootSession = { id: 's1', platform: 'linux', project: 'p', headless: new Set() };

const load = (skill: string, facts: GivenEvent = {}): GivenEvent => ({ kind: 'skill-load', skill, ...facts });
const reads = (skill: string): GivenEvent => ({
  ...load(skill, { tool: 'Bash', args: `{"command":"cat skills/${skill}/SKILL.md"}` }),
});
const ran = (command: string, facts: GivenEvent = {}): GivenEvent => ({
  args: JSON.stringify({ command }),
  result: 'done',
  ...facts,
});
const fails = (command: string, words = 'no such device', facts: GivenEvent = {}): GivenEvent =>
  ran(command, { isError: true, result: `Exit code 1\n${command.split(' ')[0]}: ${words}`, ...facts });
const edits = (path: string): GivenEvent => ({
  tool: 'Edit',
  args: JSON.stringify({ file_path: path }),
  result: 'updated',
});
const says = (text: string, facts: GivenEvent = {}): GivenEvent => ({ kind: 'turn', args: text, ...facts });
const stops: GivenEvent = { kind: 'interruption' };
const refuses = (command: string, words = ''): GivenEvent =>
  ran(command, { ended: 'refused', result: words });

/** One event per second, unless a row gives the time. */
function episodes(given: readonly GivenEvent[], facts: Partial<RootSession> = {}): readonly Episode[] {
  const events = happened(given.map((event, index) => ({ at: index * 1_000, ...event })));
  return deriveEpisodes(events, { ...root, ...facts });
}

/** `skill result: failing commands`. */
const shown = ({ skill, result, failures }: Episode) =>
  `${skill.name} ${result}${failures.map(({ command }) => `: ${command.text}`).join('')}`;

function check(given: readonly GivenEvent[], ...expected: readonly string[]): void {
  expect(episodes(given).map(shown)).toEqual(expected);
}

test('without a load there is no episode, and a load that failed is none', () => {
  check([says('hello'), fails('frob')]);
  check([load('pdf', { isError: true, result: 'no such skill' }), fails('frob')]);
});

test('it begins at a load and has what happened in its thread', () => {
  check(
    [fails('before'), load('pdf'), fails('frob'), { thread: 'helper', ...fails('elsewhere') }],
    'pdf failed: frob',
  );
});

test.for<[string, GivenEvent]>([
  ['agreement', says('yes, go ahead')],
  ['an answer', says('port 8080', { follows: 'question' })],
  ['a message while the agent works', says('and also update the docs', { follows: 'queue' })],
  ['a message after an interrupt', says('use the staging database', { follows: 'interrupt' })],
  ['a reference of the skill', { kind: 'reference-read', skill: 'pdf', args: '{"file_path":"a.md"}' }],
  ['a pause of four hours', { ...ran('ls'), at: 4 * hour }],
])('%s does not end it', ([, between]) => {
  const at = (between.at ?? 1_000) + 1_000;
  const [episode] = episodes([load('pdf', { at: 0 }), { at: 1_000, ...between }, { ...fails('frob'), at }]);
  expect(episode?.failures).toHaveLength(1);
});

test.for<[string, GivenEvent]>([
  ['another task', says('now write the release notes')],
  ['the end of the session', { kind: 'session-end' }],
  ['the load of another skill', load('web')],
  ['a long pause', { ...ran('ls'), at: 4 * hour + 1 }],
])('%s ends it', ([, between]) => {
  const at = (between.at ?? 1_000) + 1_000;
  const [episode] = episodes([load('pdf', { at: 0 }), { at: 1_000, ...between }, { ...fails('frob'), at }]);
  expect(episode).toMatchObject({ skill: { name: 'pdf' }, failures: [] });
});

test('a skill whose file is read inside the work is a reference, and does not end it', () => {
  check([load('pdf'), reads('web'), fails('frob')], 'pdf failed: frob', 'web unknown');
  check([reads('pdf'), reads('web'), fails('frob')], 'pdf unknown', 'web failed: frob');
});

test('what names a reference belongs to it', () => {
  const declared = { skill: 'web', reason: 'declared' as const };
  check(
    [load('pdf'), reads('web'), { ...fails('frob'), ...declared }, fails('make')],
    'pdf failed: make',
    'web failed: frob',
  );
});

test('loading the same skill again is the same episode, unless the user names it again', () => {
  check([load('pdf'), fails('frob'), load('pdf'), ran('frob')], 'pdf recovered: frob');
  const slash = load('pdf', { tool: undefined });
  check([slash, fails('frob'), slash, ran('frob')], 'pdf failed: frob', 'pdf clean');
});

test('a fork continues what began in the session that it comes from', () => {
  const fork = (event: GivenEvent): GivenEvent => ({ ...event, session: 'f1' });
  const events = happened(
    [load('pdf'), ran('ls'), fork(fails('frob')), fork(says('now write the notes')), fork(fails('make'))].map(
      (event, index) => ({ at: index * 1_000, ...event }),
    ),
  );
  const [first, second, third, ...rest] = events;
  const credit = { skill: { name: 'pdf' }, reason: 'active-span', weight: 1, load: first?.id } as const;
  const all = [first, second, third && { ...third, credit }, ...rest].filter(isEvent);
  expect(deriveEpisodes(all, root).map(shown)).toEqual(['pdf failed: frob']);
});

function isEvent(event: EvidenceEvent | undefined): event is EvidenceEvent {
  return event !== undefined;
}

test.for<[string, string, readonly GivenEvent[]]>([
  ['nothing but the load', 'unknown', []],
  ['only replies and agreement', 'unknown', [says('yes')]],
  ['only what the tools of the agent refuse', 'unknown', [harness()]],
  [
    'only commands whose exit code is hidden',
    'unknown',
    [ran('npm test | tail -5', { result: 'FAIL a.test.ts' }), ran('ship || true')],
  ],
  ['work that went well', 'clean', [ran('make'), edits('a.ts')]],
  ['reading alone', 'clean', [{ tool: 'Read', args: '{"file_path":"a.ts"}', result: 'words' }]],
  ['a search without a match', 'clean', [ran('rg todo', { isError: true, result: 'Exit code 1' })]],
  ['a failure that was retried', 'recovered', [fails('make'), ran('make')]],
  [
    'a query that works on another server',
    'recovered',
    [fails('psql -h a -c "select 1"'), ran('psql -h b -c "select 2"')],
  ],
  ['a failure at the end', 'failed', [ran('make'), fails('ship')]],
  ['a failure, and then other work', 'failed', [fails('ship'), ran('make')]],
  [
    'a merge that stopped at a conflict, and was concluded',
    'recovered',
    [
      fails('git merge main', '', { result: 'CONFLICT (content): Merge conflict in a.ts' }),
      edits('a.ts'),
      ran('git add a.ts && git commit --no-edit'),
    ],
  ],
  [
    'a rebase that stopped at a conflict, and was continued',
    'recovered',
    [
      fails('git rebase main', '', { result: 'CONFLICT (content): Merge conflict in a.ts' }),
      ran('git rebase --continue'),
    ],
  ],
  [
    'a merge that was impossible, and a commit of something else',
    'failed',
    [
      fails('git merge main', '', { result: 'merge: main - not something we can merge' }),
      ran('git commit -m other'),
    ],
  ],
  ['a failure twice, and then a success', 'recovered', [fails('make'), fails('make'), ran('make')]],
  ['a correction', 'corrected', [ran('make'), says("no, that's wrong")]],
  ['a correction after a failure', 'corrected', [fails('make'), says("no, that's wrong")]],
  ['an interrupt at the end', 'abandoned', [ran('make'), stops]],
  ['a refusal at the end', 'abandoned', [ran('make'), refuses('rm -r dist')]],
  ['a failure, and then an interrupt', 'failed', [fails('make'), stops]],
  ['an interrupt, and then work', 'clean', [ran('make'), stops, says('continue'), ran('make')]],
])('%s is %s', ([, result, after]) => {
  expect(episodes([load('pdf'), ...after]).map((episode) => episode.result)).toEqual([result]);
});

function harness(): GivenEvent {
  return { tool: 'Edit', args: '{"file_path":"a.ts"}', isError: true, result: 'File has not been read yet.' };
}

test('a red test that goes green after an edit is a part of the work', () => {
  const red = ran('npm test', { isError: true, result: 'Exit code 1\nAssertionError: 1 != 2' });
  const [episode] = episodes([load('pdf'), red, edits('a.ts'), ran('npm test', { result: 'PASS' })]);
  expect(episode).toMatchObject({ result: 'clean', failures: [], counts: { failed: 0, expected: 1 } });
  check([load('pdf'), red, edits('a.ts')], 'pdf failed: npm test');
});

test.for<[string, GivenEvent[], readonly string[]]>([
  ['wording', [says("no, that's wrong")], ["wording: no, that's wrong"]],
  [
    'words after an interrupt',
    [stops, says('use the staging database', { follows: 'interrupt' })],
    ['interrupt: use the staging database'],
  ],
  ['words after an interrupt of an older version', [stops, says('use staging')], ['interrupt: use staging']],
  ['words with a refusal', [refuses('rm -r dist', 'only the cache')], ['refusal: only the cache']],
  [
    'words with a refusal of an older version',
    [ran('rm -r dist', { isError: true, result: 'the user refused it: only the cache' })],
    ['refusal: only the cache'],
  ],
  ['words after a refusal', [refuses('rm -r dist'), says('only the cache')], ['refusal: only the cache']],
  ['a refusal without words', [refuses('rm -r dist')], []],
  ['agreement after an interrupt', [stops, says('continue', { follows: 'interrupt' })], []],
  ['a no to a question', [says('no', { follows: 'question' })], []],
  ['a no to a question of an older version', [says('ok', { result: 'Shall I push?' }), says('no')], []],
])('corrections: %s', ([, after, expected]) => {
  const [episode] = episodes([load('pdf'), ...after]);
  expect(episode?.corrections.map(({ by, text }) => `${by}: ${text}`)).toEqual(expected);
});

test('the words of a program are no correction', () => {
  const after = [refuses('rm', 'do not'), says("no, that's wrong")];
  const [episode] = episodes([load('pdf'), ...after], { headless: new Set(['s1']) });
  expect(episode?.corrections).toEqual([]);
  expect(episodes([load('pdf'), ...after])[0]?.corrections).toHaveLength(2);
});

test('it has the model that made most calls, the tokens of all, and what is known about the session', () => {
  const by = (model: string, tokens?: number) => ran('make', { model, tokens });
  const [episode] = episodes([load('pdf', { model: 'a', tokens: 5 }), by('b', 7), by('b'), ran('make')]);
  expect(episode).toMatchObject({
    ...{ session: 's1', agent: 'claude', thread: '', startedAt: 0, endedAt: 3_000 },
    ...{ model: 'b', tokens: 12, platform: 'linux', project: 'p' },
  });
  expect(episodes([load('pdf')])[0]).toMatchObject({ model: undefined, tokens: undefined });
});

test('outcomes are counted', () => {
  const [episode] = episodes([
    load('pdf'),
    ...[
      ran('make'),
      fails('frob'),
      refuses('rm -r dist'),
      ran('rg x', { isError: true, result: 'Exit code 1' }),
    ],
    ...[ran('sleep 9', { ended: 'interrupted', result: '' }), harness()],
  ]);
  expect(episode?.counts).toEqual({
    ...{ attempts: 6, failed: 1, expected: 1, harness: 1, refused: 1, interrupted: 1 },
  });
});

test('the order of the events given does not matter, and a message comes before what follows at the same time', () => {
  const given = [
    load('pdf', { turn: 1 }),
    says('now write the notes', { turn: 2 }),
    fails('frob', 'x', { turn: 2 }),
  ];
  const events = happened(given.map((event) => ({ at: 5, ...event })));
  expect(deriveEpisodes(events.toReversed(), root).map(shown)).toEqual(['pdf unknown']);
});
