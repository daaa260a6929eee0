import { expect, test } from 'vitest';
import type { Observation } from '../../../agents/sessions/observation.js';
import type { EvidenceEvent } from '../event.js';
import { Interpreter } from './interpreter.js';

const session = 's';
const call = (key: string, tool: string, args: unknown = {}, more = {}): Observation => ({
  type: 'call',
  ...{ key, tool, args, session, at: 1, ...more },
});
const load = (key: string, skill: string, more = {}) => call(key, 'Skill', { skill }, more);
const result = (key: string, output: unknown, more = {}): Observation => ({
  type: 'result',
  ...{ key, output, session, at: 2, ...more },
});
const prompt = (key: string, text: string, more = {}): Observation => ({
  type: 'prompt',
  ...{ key, text, session, at: 3, ...more },
});

function interpret(
  observations: readonly Observation[],
  interpreter = new Interpreter('claude', () => ({ redact: (text) => text })),
) {
  for (const observation of observations) interpreter.take(observation);
  return interpreter.drain();
}

/** `kind skill reason error` of each. */
const told = ({ kind, credit, isError }: EvidenceEvent) =>
  [kind, credit?.skill.name, credit?.reason, isError === true ? 'error' : undefined]
    .filter(Boolean)
    .join(' ');

const check = (observations: readonly Observation[], ...events: readonly string[]) =>
  expect(interpret(observations).events.map(told)).toEqual(events);

test('errors while a skill is active are credited to it', () => {
  check(
    [
      load('a', 'review'),
      result('a', 'ok'),
      call('b', 'Bash'),
      result('b', 'Error: boom', { isError: true }),
    ],
    'skill-load review named',
    'tool review active-span error',
  );
});

test('a span ends with the next load', () => {
  check(
    [load('a', 'one'), load('b', 'two'), call('c', 'Bash'), result('c', 'x', { isError: true })],
    'skill-load one named',
    'skill-load two named',
    'tool two active-span error',
  );
});

test('a span ends with the next task of the user', () => {
  check(
    [
      load('a', 'one'),
      prompt('p', 'now something else'),
      call('b', 'Bash'),
      result('b', 'x', { isError: true }),
    ],
    'skill-load one named',
    'turn',
    'tool error',
  );
});

const failed = (key: string) => [
  call(key, 'Bash', { command: 'make' }),
  result(key, 'Error: boom', { isError: true }),
];
const reply = (text: string): Observation => ({ type: 'reply', text, session, at: 3 });
const stop: Observation = { type: 'interruption', key: 'stop', session, at: 3 };

test.for<[string, readonly Observation[]]>([
  ['agreement', [prompt('p', 'yes, go ahead')]],
  ['an answer', [reply('Which port?'), prompt('p', 'port 8080')]],
  ['a correction', [prompt('p', "no, that's wrong")]],
  ['words after an interrupt', [stop, prompt('p', 'use the staging database')]],
  ['a message while the agent works', [prompt('p', 'also write the notes', { isQueued: true })]],
  ['reading the file of another skill', [call('r', 'Read', { file_path: '/h/skills/two/SKILL.md' })]],
])('a span goes on after %s', ([, between]) => {
  const { events } = interpret([load('a', 'one'), result('a', 'ok'), ...between, ...failed('b')]);
  expect(events.at(-1)?.credit).toMatchObject({ skill: { name: 'one' }, reason: 'active-span' });
});

test('a span ends after four hours', () => {
  const later = (at: number) =>
    interpret([load('a', 'one'), call('b', 'Bash', {}, { at })]).events[1]?.credit;
  expect(later(1 + 4 * 3_600_000)).toBeDefined();
  expect(later(2 + 4 * 3_600_000)).toBeUndefined();
});

test('a message knows what it follows', () => {
  const refused = [call('c', 'Bash'), result('c', 'not that folder', { ended: 'refused' })];
  const follows = (...before: readonly Observation[]) =>
    interpret([...before, prompt('p', 'go on')]).events.at(-1)?.follows;
  expect(follows()).toBeUndefined();
  expect(follows(reply('done'))).toBe('reply');
  expect(follows(reply('Shall I push?\n\n1. yes\n2. no'))).toBe('question');
  expect(follows(reply('Why?'), call('c', 'Bash'))).toBe('reply');
  expect(follows(...refused)).toBe('refusal');
  expect(follows(...refused, reply('What shall I do instead?'))).toBe('refusal');
  expect(follows(...refused, call('d', 'Bash'))).toBe('reply');
  expect(follows(stop)).toBe('interrupt');
  expect(follows(stop, reply('stopped'))).toBe('interrupt');
  expect(follows(call('c', 'Bash'), result('c', '', { ended: 'interrupted' }))).toBe('interrupt');
});

