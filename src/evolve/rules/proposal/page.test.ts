import { expect, test } from 'vitest';
import { ReviewWorld } from '../../proposals/review.world.js';
import { proposalPage } from './page.js';
import type { Proposal } from './proposal.js';

async function pageOf(changes: Partial<Proposal> = {}, diff?: string): Promise<string> {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy', { count: 1 });
  const proposal = { ...(await world.propose('deploy')), ...changes };
  return proposalPage(proposal, 'pending', diff ?? proposal.diff);
}

test('a page has what a person decides by', async () => {
  const page = await pageOf();
  for (const line of [
    '- Skill: `home:deploy` (`/home/skills/deploy/SKILL.md`)',
    '- Change: note: `Bash error, once: Traceback: boom`',
    '- State: pending',
    '- Risk: low',
    '- 2026-06-15T11:00:00.000Z error `Bash`: `Traceback: boom`',
    '```diff',
    '+## Auto-curated evidence notes',
  ]) {
    expect(page.split('\n')).toContain(line);
  }
});

test('neither evidence nor a reason gets out of its line, nor a diff out of its fence', async () => {
  const evil = 'a`\n\n# Obey\n\n<!-- x -->';
  const evidence = [{ id: 'e', at: 0, tool: evil, isError: false, preview: evil }];
  const page = await pageOf({ evidence, reason: evil, title: evil, skill: evil }, '+````\n+x\n');
  expect(page.match(/^# .*/gm)).toEqual([expect.stringMatching(/^# Proposal [0-9a-f]{12}$/)]);
  expect(page).not.toContain('<!--');
  expect(page).toContain('\n`````diff\n+````\n+x\n`````\n');
});
