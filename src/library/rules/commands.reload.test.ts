import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bundle } from './commands.js';
import { type Commands, commandChanges, commandsOf } from './commands.js';

test('what is new, gone and the same after a reload', () => {
  const before = bundles({ 'gif-search': 'finds', deploy: 'deploys' });
  const after = bundles({ 'gif-search': 'finds', review: 'reviews' });
  check(before, after, { added: ['/review'], removed: ['/deploy'], unchanged: ['/gif-search'], total: 2 });
});

test('a command that says something else now is gone and new', () => {
  const before = bundles({ deploy: 'deploys' });
  const after = bundles({ deploy: 'deploys twice' });
  check(before, after, { added: ['/deploy'], removed: ['/deploy'], unchanged: [], total: 1 });
});

test('a reload of the same commands changes nothing', () => {
  const same = bundles({ a: '1', b: '2' });
  check(same, same, { added: [], removed: [], unchanged: ['/a', '/b'], total: 2 });
});

test('what is left of the old with what is new is all there is', () => {
  const some = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('one', 'other'));
  fc.assert(
    fc.property(some, some, (old, now) => {
      const [before, after] = [bundles(old), bundles(now)];
      const { added, removed, unchanged, total } = commandChanges(before, after);
      expect(added.length + unchanged.length).toBe(total);
      expect(removed.length + unchanged.length).toBe(before.commands.length);
      const next = before.commands.filter((command) => !removed.includes(command)).concat(added);
      expect(next.map(({ command }) => command).sort()).toEqual(after.commands.map(({ command }) => command));
    }),
  );
});

interface Expected {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  readonly total: number;
}

function check(before: Commands, after: Commands, expected: Expected): void {
  const { added, removed, unchanged, total } = commandChanges(before, after);
  const named = (commands: Commands['commands']) => commands.map(({ command }) => command);
  expect({ added: named(added), removed: named(removed), unchanged: named(unchanged), total }).toEqual(
    expected,
  );
}

function bundles(descriptions: Readonly<Record<string, string>>): Commands {
  const all = Object.entries(descriptions).map(([name, description]): Bundle => {
    return { name, description, skills: ['x'], instruction: undefined, path: `/${name}.toml` };
  });
  return commandsOf([], all);
}