test('a call that the user ended did not fail, and keeps the words of the user', () => {
  const [event] = interpret([
    call('a', 'Bash'),
    result('a', 'only the cache', { ended: 'refused', isError: true }),
  ]).events;
  expect(event).toMatchObject({ isError: false, ended: 'refused', result: 'only the cache', cluster: '' });
});

test('a load that the user refused does not make the skill active', () => {
  const refused = result('a', '', { ended: 'refused', isError: true });
  check([load('a', 'one'), refused, call('b', 'Bash')], 'skill-load one named error', 'tool');
});

test('an interruption is an event of its own', () => {
  check([load('a', 'one'), stop, stop], 'skill-load one named', 'interruption one active-span');
});

test('tokens that a transcript states after the call belong to it, also when the call was stored before', () => {
  const called = call('a', 'Bash', 'make');
  const returned = { ...result('a', 'ok'), tokens: 40 };
  expect(interpret([called, returned]).events.map(({ tokens }) => tokens)).toEqual([40]);
});

test('a call has its model and tokens, and only the first skill of a call has the tokens', () => {
  const paths = { command: 'cat skills/x/SKILL.md skills/y/SKILL.md' };
  const { events } = interpret([call('a', 'Bash', paths, { model: 'opus-5', tokens: 40 })]);
  expect(events.map(({ model, tokens }) => [model, tokens])).toEqual([
    ['opus-5', 40],
    ['opus-5', undefined],
  ]);
});

test('a result is stored without its envelope', () => {
  const output = '{"output":"port 22 refused","exit_code":1,"error":null}';
  const [event] = interpret([call('a', 'terminal', { command: 'deploy' }), result('a', output)]).events;
  expect(event).toMatchObject({ isError: true, result: 'Exit code 1\nport 22 refused' });
});

test('facts of a session are passed on, and of its folder only a hash', () => {
  const facts = (folder: string, more = {}): Observation => ({
    type: 'facts',
    folder,
    session,
    at: 7,
    ...more,
  });
  const given = [
    facts('/home/ann/site', { platform: 'linux', root: 'r', isHeadless: true }),
    facts('/home/ann/site/', { thread: 'helper' }),
  ];
  const { facts: found } = interpret(given);
  const { project } = found[0] ?? {};
  expect(project).toMatch(/^[0-9a-f]{16}$/);
  expect(found).toEqual([
    {
      ...{ agent: 'claude', session, at: 7, isMain: true, project },
      ...{ platform: 'linux', root: 'r', isHeadless: true },
    },
    {
      ...{ agent: 'claude', session, at: 7, isMain: false, project },
      ...{ platform: undefined, root: undefined, isHeadless: undefined },
    },
  ]);
});

test('a message that corrects is credited to the skill it follows', () => {
  const [, turn] = interpret([load('a', 'one'), prompt('p', "no, that's wrong, undo that")]).events;
  expect([turn?.isCorrection, turn?.credit?.skill.name, turn?.credit?.reason]).toEqual([
    true,
    'one',
    'active-span',
  ]);
});

test('a correction with no skill before it is nobody', () => {
  check([prompt('p', "no, that's wrong")], 'turn');
});

test('a load that fails does not make the skill active', () => {
  check(
    [load('a', 'gone'), result('a', 'Error: no such skill', { isError: true }), call('b', 'Bash')],
    'skill-load gone named error',
    'tool',
  );
});

test('what the transcript declares counts more than the order of things', () => {
  const declared = { declared: 'plugin:two' };
  check(
    [load('a', 'plugin:two'), load('b', 'one'), call('c', 'Edit', {}, declared), call('d', 'Edit')],
    'skill-load plugin:two named',
    'skill-load one named',
    'tool plugin:two declared',
    'tool one active-span',
  );
});

test('a subagent has a span of its own', () => {
  const thread = { thread: 'agent-1' };
  check(
    [load('a', 'one'), call('b', 'Bash', {}, thread), call('c', 'Bash')],
    'skill-load one named',
    'tool',
    'tool one active-span',
  );
});

test('reading a SKILL.md in several pieces, or after it was loaded by name, is one load', () => {
  const cat = (key: string) => call(key, 'Bash', { command: 'sed -n 1,9p ~/.claude/skills/pdf/SKILL.md' });
  check([cat('a'), cat('b')], 'skill-load pdf named', 'tool pdf active-span');
  check([load('a', 'tools:pdf'), cat('b')], 'skill-load tools:pdf named', 'tool tools:pdf active-span');
});

test('asking for a skill by name counts each time', () => {
  check([load('a', 'pdf'), load('b', 'pdf')], 'skill-load pdf named', 'skill-load pdf named');
});

test('one call may load two skills, and is one call of a tool', () => {
  const { events } = interpret([call('a', 'Bash', { command: 'cat skills/x/SKILL.md skills/y/SKILL.md' })]);
  expect(events.map(({ tool, credit }) => [tool, credit?.skill.name])).toEqual([
    ['Bash', 'x'],
    [undefined, 'y'],
  ]);
});

