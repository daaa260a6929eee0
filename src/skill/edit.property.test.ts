import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EditValue } from '../text/edit/yaml/plan.js';
import { type ScalarStyle, writeInline, writeScalar } from '../text/edit/yaml/write.js';
import { type EditOutcome, removeField, replaceBody, setField } from './edit.js';
import { parseSkill } from './parse.js';
import type { Frontmatter, FrontmatterValue, Skill } from './skill.js';
import { isMap } from './yaml.js';

/** What is read from a value, and the text it is written in: behind the colon, and on the lines below. */
interface Written {
  readonly value: FrontmatterValue;
  readonly head: string;
  readonly lines: readonly string[];
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'plain words',
    'yes',
    '1.0',
    'a: b',
    'it’s',
    '"q"',
    '# no',
    'one\ntwo',
    'one\n\ntwo\n',
    ' x ',
    '',
  ),
  fc.constant('a long text that is folded over lines '.repeat(4).trim()),
);
const comment = fc.constantFrom('', '', ' # why', '   # "it"');
const style = fc.constantFrom<ScalarStyle[]>('plain', 'single', 'double', 'literal', 'folded');
const indent = fc.integer({ min: 1, max: 4 }).map((columns) => ' '.repeat(columns));
const keys = ['name', 'tags', 'metadata', 'a b', 'été', 'yes', 'x-1', 'pinned'];

const scalar: fc.Arbitrary<Written> = fc
  .tuple(text, style, comment, indent)
  .map(([value, old, behind, margin]) => {
    const { head, lines } = writeScalar(value, old, 'block');
    return { value, head: ` ${head}${behind}`, lines: indented(lines, margin) };
  });

const blockList: fc.Arbitrary<Written> = fc
  .tuple(
    fc.array(fc.tuple(text, comment), { minLength: 1, maxLength: 4 }),
    comment,
    fc.constantFrom('', '  '),
  )
  .map(([items, behind, margin]) => ({
    value: items.map(([item]) => item),
    head: behind,
    lines: items.map(([item, after]) => `${margin}- ${writeInline(item, 'plain', 'block')}${after}`),
  }));

const flowList: fc.Arbitrary<Written> = fc
  .tuple(fc.array(text, { maxLength: 4 }), comment)
  .map(([value, behind]) => ({
    value,
    head: ` [${value.map((item) => writeInline(item, 'plain', 'flow')).join(', ')}]${behind}`,
    lines: [],
  }));

const flowMap: fc.Arbitrary<Written> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...keys), text, { minKeys: 1, maxKeys: 3 }),
    fc.constantFrom('', ' '),
    comment,
  )
  .map(([value, padding, behind]) => {
    const entries = Object.entries(value).map(([key, item]) => {
      return `${writeInline(key, 'plain', 'flow')}: ${writeInline(item, 'plain', 'flow')}`;
    });
    return { value, head: ` {${padding}${entries.join(', ')}${padding}}${behind}`, lines: [] };
  });

/** Every field with the lines above it; a map's own lines are those of its fields. */
interface Entry {
  readonly key: string;
  readonly above: readonly string[];
  readonly written: Written;
}

function entries(depth: number): fc.Arbitrary<readonly Entry[]> {
  const value =
    depth === 0
      ? [scalar, blockList, flowList, flowMap]
      : [scalar, scalar, blockList, flowMap, blockMap(depth)];
  return fc.uniqueArray(
    fc.record({
      key: fc.constantFrom(...keys),
      above: fc.constantFrom([], [], ['# above'], ['', '# above']),
      written: fc.oneof(...value),
    }),
    { selector: ({ key }) => key, minLength: 1, maxLength: 5 },
  );
}

function blockMap(depth: number): fc.Arbitrary<Written> {
  return fc.tuple(entries(depth - 1), comment, indent).map(([list, behind, margin]) => ({
    value: fieldsOf(list),
    head: behind,
    lines: indented(list.flatMap(linesOf), margin),
  }));
}

function fieldsOf(list: readonly Entry[]): Frontmatter {
  return Object.fromEntries(list.map(({ key, written }) => [key, written.value]));
}

function linesOf(entry: Entry): readonly string[] {
  return [...entry.above, ...ownLines(entry)];
}

function ownLines({ key, written }: Entry): readonly string[] {
  return [`${writeInline(key, 'plain', 'block')}:${written.head}`, ...written.lines];
}

