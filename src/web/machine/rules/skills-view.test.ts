import { expect, test } from 'vitest';
import type { SkillRow } from '../../../machine/api/skills.js';
import { readSkillsView, rowsInView, type SkillsView, skillsAddress } from './skills-view.js';

const plain: SkillRow = {
  id: 'claude:plain',
  name: 'plain',
  description: 'Does things.',
  root: 'claude',
  state: 'active',
  pinned: false,
  verdict: 'pass',
  accepted: false,
  uses: [1],
  useCount: 1,
  lastUsedAt: 5,
  tasks: 0,
  failed: 0,
  tokens: 10,
  quiet: [],
  provenance: 'agent',
};
const row = (name: string, facts: Partial<SkillRow> = {}): SkillRow => ({
  ...plain,
  name,
  id: `${facts.root ?? plain.root}:${name}`,
  ...facts,
});
const rows = [
  row('zebra', { description: 'Deploys the black and white service.', uses: [1, 4], lastUsedAt: 9 }),
  row('apple', { root: 'codex', uses: [], lastUsedAt: null, provenance: 'unknown', tokens: 50 }),
  row('blocked', { verdict: 'block', description: '' }),
  row('warned', { verdict: 'warn', pinned: true }),
  row('flaky', { tasks: 4, failed: 1, quiet: ['codex'] }),
  row('broken', { tasks: 2, failed: 2 }),
  row('gone', { state: 'archived', uses: [] }),
];
const view: SkillsView = { find: '', root: '', show: 'present', sort: 'name' };

test.each<[Partial<SkillsView>, readonly string[]]>([
  [{}, ['apple', 'blocked', 'broken', 'flaky', 'warned', 'zebra']],
  [{ find: 'WHITE service' }, ['zebra']],
  [{ find: 'codex:app' }, ['apple']],
  [{ root: 'codex' }, ['apple']],
  [{ show: 'blocked' }, ['blocked', 'warned']],
  [{ show: 'failing', sort: 'failing' }, ['broken', 'flaky']],
  [{ show: 'unused' }, ['apple']],
  [{ show: 'quiet' }, ['flaky']],
  [{ show: 'undeclared' }, ['apple']],
  [{ show: 'pinned' }, ['warned']],
  [{ show: 'archived' }, ['gone']],
  [{ sort: 'activity', find: 'e' }, ['zebra', 'blocked', 'broken', 'flaky', 'warned', 'apple']],
  [{ sort: 'tokens', find: 'apple' }, ['apple']],
  [{ sort: 'last', root: 'claude', show: 'pinned' }, ['warned']],
])('%j', (changes, expected) => {
  expect(rowsInView(rows, { ...view, ...changes }).map(({ name }) => name)).toEqual(expected);
});

test.each<[Partial<SkillsView>]>([
  [{}],
  [{ find: 'a & b=c', root: 'claude (project)' }],
  [{ show: 'failing', sort: 'tokens' }],
])('the address says all of %j', (changes) => {
  const [, query = ''] = skillsAddress({ ...view, ...changes }).split('?');
  expect(readSkillsView(new URLSearchParams(query))).toEqual({ ...view, ...changes });
});

test('an address with something unknown shows all skills', () => {
  expect(readSkillsView(new URLSearchParams('show=everything&sort=size'))).toEqual(view);
});
