import { expect, test } from 'vitest';
import { emptyHome } from '../cli/coppice.js';
import { hostilePackages } from './hostile.js';
import { planHome } from './plan.js';
import { writeHome } from './write-home.js';

test('the program finds the skills, uses and sessions of a written home', async () => {
  const planned = planHome(11, {
    skills: 40,
    hostile: hostilePackages().slice(0, 2),
    broken: 5,
    copies: 3,
    fixedFailures: 1,
    unused: 10,
    sessions: 12,
  });
  const home = emptyHome();
  await writeHome(home.path, planned);
  const json = (...words: string[]) => {
    const environment = { COPPICE_NOW: String(planned.now) };
    const { stdout, stderr } = home.coppice([...words, '--json'], { environment });
    return stdout === '' ? { stderr } : JSON.parse(stdout);
  };
  // Of two copies with one name, one is listed, and an empty SKILL.md is not.
  const { skills, hidden } = json('list', '--all');
  expect(skills.length + hidden.length).toBe(40);
  expect(hidden.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'empty',
    'shadowed',
    'shadowed',
    'shadowed',
  ]);
  const used = new Set(planned.uses.map(({ id }) => id));
  const counted: readonly { useCount: number }[] = json('usage').records;
  expect(counted.filter(({ useCount }) => useCount > 0)).toHaveLength(used.size);
  json('evidence', 'backfill');
  const { failures } = json('evidence', 'report');
  expect(failures).toMatchObject([{ sessions: 4 }]);
});
