import { expect, test } from 'vitest';
import { parseArguments } from './rules/parse-arguments.js';
import { globalFlags } from './rules/verb.js';
import { verbs } from './verbs.js';

test('names are unique, and no verb shadows a global flag', () => {
  const names = verbs.map((verb) => verb.name);
  expect(new Set(names).size).toBe(names.length);
  for (const verb of verbs) {
    const flags = [...verb.flags, ...globalFlags].map((flag) => flag.name);
    expect(new Set(flags).size, verb.name).toBe(flags.length);
  }
});

test('summaries start with a capital and have no full stop', () => {
  for (const { summary } of verbs) expect(summary).toMatch(/^[A-Z].*[^.]$/);
});

test('only the last argument repeats, and nothing required follows something optional', () => {
  for (const { name, arguments: given } of verbs) {
    expect(
      given.slice(0, -1).some((argument) => argument.repeat),
      name,
    ).toBe(false);
    const firstOptional = given.findIndex((argument) => argument.optional);
    if (firstOptional !== -1)
      expect(
        given.slice(firstOptional).every((argument) => argument.optional),
        name,
      ).toBe(true);
  }
});

test('every verb has an example, and every example parses', () => {
  for (const verb of verbs) {
    expect(verb.examples.length, verb.name).toBeGreaterThan(0);
    for (const { command } of verb.examples) {
      const words = wordsOf(command);
      expect(parseArguments(words, verbs).kind, command).toBe('run');
    }
  }
});

test('every command can be loaded', async () => {
  for (const verb of verbs) expect(typeof (await verb.load()), verb.name).toBe('function');
});

/** The words after `coppice`, up to a pipe or redirection. */
function wordsOf(command: string): string[] {
  const after = /coppice (.*?)(?=$|\)| [<>|&])/.exec(command)?.[1];
  if (after === undefined) throw new Error(`no coppice in: ${command}`);
  return [...after.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    (found) => found[1] ?? found[2] ?? found[3] ?? '',
  );
}
