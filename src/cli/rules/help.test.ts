import { expect, test } from 'vitest';
import { verbs } from '../verbs.js';
import { flagForm, overview, usageLine, verbHelp } from './help.js';

test.each(verbs.map((verb) => [verb.name, verb] as const))(
  'the page of %s is whole and fits a screen',
  (name, verb) => {
    const page = verbHelp(verb);
    expect(page.startsWith(`coppice ${name} - `)).toBe(true);
    const headings = page.split('\n').filter((line) => /^(usage|arguments|flags.*|examples)$/.test(line));
    expect(headings).toEqual([
      'usage',
      ...(verb.arguments.length > 0 ? ['arguments'] : []),
      ...(verb.flags.length > 0 ? ['flags'] : []),
      'flags of every verb',
      'examples',
    ]);
    const [before = ''] = page.split('\nexamples\n');
    expect(before.split('\n').filter((line) => line.length > 100)).toEqual([]);
  },
);

test('a flag that a verb cannot do without stands without brackets', () => {
  for (const verb of verbs) {
    const line = usageLine(verb);
    for (const flag of verb.flags)
      expect(line.includes(`[${flagForm(flag)}]`), `${verb.name} --${flag.name}`).toBe(!flag.required);
  }
});

test('the overview names every verb', () => {
  const text = overview(verbs);
  for (const { name } of verbs) expect(text).toContain(`  ${name} `);
});
