import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import { parseArguments } from './parse-arguments.js';
import type { Verb } from './verb.js';

const base = { group: 'program', summary: 'Do it', description: [], flags: [], examples: [] } as const;
const never = () => Promise.reject(new Error('not loaded by the parser'));
const verbs: readonly Verb[] = [
  {
    ...base,
    name: 'patch',
    arguments: [{ name: 'skill', summary: 'which one' }],
    flags: [
      { name: 'find', value: 'TEXT', summary: 'what' },
      { name: 'all', summary: 'all of them' },
      { name: 'root', value: 'LABEL', summary: 'where', repeat: true },
      { name: 'mode', value: 'MODE', summary: 'how', choices: ['soft', 'hard'] },
    ],
    load: never,
  },
  { ...base, name: 'usage', arguments: [{ name: 'skill', summary: 'one', optional: true }], load: never },
  {
    ...base,
    name: 'usage record',
    arguments: [
      { name: 'skill', summary: 'which one' },
      { name: 'kind', summary: 'what happened', choices: ['use', 'view'] },
    ],
    load: never,
  },
  { ...base, name: 'invoke', arguments: [{ name: 'word', summary: 'all of it', repeat: true }], load: never },
  { ...base, name: 'curate', arguments: [], load: never },
  { ...base, name: 'curate status', arguments: [], load: never },
  { ...base, name: 'registry serve', arguments: [], load: never },
  { ...base, name: 'registry admin backup', arguments: [], load: never },
];

function parsed(...words: string[]) {
  const result = parseArguments(words, verbs);
  if (result.kind !== 'run') return result.kind === 'help' ? `help ${result.verb?.name ?? ''}` : result.kind;
  const { verb, input } = result;
  return {
    verb: verb.name,
    given: verb.arguments.map((argument) => input.argumentList(argument.name).join(' ')),
    flags: Object.fromEntries(
      [...verb.flags, { name: 'json' }, { name: 'home' }]
        .filter(({ name }) => input.isOn(name))
        .map(({ name }) => [name, input.texts(name)]),
    ),
  };
}

test.each([
  [['patch', 'x'], { verb: 'patch', given: ['x'], flags: {} }],
  [
    ['--home', '/h', '--root=a', 'patch', 'x'],
    { verb: 'patch', given: ['x'], flags: { root: ['a'], home: ['/h'] } },
  ],
  [['--home'], 'help '],
  [['--json', 'patch', 'x'], { verb: 'patch', given: ['x'], flags: { json: [''] } }],
  [['patch', 'x', '--json'], { verb: 'patch', given: ['x'], flags: { json: [''] } }],
  [['patch', '--find', '--all', 'x'], { verb: 'patch', given: ['x'], flags: { find: ['--all'] } }],
  [
    ['patch', '--find=a=b', 'x', '--all'],
    { verb: 'patch', given: ['x'], flags: { find: ['a=b'], all: [''] } },
  ],
  [['patch', '--find', '', 'x'], { verb: 'patch', given: ['x'], flags: { find: [''] } }],
  [['patch', '--', '--all'], { verb: 'patch', given: ['--all'], flags: {} }],
  [['patch', '-'], { verb: 'patch', given: ['-'], flags: {} }],
  [['patch', '-1'], { verb: 'patch', given: ['-1'], flags: {} }],
  [
    ['patch', 'x', '--root', 'a', '--root', 'b'],
    { verb: 'patch', given: ['x'], flags: { root: ['a', 'b'] } },
  ],
  [['usage'], { verb: 'usage', given: [''], flags: {} }],
  [['usage', 'x'], { verb: 'usage', given: ['x'], flags: {} }],
  [['usage', 'record', 'x', 'use'], { verb: 'usage record', given: ['x', 'use'], flags: {} }],
  [['invoke', '/a', 'b', 'c'], { verb: 'invoke', given: ['/a b c'], flags: {} }],
  [[], 'help '],
  [['--help'], 'help '],
  [['-h'], 'help '],
  [['help'], 'help '],
  [['help', 'program'], 'group-help'],
  [['registry', '--help'], 'group-help'],
  [['help', 'usage', 'record'], 'help usage record'],
  [['--help', 'patch'], 'help patch'],
  [['patch', '--help'], 'help patch'],
  [['help', 'registry'], 'group-help'],
  [['registry', '--help'], 'group-help'],
  [['--help', 'registry', 'admin'], 'group-help'],
  [['help', 'usage'], 'help usage'],
  [['--version'], 'version'],
  [['--json', '--version'], 'version'],
  [['-V'], 'version'],
])('%j is understood', (words, expected) => {
  expect(parsed(...words)).toEqual(expected);
});

