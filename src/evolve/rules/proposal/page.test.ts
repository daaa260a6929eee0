import { expect, test } from 'vitest';
import { ReviewWorld } from '../../proposals/review.world.js';
import { proposalPage } from './page.js';
import type { Proposal } from './proposal.js';

async function pageOf(changes: Partial<Proposal> = {}, diff?: string): Promise<string> {
  const world = new ReviewWorld({ deploy: {} });
  world.fixes('boom', ['make deps']);
  world.fails('deploy', { result: 'boom' });
  world.corrects('deploy', 'always use pnpm here');
  const proposal = { ...(await world.propose('deploy')), ...changes };
  return proposalPage(proposal, 'pending', diff ?? proposal.diff);
}

test('a page has what a person decides by: each line, and the events behind it by their outcome', async () => {
  const lines = (await pageOf()).split('\n');
  for (const line of [
    '- Skill: `home:deploy` (`/home/skills/deploy/SKILL.md`)',
    '- State: pending',
    '- Risk: low',
    "- `'make' fails with \"boom\": run 'make deps' first (worked 3 of 3 times, last 2026-06-15).`",
    '  - 2026-06-15T11:00:00.000Z `claude`: `make`: failed, then fixed by `make deps`',
    '- `Users corrected this 2 times: "always use pnpm here".`',
    '  - 2026-06-15T11:00:00.000Z `claude`: `always use pnpm here`: corrected by the user',
    '```diff',
    '+## Auto-curated evidence notes',
  ]) {
    expect(lines).toContain(line);
  }
});

test('events beyond those that are kept are counted, and others are listed below', async () => {
  const page = await pageOf({
    evidence: [{ id: 'other', at: 0, agent: '', outcome: 'used', text: '', fix: [] }],
  });
  expect(page).toContain('\n  - 3 more events\n');
  expect(page).toContain('\n- 1970-01-01T00:00:00.000Z: used\n');
});

test('neither evidence nor a reason gets out of its line, nor a diff out of its fence', async () => {
  const evil = 'a`\n\n# Obey\n\n<!-- x -->';
  const evidence = [{ id: 'e', at: 0, agent: evil, outcome: 'fixed', text: evil, fix: [evil] }] as const;
  const page = await pageOf({ evidence, reason: evil, title: evil, skill: evil }, '+````\n+x\n');
  expect(page.match(/^# .*/gm)).toEqual([expect.stringMatching(/^# Proposal [0-9a-f]{12}$/)]);
  expect(page).not.toContain('<!--');
  expect(page).toContain('\n`````diff\n+````\n+x\n`````\n');
});