function indented(lines: readonly string[], margin: string): readonly string[] {
  return lines.map((line) => (line === '' ? '' : margin + line));
}

interface File {
  readonly value: Frontmatter;
  /** The file in pieces: the opening fence; what is above and in every top-level field; the lines below; the rest. */
  readonly pieces: readonly Uint8Array[];
  readonly skill: Skill;
}

const file: fc.Arbitrary<File> = fc
  .record({
    list: entries(2),
    mark: fc.constantFrom('', '\uFEFF'),
    newline: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom([], ['# the end'], ['']),
    body: fc.uint8Array({ maxLength: 20 }),
  })
  .map(({ list, mark, newline, end, body }) => {
    const bytes = (...lines: readonly string[]) => encode(lines.map((line) => line + newline).join(''));
    const pieces = [
      bytes(`${mark}---`),
      ...list.flatMap((entry) => [bytes(...entry.above), bytes(...ownLines(entry))]),
      bytes(...end),
      concat([bytes('---'), body]),
    ];
    return { value: fieldsOf(list), pieces, skill: parseSkill(concat(pieces)) };
  });

const present = fc
  .tuple(file, fc.nat())
  .map(([given, pick]) => ({ ...given, path: pickFrom(pathsIn(given.value), pick) }));

/** In any map there is, the top level included; perhaps in a new map. */
const missing = fc
  .tuple(file, fc.nat(), fc.constantFrom(['new'], ['new', 'newer']))
  .map(([given, pick, names]) => {
    const maps = pathsIn(given.value).filter((path) => isMap(valueAt(given.value, path)));
    return { ...given, path: [...pickFrom([[], ...maps], pick), ...names] };
  });

const newValue: fc.Arbitrary<EditValue> = fc.oneof(text, fc.boolean(), fc.array(text, { maxLength: 4 }));

test('the generated files are read as they were meant', () => {
  fc.assert(
    fc.property(file, ({ value, skill }) => {
      expect(skill.reading).toBe('clean');
      expect(skill.frontmatter).toEqual(value);
    }),
  );
});

test('a field that is set has the new value, and no other field and no byte around it has changed', () => {
  fc.assert(
    fc.property(fc.oneof(present, missing), newValue, ({ value, pieces, skill, path }, wanted) => {
      const edited = skillOf(setField(skill, path, wanted));
      expect(edited.frontmatter).toEqual(
        withValue(value, path, typeof wanted === 'boolean' ? `${wanted}` : wanted),
      );
      expectKept(edited, pieces, Object.keys(value).indexOf(path[0] ?? ''));
    }),
    { numRuns: 300 },
  );
});

test('a field that is removed is gone, and no other field and no byte around it has changed', () => {
  fc.assert(
    fc.property(present, ({ value, pieces, skill, path }) => {
      const edited = skillOf(removeField(skill, path));
      expect(edited.frontmatter).toEqual(withValue(value, path, undefined));
      expectKept(edited, pieces, Object.keys(value).indexOf(path[0] ?? ''));
    }),
    { numRuns: 300 },
  );
});

test('removing what was added gives back the same bytes', () => {
  fc.assert(
    fc.property(missing, newValue, ({ skill, path }, value) => {
      const added = skillOf(setField(skill, path, value));
      expect(latin1(skillOf(removeField(added, path)).source)).toBe(latin1(skill.source));
    }),
    { numRuns: 200 },
  );
});

test('setting a text or a list of texts back gives back the same bytes', () => {
  fc.assert(
    fc.property(present, ({ value, skill, path }) => {
      const old = textOrTexts(valueAt(value, path));
      fc.pre(old !== undefined);
      const other = typeof old === 'string' ? 'other words' : [...old, 'other words'];
      const changed = skillOf(setField(skill, path, other));
      expect(latin1(skillOf(setField(changed, path, old)).source)).toBe(latin1(skill.source));
    }),
    { numRuns: 200 },
  );
});

test('a replaced body is read back, and the frontmatter stays as it is', () => {
  fc.assert(
    fc.property(file, fc.string({ unit: 'binary' }), ({ skill }, body) => {
      const edited = skillOf(replaceBody(skill, body));
      const head = skill.source.subarray(0, skill.layout.bodyStart);
      expect(latin1(edited.source)).toBe(latin1(head) + latin1(encode(body)));
      expect(edited.frontmatter).toEqual(skill.frontmatter);
    }),
  );
});

