import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { setTomlKey } from './toml.js';

const item = fc.string({
  unit: fc.constantFrom('/', 'a', '"', "'", '#', '[', ']', ',', '\\', '\n', 'é'),
  maxLength: 5,
});
const comment = fc.constantFrom('', ' # said', ' # "x", ]');

/** One line for each item, or all on one line, with or without a last comma. */
const list = fc
  .tuple(fc.array(fc.tuple(item, comment), { maxLength: 4 }), fc.constantFrom(' ', '\n  '), fc.boolean())
  .map(([items, gap, lastComma]) => {
    const spelled = items.map(([text, said], at) => {
      const comma = lastComma || at < items.length - 1 ? ',' : '';
      return `${gap}${JSON.stringify(text)}${comma}${gap === ' ' ? '' : said}`;
    });
    return `[${spelled.join('')}${gap === ' ' ? '' : '\n'}]`;
  });

const line = fc.oneof(
  fc.constant(''),
  fc.constant('# a comment'),
  item.map((text) => `note = ${JSON.stringify(text)} # said`),
);

const document = fc
  .record({ value: fc.option(list), before: line, after: line, lineBreak: fc.constantFrom('\n', '\r\n') })
  .map(({ value, before, after, lineBreak }) => {
    const own = value === null ? '' : `[library]\ntrusted_projects = ${value}\n`;
    const parts = { head: `[skills]\n${before}\n`, own, tail: `[skills.more]\n${after}\n` };
    const [head = '', mine = '', tail = ''] = Object.values(parts).map((part) =>
      part.replaceAll('\n', lineBreak),
    );
    return {
      text: head + mine + tail,
      head: mine === '' ? head + tail : head,
      tail: mine === '' ? '' : tail,
    };
  });

test('the key has the value, and all that stands before and behind its list stays', () => {
  fc.assert(
    fc.property(document, fc.array(item, { maxLength: 4 }), ({ text, head, tail }, wanted) => {
      const edited = setTomlKey(text, 'library.trusted_projects', wanted) ?? '';
      expect(parse(edited)).toEqual({ ...parse(text), library: { trusted_projects: wanted } });
      expect(edited.startsWith(head)).toBe(true);
      expect(edited.endsWith(tail)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
