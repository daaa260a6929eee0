import { expect, test } from 'vitest';
import { hookArguments, hooksIn, withHooks, withoutHooks } from './hook-settings.js';

const path = '/u/.claude/settings.json';
const command = `coppice ${hookArguments('claude')}`;
const entry = `{"type": "command", "command": "${command}", "async": true, "timeout": 5}`;

/** Of each row, what installing makes of it; and uninstalling gives it back. */
function check(before: string, after: string): void {
  expect(withHooks(before, path, command)).toBe(after);
  expect(withoutHooks(after, path)).toBe(before);
}

const firstGroup = (indent: string, outer: string) =>
  [
    `${outer}{`,
    `${outer}${indent}"matcher": "*",`,
    `${outer}${indent}"hooks": [`,
    `${outer}${indent}${indent}{`,
    `${outer}${indent}${indent}${indent}"type": "command",`,
    `${outer}${indent}${indent}${indent}"command": "${command}",`,
    `${outer}${indent}${indent}${indent}"async": true,`,
    `${outer}${indent}${indent}${indent}"timeout": 5`,
    `${outer}${indent}${indent}}`,
    `${outer}${indent}]`,
    `${outer}}`,
  ].join('\n');

function group(indent: string, outer: string): string {
  return firstGroup(indent, outer).replace(`\n${outer}${indent}"matcher": "*",`, '');
}

function events(indent: string, first = ''): string {
  const others = ['PostToolUseFailure', 'UserPromptExpansion', 'SessionEnd'];
  const inner = indent.repeat(2);
  const list = (name: string, content: string) => `${inner}"${name}": [\n${content}\n${inner}]`;
  return [
    list('PostToolUse', `${first}${firstGroup(indent, indent.repeat(3))}`),
    ...others.map((name) => list(name, group(indent, indent.repeat(3)))),
  ].join(',\n');
}

test('hooks come behind what is there, in the indentation of the text', () => {
  check('{\n  "model": "opus"\n}\n', `{\n  "model": "opus",\n  "hooks": {\n${events('  ')}\n  }\n}\n`);
  check('{\n\t"model": "opus"\n}', `{\n\t"model": "opus",\n\t"hooks": {\n${events('\t')}\n\t}\n}`);
  check('{}\n', `{\n  "hooks": {\n${events('  ')}\n  }\n}\n`);
});

test('hooks of others stay where they are, and ours come behind them', () => {
  const others = '      {"hooks": [{"type": "command", "command": "lint"}]}';
  check(
    `{\n  "hooks": {\n    "PostToolUse": [\n${others}\n    ]\n  }\n}\n`,
    `{\n  "hooks": {\n${events('  ', `${others},\n`)}\n  }\n}\n`,
  );
});

test('a comment stays with its line, and a last comma stays the style', () => {
  check(
    '{\n  "a": 1, // one\n  // nothing more\n}\n',
    `{\n  "a": 1, // one\n  "hooks": {\n${events('  ')}\n  },\n  // nothing more\n}\n`,
  );
  check('{\n  "a": 1 // one\n}\n', `{\n  "a": 1, // one\n  "hooks": {\n${events('  ')}\n  }\n}\n`);
});

test('line breaks are those of the text, and so is a byte order mark', () => {
  const before = '\uFEFF{\n  "a": 1\n}\n';
  const after = `\uFEFF{\n  "a": 1,\n  "hooks": {\n${events('  ')}\n  }\n}\n`;
  check(before.replaceAll('\n', '\r\n'), after.replaceAll('\n', '\r\n'));
});

test('a text on one line stays on one line', () => {
  const made = (name: string, matcher = '') =>
    `"${name}": [ { ${matcher}"hooks": [ ${entry.replace('{', '{ ').replace('}', ' }')} ] } ]`;
  const list = [
    made('PostToolUse', '"matcher": "*", '),
    made('PostToolUseFailure'),
    made('UserPromptExpansion'),
    made('SessionEnd'),
  ].join(', ');
  check('{"a":1}', `{"a":1, "hooks": { ${list} }}`);
  // These empty braces were there before, which shows in the missing blank, so they stay when our hooks go.
  check('{"hooks":{}}', `{"hooks":{${list}}}`);
});

test('where no settings are yet, they are made', () => {
  const made = `{\n  "hooks": {\n${events('  ')}\n  }\n}\n`;
  for (const nothing of ['', '\n', ' \r\n']) expect(withHooks(nothing, path, command)).toBe(made);
  expect(hooksIn('', path)).toMatchObject({ installed: [], command: null });
  expect(withoutHooks('', path)).toBe('');
});

test('an entry that was moved into a group of others is removed alone', () => {
  const mixed = (own: string) => `{"hooks": {"Stop": [{"hooks": [${own}{"command": "lint"}]}]}}`;
  expect(withoutHooks(mixed(`${entry}, `), path)).toBe(mixed(''));
});

test('a comment that somebody wrote among our hooks stays', () => {
  const noted = withHooks('{}\n', path, command).replace('"hooks": {', '"hooks": { // see the wiki');
  expect(withoutHooks(noted, path)).toBe('{\n  "hooks": { // see the wiki\n  }\n}\n');
});

