import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editSetting, readSetting, type SettingKey } from './settings-edit.js';
import { parseSettingsText } from './settings-text.js';

const names = ['rarely', 'other', 'a.b', 'quo"te', 'ünï', 'deploy', 'x-1'];

/** What a person or a program may have written, with blanks, comments and line breaks of every kind. */
const blank = (comments: boolean) =>
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '\n  ',
    '\t',
    '\n\n    ',
    ...(comments ? [' // c\n', '/* d */', '\n// "x": 1,\n  '] : []),
  );

function jsonText(comments: boolean): fc.Arbitrary<string> {
  const gap = blank(comments);
  const key = fc.constantFrom(
    'skills',
    'disabled',
    'skillOverrides',
    'permission',
    'skill',
    'env',
    'model',
    ...names,
  );
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', 'true', 'null', '"a // b"', '"name-only"', '"x\\"}"', '-1.5e3', '""', '"other"'),
      fc.tuple(fc.array(fc.tuple(gap, tie('node'), gap), { maxLength: 3 }), gap, fc.boolean()).map(
        ([items, end, comma]) =>
          `[${joined(
            items.map((item) => item.join('')),
            comments && comma,
          )}${end}]`,
      ),
      fc
        .tuple(fc.array(fc.tuple(gap, key, gap, gap, tie('node'), gap), { maxLength: 4 }), gap, fc.boolean())
        .map(([items, end, comma]) => {
          const spelled = items.map(
            ([a, k, b, c, value, d]) => `${a}${JSON.stringify(k)}${b}:${c}${value}${d}`,
          );
          return `{${joined(spelled, comments && comma)}${end}}`;
        }),
    ),
  }));
  const settings = fc
    .tuple(gap, key, node, gap, fc.array(fc.tuple(gap, key, gap, node), { maxLength: 3 }), gap, fc.boolean())
    .map(([a, k, value, b, more, end, comma]) => {
      const items = [
        `${a}${JSON.stringify(k)}: ${value}${b}`,
        ...more.map(([c, m, d, v]) => `${c}${JSON.stringify(m)}${d}:${v}`),
      ];
      return `{${joined(items, comments && comma)}${end}}`;
    });
  return fc.oneof(
    settings,
    node,
    fc.constantFrom('', '{}', '{ }', '{}\n', '{\n}\n', '{"skills":{"disabled":[]}}'),
  );
}

function joined(items: readonly string[], lastComma: boolean): string {
  return items.join(',') + (lastComma && items.length > 0 ? ',' : '');
}

const tomlText = fc
  .array(
    fc.constantFrom(
      '',
      '# a comment',
      'model = "o3" # said',
      '[skills]',
      'max_context_tokens = 500',
      '[[skills.config]]',
      'path = "/a/SKILL.md"',
      'name = "x"',
      'enabled = false',
      'enabled = true # mine',
      '[mcp_servers."a b"]',
      "command = '''\n[[skills.config]]\n'''",
      'skills.config = []',
      'config = [{path = "/b", enabled = false}]',
      '[skills.bundled]',
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.join('\n'));

const yamlText = fc
  .array(
    fc.constantFrom(
      '',
      '# a comment',
      'model: o3 # said',
      'skills:',
      'skills: {}',
      'skills: {disabled: [other]}',
      '  disabled: [other] # these',
      '  disabled: []',
      '  disabled:',
      '    - other # why',
      "    - 'deploy'",
      '  disabled: "[\\"other\\"]"',
      '  external_dirs: [~/a]',
      'anchors: &a [x]',
      'text: |\n  skills:\n    disabled: [y]',
      '---',
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.join('\n'));

/** Line breaks, a final one or none, and a byte order mark. */
function variants(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.boolean(), fc.boolean(), fc.boolean()).map(([given, windows, ended, mark]) => {
    const whole = given === '' || !ended ? given : `${given}\n`;
    return (mark && whole !== '' ? '\uFEFF' : '') + (windows ? whole.replaceAll('\n', '\r\n') : whole);
  });
}

const keysOf: Readonly<Record<string, (name: string) => SettingKey>> = {
  claude: (name) => ({ format: 'json', form: 'member', keyPath: ['skillOverrides', name] }),
  opencode: (name) => ({ format: 'jsonc', form: 'member', keyPath: ['permission', 'skill', name] }),
  gemini: (name) => ({ format: 'jsonc', form: 'item', keyPath: ['skills', 'disabled', name] }),
  codex: (name) => ({
    format: 'toml',
    form: 'table',
    keyPath: ['skills', 'config', `/s/${name}/SKILL.md`, 'enabled'],
  }),
  hermes: (name) => ({ format: 'yaml', form: 'item', keyPath: ['skills', 'disabled', name] }),
};
const values = { member: 'name-only', item: true, table: false } as const;

test.each([
  ['claude', variants(jsonText(false))],
  ['opencode', variants(jsonText(true))],
  ['gemini', variants(jsonText(true))],
  ['codex', variants(tomlText)],
  ['hermes', variants(yamlText)],
] as const)('what is set in a file of %s is removed in any order without a trace', (agent, texts) => {
  let edits = 0;
  fc.assert(
    fc.property(
      texts,
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      (text, wanted, order) => {
        const set: SettingKey[] = [];
        let edited = text;
        for (const name of wanted) {
          const key = keysOf[agent]?.(name);
          if (key === undefined) continue;
          const before = readSetting(edited, key);
          // A value that is there already belongs to somebody else.
          if (!before.ok || before.value !== undefined) continue;
          const result = editSetting(edited, key, values[key.form]);
          if (!result.ok) continue;
          expect(readSetting(result.text, key)).toEqual({ ok: true, value: values[key.form] });
          edited = result.text;
          set.push(key);
        }
        if (set.length > 0) edits += 1;
        const [rest, first] = [order, [...set]];
        while (first.length > 0) {
          const [key] = first.splice((rest.next().value ?? 0) % first.length, 1);
          const result = key && editSetting(edited, key, undefined);
          expect(result).toMatchObject({ ok: true });
          edited = result?.ok ? result.text : '';
        }
        if (text.trim() === '' && set.length > 0 && agent !== 'codex' && agent !== 'hermes')
          expect(edited).toBe('{}\n');
        else expect(edited).toBe(text);
      },
    ),
    { numRuns: 400 },
  );
  expect(edits).toBeGreaterThan(50);
});

test('a text that is not of its format is never edited', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('claude', 'opencode', 'gemini', 'codex', 'hermes'),
      (text, agent) => {
        const key = keysOf[agent]?.('rarely');
        if (key === undefined || parseSettingsText(text, key.format).ok) return;
        expect(editSetting(text, key, values[key.form]).ok).toBe(false);
      },
    ),
  );
});
