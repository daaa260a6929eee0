import { expect, test } from 'vitest';
import { verbs } from '../verbs.js';
import { flagForm, groupHelp, groupsOf, overview, usageLine, verbHelp } from './help.js';
import { dailyVerbs } from './verb.js';

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

test('the overview shows the verbs of every day and every topic on one screen', () => {
  const text = overview(verbs);
  const daily = Object.values(dailyVerbs).flat();
  for (const { name } of verbs.filter((verb) => daily.includes(verb.name)))
    expect(text).toContain(`\n  ${name} `);
  for (const { topic } of groupsOf(verbs)) expect(text).toContain(`\n  ${topic} `);
  expect(text.split('\n').length).toBeLessThanOrEqual(60);
  expect(text.split('\n').filter((line) => line.length > 110)).toEqual([]);
});

test('the topics name every verb', () => {
  const pages = groupsOf(verbs).map(({ topic, members }) => groupHelp(topic, members));
  for (const { name } of verbs)
    expect(
      pages.some((page) => page.includes(`\n  ${name} `)),
      name,
    ).toBe(true);
});

test('the page of a verb names the verbs below it', () => {
  const usage = verbs.find(({ name }) => name === 'usage');
  expect(usage && verbHelp(usage, verbs)).toMatch(/verbs below it\n {2}usage record +Count/);
});
