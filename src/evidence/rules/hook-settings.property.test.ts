import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonFault, type JsonNode, parseJsonText } from '../../text/edit/json-outline.js';
import { hookArguments, hookEvents, hooksIn, withHooks, withoutHooks } from './hook-settings.js';

const path = 'settings.json';
const command = `coppice ${hookArguments('claude')}`;

const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\n\t', '  \n    ');
const comment = fc.constantFrom('', '', '// said \n', '/* a, } */', '/* two\n lines */');
const gap = fc.tuple(blank, comment, blank).map((parts) => parts.join(''));
const event = fc.constantFrom(...hookEvents('claude'), 'Stop');
const scalar = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '/', '*', '{', ']', ',', ' ', 'é', '😀') }),
);

/** JSON with blanks and comments wherever they may be. */
function spelled(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(gap, value, gap).map((parts) => parts.join(''));
}

function container(
  brackets: readonly [string, string],
  item: fc.Arbitrary<string>,
  maxLength: number,
): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(item, { maxLength }), gap, fc.boolean(), gap)
    .map(([items, inside, comma, after]) => {
      const content = items.length === 0 ? inside : items.join(',') + (comma ? `,${after}` : '');
      return brackets[0] + content + brackets[1];
    });
}

function member(key: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(spelled(key.map((name) => JSON.stringify(name))), spelled(value))
    .map((parts) => parts.join(':'));
}

const anything = fc.oneof(
  scalar.map((value) => JSON.stringify(value)),
  container(['[', ']'], spelled(scalar.map((value) => JSON.stringify(value))), 2),
);
const entry = fc.constantFrom(
  '{"type": "command", "command": "echo evidence record"}',
  '{\n  "type": "command"\n}',
);
const group = container(
  ['{', '}'],
  member(fc.constant('hooks'), container(['[', ']'], spelled(entry), 2)),
  1,
);
const groups = container(['[', ']'], spelled(group), 2);
const hooks = container(['{', '}'], member(event, groups), 3);
const members = fc.oneof(
  member(fc.constantFrom('model', 'env', 'a'), anything),
  member(fc.constant('hooks'), hooks),
);
const settings = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    spelled(container(['{', '}'], members, 3)),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([mark, text, lineBreak]) => mark + text.replaceAll('\n', lineBreak));

const parsed = (text: string) => JSON.parse(JSON.stringify(meaning(parseJsonText(text))));

function meaning(node: JsonNode | JsonFault): unknown {
  if (node.kind === 'fault') throw new Error(node.reason);
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map((item) => meaning(item.value));
  return Object.fromEntries(node.items.map((item) => [item.key, meaning(item.value)]));
}

test('installing and uninstalling gives the same bytes back', () => {
  fc.assert(
    fc.property(settings, (text) => {
      expect(withoutHooks(withHooks(text, path, command), path)).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('installing adds our entries and changes nothing else, and the second time nothing at all', () => {
  fc.assert(
    fc.property(settings, (text) => {
      const edited = withHooks(text, path, command);
      expect(hooksIn(edited, path)).toEqual({
        installed: hookEvents('claude'),
        missing: [],
        outdated: false,
        command,
      });
      expect(withHooks(edited, path, command)).toBe(edited);
      const { hooks: before = {}, ...rest } = parsed(text);
      const { hooks: after, ...restAfter } = parsed(edited);
      expect(restAfter).toEqual(rest);
      const own = (name: string) => ({
        ...(name === 'PostToolUse' && { matcher: '*' }),
        hooks: [{ type: 'command', command, async: true, timeout: 5 }],
      });
      const added = hookEvents('claude').map((name) => [name, [...(before[name] ?? []), own(name)]]);
      expect(after).toEqual({ ...before, ...Object.fromEntries(added) });
    }),
    { numRuns: 500 },
  );
});

test('what another version of the command left is brought up to date, and uninstalled all the same', () => {
  fc.assert(
    fc.property(settings, fc.boolean(), (text, isSynchronous) => {
      const current = withHooks(text, path, `"/old node" "main.js" ${hookArguments('claude')}`);
      const older = isSynchronous ? current.replaceAll(/,\s*"async": true/g, '') : current;
      expect(hooksIn(older, path).outdated).toBe(isSynchronous);
      expect(withHooks(older, path, command)).toBe(withHooks(text, path, command));
      expect(withoutHooks(older, path)).toBe(text);
    }),
    { numRuns: 200 },
  );
});

test('a JSON text means to the reader of settings what it means to JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (text, indent) => {
      const again = JSON.stringify(JSON.parse(text), null, indent);
      expect(parsed(again)).toEqual(JSON.parse(again));
    }),
    { numRuns: 300 },
  );
});
