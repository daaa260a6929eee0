import { expect, test } from 'vitest';
import { growth, numbered, times } from './growth.fixture.js';
import { parseSkill } from './parse.js';
import { validateSkill } from './validate.js';

/** Frontmatter of about the given length that is as hard to read as can be. */
const shapes: Readonly<Record<string, (length: number) => string>> = {
  'one long line': (length) => `description: ${times('x', length)}: y\n`,
  'one long key': (length) => `${times('k', length)}: a: b\n`,
  'only blank lines': (length) => times('\n', length),
  'only carriage returns': (length) => times('\r', length),
  'only prose': (length) => times('prose\n', length),
  'many keys': (length) => numbered((index) => `k${index}: v\n`, length),
  'many unquoted colons': (length) => numbered((index) => `k${index}: a: b\n`, length),
  'many tabs': (length) => `a:\n${times('\tb: c\n', length)}`,
  'many open quotes': (length) => times('a: "b\n', length),
  'many quotes in a row': (length) => `a: ${times('"', length)}\nb: c: d\n`,
  'many open brackets': (length) => `a: ${times('[', length)}\n`,
  'many open braces': (length) => `a: ${times('{', length)}\n`,
  'many open parentheses': (length) => `allowed-tools: ${times('(', length)}\n`,
  'many dashes': (length) => `a:\n  ${times('- ', length)}b: c: d\n`,
  'many bad items': (length) => `a:\n${times('- @b\n', length)}`,
  'many continuation lines': (length) => `a: b: c\n${times(' d\n', length)}`,
  'many stray lines': (length) => `a: b\n${times('c\n', length)}`,
  'many placeholders': (length) => times('a: {{b}}\n', length),
  'many forbidden keys': (length) => times('__proto__: {a: b}\n', length),
  'many misshapen declarations': (length) =>
    `required_environment_variables:\n${times('- {name: 1}\n', length)}`,
  'many null bytes': (length) => `a: ${times('\0', length)}\n`,
  'spaces before the colon': (length) => `a${times(' ', length)}x\n`,
  'spaces before a text': (length) => `description: "${times(' ', length)}x"\n`,
  'deep nesting': (length) => numbered((index) => `${' '.repeat(index)}a:\n`, length),
  'an alias bomb': (length) =>
    numbered((index) => `a${index}: &a${index} [${times(`*a${index - 1}, `, 40)}x]\n`, length),
  'a long text as a key, by alias': (length) =>
    `a: &a "${times('x', length / 2)}"\n? [${times('*a,', length / 2)}x]\n: b\n`,
};

for (const [shape, make] of Object.entries(shapes)) {
  test(`the effort to read and validate grows with the size: ${shape}`, () => {
    const readAndValidate = (length: number) => {
      const source = new TextEncoder().encode(`---\n${make(length)}---\nbody\n`);
      return () => {
        const skill = parseSkill(source);
        validateSkill(skill, { mode: 'portable' });
        validateSkill(skill, { mode: 'strict' });
      };
    };
    expect(growth(readAndValidate(4000), readAndValidate(16_000))).toBeLessThan(2);
  });
}