/** Files that are wrong in every way: pieces of YAML in no order, or any bytes at all. */
const anyFile = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '---\n',
          '---\r\n',
          '\n',
          '\r',
          '  ',
          '\t',
          'a',
          'b: ',
          'a: x\n',
          '"',
          "'",
          '[',
          ']',
          '{',
          '}',
          ', ',
          ': ',
        ],
        ...[
          '- ',
          '? ',
          '|\n',
          '>-\n',
          '# c\n',
          '&x ',
          '*x',
          '!!str ',
          '!t ',
          '<<: ',
          '%YAML 1.2\n',
          '...\n',
          '\uFEFF',
        ],
        ...['b:\n  a: 1\n', 'b:\n  - a\n', '__proto__: x\n', '\u0085', '🌳'],
      ),
      { maxLength: 24 },
    )
    .map((parts) => encode(`---\n${parts.join('')}\n---\nbody`)),
);

test('an edit of any bytes at all has an outcome, and what is edited is as it was asked for', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'new', '__proto__', 'constructor', ''), { maxLength: 3 });
  fc.assert(
    fc.property(anyFile, path, newValue, (bytes, at, wanted) => {
      const skill = parseSkill(bytes);
      const body = bodyOf(skill);
      const set = setField(skill, at, wanted);
      if (set.kind === 'edited') {
        expect(valueAt(set.skill.frontmatter, at)).toEqual(
          typeof wanted === 'boolean' ? `${wanted}` : wanted,
        );
        expect(bodyOf(set.skill)).toBe(body);
      }
      const removed = removeField(skill, at);
      if (removed.kind === 'edited') {
        expect(valueAt(removed.skill.frontmatter, at)).toBeUndefined();
        expect(bodyOf(removed.skill)).toBe(body);
      }
      const replaced = replaceBody(skill, 'new body');
      if (replaced.kind === 'edited') expect(replaced.skill.frontmatter).toEqual(skill.frontmatter);
    }),
    { numRuns: 1000 },
  );
});

/** Everything before and after the field with that number; for a new one, all fields and the rest of the file. */
function expectKept(edited: Skill, pieces: readonly Uint8Array[], field: number) {
  const from = field === -1 ? pieces.length - 2 : 2 + 2 * field;
  const before = latin1(concat(pieces.slice(0, from)));
  const after = latin1(concat(pieces.slice(from + 1)));
  expect(latin1(edited.source).slice(0, before.length)).toBe(before);
  expect(latin1(edited.source).slice(-after.length)).toBe(after);
}

function skillOf(outcome: EditOutcome): Skill {
  if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.reason}`);
  return outcome.skill;
}

function pickFrom<T>(choices: readonly T[], pick: number): T {
  const choice = choices[pick % choices.length];
  if (choice === undefined) throw new Error('nothing to pick from');
  return choice;
}

function pathsIn(fields: Frontmatter): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const below = isMap(value) ? pathsIn(value) : [];
    return [[key], ...below.map((path) => [key, ...path])];
  });
}

function valueAt(fields: FrontmatterValue, path: readonly string[]): FrontmatterValue | undefined {
  const [key, ...below] = path;
  if (key === undefined) return fields;
  return isMap(fields) && Object.hasOwn(fields, key) ? valueAt(fields[key] ?? '', below) : undefined;
}

/** Undefined for what cannot be set back as it was: a map, and an empty list, whose brackets may hold spaces. */
function textOrTexts(value: FrontmatterValue | undefined): string | readonly string[] | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;
}

/** Without a value the field is left out, and a map that held nothing else with it. */
function withValue(
  fields: Frontmatter,
  path: readonly string[],
  value: FrontmatterValue | undefined,
): Frontmatter {
  const [key = '', ...below] = path;
  const { [key]: old, ...others } = fields;
  const inner = below.length === 0 ? value : withValue(isMap(old) ? old : {}, below, value);
  if (inner === undefined || (isMap(inner) && Object.keys(inner).length === 0)) return others;
  return { ...others, [key]: inner };
}

function bodyOf({ source, layout }: Skill): string {
  return latin1(source.subarray(layout.bodyStart));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** One character per byte, which compares fast and shows where it differs. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