test('references and scripts are credited to their own skill, whichever is active', () => {
  check(
    [
      load('a', 'one'),
      call('b', 'Read', { file_path: '/h/skills/two/references/r.md' }),
      call('c', 'Bash', { command: 'python skills/two/scripts/run.py' }),
      call('d', 'skill_manage', { action: 'patch', name: 'two' }),
    ],
    'skill-load one named',
    'reference-read two reference',
    'script-run two script',
    'skill-write two named',
  );
});

test('the text of a skill is not stored, and its words are no error', () => {
  const body = `# Errors\n\nError: this is how to handle a Traceback (most recent call last)\n${'x'.repeat(400)}`;
  const { events } = interpret([load('a', 'one'), result('a', body)]);
  expect(events.map(({ result: text, isError }) => [text, isError])).toEqual([['', false]]);
});

test('a file that mentions errors is not an error; a missing file is', () => {
  const source = `throw new Error('failed');\n// Error: exit code 1\n${'x'.repeat(400)}`;
  check([call('a', 'Read', { file_path: '/r/a.ts' }), result('a', source)], 'tool');
  check([call('a', 'Bash', { command: 'cat a.ts' }), result('a', source)], 'tool');
  check(
    [call('a', 'Bash', { command: 'cat a.ts' }), result('a', 'cat: a.ts: No such file or directory')],
    'tool error',
  );
});

test('a load by the user is located at once, and one by a tool when its folder is known', () => {
  const { events } = interpret([
    { type: 'load', key: 'a', skill: { name: 'one', folder: '/h/one' }, session, at: 1 },
    load('b', 'two'),
    { type: 'located', key: 'b', folder: '/h/two', session, at: 2 },
    call('c', 'Bash'),
  ]);
  expect(events.map(({ credit }) => credit?.skill.folder)).toEqual(['/h/one', '/h/two', '/h/two']);
});

test('a session ends once, and turns are counted', () => {
  const { events } = interpret([
    prompt('p', 'one'),
    { type: 'reply', text: 'first words', session, at: 4 },
    { type: 'reply', text: 'last words', session, at: 5 },
    prompt('q', 'two'),
    call('a', 'Bash'),
    { type: 'end', session, at: 6 },
    { type: 'end', session, at: 6 },
  ]);
  expect(events.map(({ kind, turn, result: text }) => `${kind} ${turn} ${text}`)).toEqual([
    'turn 1 first words',
    'turn 2 ',
    'tool 2 ',
    'session-end 2 ',
  ]);
});

test('a retraction removes an event, and a repeated event stays', () => {
  const back: Observation = { type: 'retraction', key: 'a', session, at: 9 };
  const gone = interpret([call('a', 'Bash'), back]);
  expect([gone.events.length, gone.retracted.length]).toEqual([0, 1]);
  const again = interpret([call('a', 'Bash'), back, call('a', 'Bash')]);
  expect([again.events.length, again.retracted.length]).toEqual([1, 0]);
});

test('the same event has the same id in any session, and another with another agent', () => {
  const id = (agent: string, of: string) => {
    const interpreter = new Interpreter(agent, () => ({ redact: (text) => text }));
    return interpret([call('a', 'Bash', {}, { session: of })], interpreter).events[0]?.id;
  };
  expect(id('claude', 's')).toBe(id('claude', 'fork'));
  expect(id('claude', 's')).not.toBe(id('codex', 's'));
  expect(id('claude', 's')).toMatch(/^[0-9a-f]{32}$/);
});

test('everything that is shown went through the redactor', () => {
  const interpreter = new Interpreter('claude', () => ({
    redact: (text) => text.replaceAll('secret', '[redacted:TEST]'),
  }));
  const { events } = interpret(
    [
      prompt('p', 'the secret'),
      { type: 'reply', text: 'a secret', session, at: 1 },
      call('a', 'Bash', { command: 'echo secret' }),
      result('a', 'Error: secret', { isError: true }),
    ],
    interpreter,
  );
  expect(JSON.stringify(events)).not.toContain('secret"');
  expect(JSON.stringify(events).match(/redacted:TEST/g)?.length).toBe(4);
});

test('a name stays as it is, unless it looks like a key', () => {
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const { events } = interpret([
    call('a', `run-${key}`),
    load('b', `token:${key}`),
    load('c', 'auth:secret-rotation'),
    call('d', 'Read', { file_path: `/home/ann/${key}/skills/pdf/SKILL.md` }),
  ]);
  expect(JSON.stringify(events.map((event) => ({ ...event, args: '' })))).not.toContain(key);
  expect(events.map(told)).toEqual([
    'tool',
    'skill-load token:[redacted:github-token] named',
    'skill-load auth:secret-rotation named',
    'skill-load pdf named',
  ]);
});