test('only the last of several hooks counts, as it does for the agent', () => {
  const twice = `{"hooks": {"SessionEnd": [{"hooks": [${entry}]}]}, "hooks": {}}`;
  expect(hooksIn(twice, path)).toEqual({
    installed: [],
    missing: ['PostToolUse', 'PostToolUseFailure', 'UserPromptExpansion', 'SessionEnd'],
    outdated: false,
    command: null,
  });
});

test('a missing hook is added to those that are there', () => {
  const some = `{"hooks": {"SessionEnd": [{"hooks": [${entry}]}]}}`;
  expect(hooksIn(some, path)).toMatchObject({ installed: ['SessionEnd'], command });
  expect(hooksIn(withHooks(some, path, command), path).missing).toEqual([]);
});

/** As version 0.1.0 wrote them. */
function synchronous(text: string): string {
  return text.replaceAll(/,\s*"async": true/g, '');
}

test('hooks that the agent waits for are outdated, and installing changes only that', () => {
  for (const before of ['{}\n', '{\n\t"a": 1\n}', '{"a":1}', '{"hooks":{}}']) {
    const current = withHooks(before, path, command);
    const older = synchronous(current);
    expect(hooksIn(older, path)).toMatchObject({ missing: [], outdated: true, command });
    expect(hooksIn(current, path)).toMatchObject({ missing: [], outdated: false, command });
    expect(withHooks(older, path, command)).toBe(current);
    expect(
      withHooks(
        older.replaceAll(command, `"/old node" main.js ${hookArguments('claude')}`.replaceAll('"', '\\"')),
        path,
        command,
      ),
    ).toBe(current);
    expect(withoutHooks(older, path)).toBe(before);
  }
});

test('an outdated hook keeps the group, the matcher and the other keys that somebody gave it', () => {
  const moved = (own: string) =>
    `{"hooks": {"PostToolUse": [{"matcher": "Bash|Skill", "hooks": [{"command": "lint"}, ${own}]}]}}`;
  const older = moved(`{ "command": "${command}" /* ours */, "timeout": 9 }`);
  const current = moved(`{ "command": "${command}", "async": true /* ours */, "timeout": 9 }`);
  expect(withHooks(older, path, command).startsWith(current.slice(0, -2))).toBe(true);
});

test('an entry that says itself that the agent should wait stays so', () => {
  const chosen = withHooks('{}', path, command).replaceAll('"async": true', '"async": false');
  expect(hooksIn(chosen, path)).toMatchObject({ missing: [], outdated: false });
  expect(withHooks(chosen, path, command)).toBe(chosen);
});

test('what is not JSON is refused with its place', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['{\n  "a": 1\n  "b": 2\n}', '3:3: not valid JSON: a comma or } was expected'],
    ['{\r\n  "a" 1}', '2:7: not valid JSON: a colon was expected'],
    ['{a: 1}', '1:2: not valid JSON: a key in double quotes was expected'],
    ['{"a": 01}', '1:7: not valid JSON: a value was expected'],
    ['{"a": tru}', '1:7: not valid JSON: a value was expected'],
    ['{"a": "b\n"}', '1:7: not valid JSON: a value was expected'],
    ['{"a": [1 2]}', '1:10: not valid JSON: a comma or ] was expected'],
    ['{"a": 1', '1:8: not valid JSON: a comma or } was expected'],
    ['{} {}', '1:4: not valid JSON: the end of the file was expected'],
    ['{"a": /* open }', '1:7: not valid JSON: a value was expected'],
    [`{"a": ${'['.repeat(100_000)}`, '1:207: not valid JSON: it is nested too deeply'],
  ];
  for (const [text, place] of rows) {
    const edits = [
      () => withHooks(text, path, command),
      () => withoutHooks(text, path),
      () => hooksIn(text, path),
    ];
    for (const edit of edits) {
      expect(edit).toThrow(expect.objectContaining({ code: 'bad-config', message: `${path}:${place}` }));
    }
  }
});

test('what is JSON of another shape gets no hooks, and has none', () => {
  for (const text of ['[]', '"x"', '{"hooks": []}', '{"hooks": {"SessionEnd": {}}}', '{"hooks": null}']) {
    expect(() => withHooks(text, path, command)).toThrow(expect.objectContaining({ code: 'bad-config' }));
    expect(hooksIn(text, path).installed).toEqual([]);
    expect(withoutHooks(text, path)).toBe(text);
  }
});

test('each agent has its own command, unit of the timeout and events, and leaves those of the others alone', () => {
  const of = (agent: 'codex' | 'qwen') => `coppice ${hookArguments(agent)}`;
  const hook = (agent: 'codex' | 'qwen', timeout: number) => ({
    hooks: [{ type: 'command', command: of(agent), async: true, timeout }],
  });
  const codex = withHooks('', path, of('codex'), 'codex');
  expect(JSON.parse(codex)).toEqual({ hooks: { PostToolUse: [hook('codex', 5)] } });
  const qwen = withHooks('{ /* mine */ }', path, of('qwen'), 'qwen');
  expect(JSON.parse(qwen.replace('/* mine */', ''))).toEqual({
    hooks: Object.fromEntries(
      ['PostToolUse', 'PostToolUseFailure', 'SessionEnd'].map((event) => [event, [hook('qwen', 5000)]]),
    ),
  });
  expect(withoutHooks(qwen, path, 'qwen')).toBe('{ /* mine */ }');
  expect(withoutHooks(qwen, path, 'claude')).toBe(qwen);
  expect(hooksIn(qwen, path, 'codex').installed).toEqual([]);
});
