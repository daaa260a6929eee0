import { expect, test } from 'vitest';
import { parseProposal } from './proposal.js';

const times = { firstSeen: 1, lastSeen: 2, expiresAt: 3 };

/** As version 0.1.0 wrote it. */
const old = {
  version: 1,
  id: 'abcdef012345',
  skill: 'home:deploy',
  path: '/home/skills/deploy/SKILL.md',
  createdAt: 5,
  state: 'pending',
  kind: 'note',
  title: 'Bash error, 2 times: Traceback: boom',
  risk: 'low',
  riskReasons: [],
  base: { sha256: 'f'.repeat(64), supportSha256: null },
  days: 30,
  summary: { toolEvents: 1, skillEvents: 1, errorEvents: 1, turns: 1, sessions: 1 },
  evidence: [
    { id: 'e1', at: 1, tool: 'Bash', isError: true, preview: 'Traceback: boom' },
    { id: 'e2', at: 2, tool: null, isError: false, preview: 'no, use pnpm' },
    { id: 'e3', at: 3, tool: 'Skill', isError: false, preview: '' },
  ],
  items: [
    {
      id: 'i1',
      kind: 'error',
      text: 'Traceback: boom',
      tool: 'Bash',
      evidence: ['e1'],
      count: 2,
      dropped: 1,
      ...times,
    },
    {
      id: 'i2',
      kind: 'correction',
      text: 'no, use pnpm',
      tool: '',
      evidence: ['e2'],
      count: 1,
      dropped: 0,
      ...times,
    },
    { id: 'i3', kind: 'use', text: '', tool: 'Skill', evidence: ['e3'], count: 1, dropped: 0, ...times },
  ],
  diff: 'diff',
  content: 'content',
};

test('a proposal of version 0.1.0 is read, and its events are named by their outcome', () => {
  const proposal = parseProposal(JSON.stringify(old));
  expect(proposal).toMatchObject({ version: 2, id: old.id, content: old.content, title: old.title });
  expect(proposal?.evidence).toEqual([
    { id: 'e1', at: 1, agent: '', outcome: 'failed', text: 'Traceback: boom', fix: [] },
    { id: 'e2', at: 2, agent: '', outcome: 'corrected', text: 'no, use pnpm', fix: [] },
    { id: 'e3', at: 3, agent: '', outcome: 'used', text: '', fix: [] },
  ]);
  expect(proposal?.items).toMatchObject([
    { id: 'i1', kind: 'failure', text: 'Bash: Traceback: boom', evidence: ['e1'], count: 2, isPartial: true },
    { id: 'i2', kind: 'correction', text: 'no, use pnpm', evidence: ['e2'], isPartial: false },
    { id: 'i3', kind: 'failure', evidence: ['e3'] },
  ]);
});

test.each(['evidence', 'items'] as const)('one with a strange thing among its %s is none', (name) => {
  for (const strange of [{}, null, 5, { id: 5, isError: true }, { id: 'x', kind: 'delete' }]) {
    const given = { ...old, [name]: [...old[name], strange] };
    expect(parseProposal(JSON.stringify(given)), JSON.stringify(strange)).toBeUndefined();
  }
  expect(parseProposal(JSON.stringify({ ...old, [name]: 'none' }))).toBeUndefined();
});