test.each([
  [['patsh'], 'usage', 'unknown verb: patsh', 'did you mean: coppice patch'],
  [['zzzzzz'], 'usage', 'unknown verb: zzzzzz', 'coppice --help lists the verbs'],
  [['registry'], 'usage', 'registry needs one of: serve, admin backup', 'coppice help registry'],
  [['registry', 'admin'], 'usage', 'registry admin needs one of: backup', 'coppice help registry admin'],
  [['registry', 'serv'], 'usage', 'unknown verb: registry serv', 'did you mean: coppice registry serve'],
  [['regstry', 'serve'], 'usage', 'unknown verb: regstry', 'did you mean: coppice registry serve'],
  [
    ['registry', 'admn', 'backup'],
    'usage',
    'unknown verb: registry admn',
    'did you mean: coppice registry admin backup',
  ],
  [['registry', 'admn'], 'usage', 'unknown verb: registry admn', 'did you mean: coppice registry admin'],
  [['backup'], 'usage', 'unknown verb: backup', 'did you mean: coppice registry admin backup'],
  [['usage', 'x', 'y'], 'usage', 'usage takes no further argument: y', 'coppice help usage'],
  [
    ['curate', 'statis'],
    'usage',
    'curate takes no further argument: statis',
    'did you mean: coppice curate status',
  ],
  [['registry', 'zzzzzz'], 'usage', 'unknown verb: registry zzzzzz', 'coppice help registry'],
  [['patch'], 'usage', 'patch needs SKILL: which one', 'coppice help patch'],
  [['patch', 'x', 'y'], 'usage', 'patch takes no further argument: y', 'coppice help patch'],
  [['patch', 'x', '--finde', 'y'], 'usage', 'unknown flag: --finde', 'did you mean: --find'],
  [['patch', 'x', '-f'], 'usage', 'unknown flag: -f', 'coppice help patch'],
  [['patch', 'x', '-undefined'], 'usage', 'unknown flag: -undefined', 'coppice help patch'],
  [['--finde'], 'usage', 'unknown flag: --finde', 'coppice help'],
  [['patch', 'x', '--find'], 'usage', '--find needs a value: TEXT', 'coppice help patch'],
  [['patch', 'x', '--all=yes'], 'usage', '--all takes no value', 'coppice help patch'],
  [['patch', 'x', '--mode', 'loud'], 'bad-value', '--mode cannot be loud', 'use one of: soft, hard'],
  [['usage', 'record', 'x', 'lick'], 'bad-value', 'KIND cannot be lick', 'use one of: use, view'],
])('%j is answered with what is wrong and what to do', (words, code, message, hint) => {
  const failure = caught(() => parsed(...words));
  expect([failure.code, failure.message, failure.hint]).toEqual([code, message, hint]);
});

function caught(work: () => unknown): CoppiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof CoppiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

test('without a verb, the status is shown where there is a verb for it', () => {
  const withStatus: readonly Verb[] = [...verbs, { ...base, name: 'status', arguments: [], load: never }];
  const parse = (...words: string[]) => parseArguments(words, withStatus);
  for (const words of [[], ['--json'], ['--home', '/h']]) {
    expect(parse(...words)).toMatchObject({ kind: 'run', verb: { name: 'status' } });
  }
  const found = parse('--home', '/h');
  expect(found.kind === 'run' && found.input.text('home')).toBe('/h');
  expect(parse('--json', '--help')).toEqual({ kind: 'help', verb: undefined });
});
