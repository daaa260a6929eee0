import { expect, test } from 'vitest';
import type { Environment } from './agent.js';
import { type AgentName, agentNamed } from './index.js';
import { fillListing, type ListingEntry } from './listing.js';

function entry(name: string, description: number, changes: Partial<ListingEntry> = {}): ListingEntry {
  return { name, description, path: '/p', scope: 'user', useCount: 0, wanted: 'whole', ...changes };
}

function check(
  agent: AgentName,
  entries: readonly ListingEntry[],
  expected: string,
  environment: Environment = {},
): void {
  const { entries: listed } = fillListing(agentNamed(agent).listing, entries, { documents: [], environment });
  expect(listed.map((one) => `${one.entry.name} ${one.listed}`).join(', ')).toBe(expected);
}

const budget = (characters: number) => ({ SLASH_COMMAND_TOOL_CHAR_BUDGET: String(characters) });

test('Claude Code drops the descriptions of the least used skills, and keeps their names', () => {
  const used = [entry('a', 100, { useCount: 1 }), entry('b', 100, { useCount: 9 }), entry('c', 100)];
  check('claude', used, 'a whole, b whole, c whole', budget(318));
  check('claude', used, 'a whole, b whole, c name-only', budget(317));
  check('claude', used, 'a name-only, b whole, c name-only', budget(217));
  check('claude', [entry('a', 1537), entry('b', 1536)], 'a cut, b whole');
});

test('Codex shortens all descriptions equally, and leaves entries out only where names do not fit', () => {
  const many = Array.from({ length: 10 }, (_, at) => entry(`s${at}`, at === 0 ? 10 : 1000));
  check(
    'codex',
    many,
    `s0 whole, ${many
      .slice(1)
      .map(({ name }) => `${name} cut`)
      .join(', ')}`,
  );
  const paths = [entry('a', 9, { path: 'x'.repeat(7000) }), entry('b', 9, { path: 'x'.repeat(7000) })];
  check('codex', paths, 'a name-only, b not-listed');
  check('codex', [...paths, entry('z', 9, { scope: 'bundled' })], 'a name-only, b not-listed, z name-only');
  check('codex', [entry('a', 1025)], 'a cut');
});

test('Hermes cuts each description on its own; Gemini CLI and OpenCode cut none', () => {
  check('hermes', [entry('a', 60), entry('b', 61)], 'a whole, b cut');
  check('gemini', [entry('a', 50_000)], 'a whole');
  check('opencode', [entry('a', 50_000)], 'a whole');
});

test('a skill that is not listed takes no characters', () => {
  const entries = [
    entry('a', 100),
    entry('b', 100, { wanted: 'not-listed' }),
    entry('c', 100, { wanted: 'name-only' }),
  ];
  check('claude', entries, 'a whole, b not-listed, c name-only', budget(112));
});
