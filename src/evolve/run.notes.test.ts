import { expect, test } from 'vitest';
import { sha256Hex } from '../text/hash.js';
import { day, EvolveWorld, end, now, outcomes, start } from './evolve.world.js';

/** A skill that failed in three sessions. */
function failedSkill(): EvolveWorld {
  const world = new EvolveWorld({ deploy: {} });
  world.fails('deploy');
  return world;
}

test('a note names what fails and what fixed it, and a run says what that saves', async () => {
  const world = new EvolveWorld({ deploy: {} });
  world.fixes('no image', ['docker build -t x .']);
  world.fails('deploy', { result: 'no image', args: '{"command":"docker run x"}' });
  world.corrects('deploy', 'always pass --language de');
  const { candidates } = await world.apply();
  expect(candidates).toMatchObject([
    {
      status: 'applied',
      saves: {
        sentence: '3 sessions failed although the fix is known; users corrected it 2 times',
      },
      items: [{ kind: 'fix', sessions: 3, worked: 3, of: 3 }, { kind: 'correction' }],
    },
  ]);
  expect(world.text('deploy')).toContain(
    '\n- `docker run x` fails with "no image": run `docker build -t x .` first (worked 3 of 3 times, last 2026-06-15).\n' +
      '- Users corrected this 2 times: "always pass --language de".\n',
  );
});

test('a healthy skill gets no note and takes no place, however often it is used', async () => {
  const world = new EvolveWorld({ healthy: {}, sick: {} });
  for (let load = 0; load < 20; load += 1)
    world.happens({ skill: 'home:healthy', kind: 'skill-load', at: now - load, session: `l${load}` });
  world.fails('sick');
  expect(outcomes(await world.apply({ maxSkills: 1 }))).toEqual({ sick: 'applied' });
});

test('what could save most comes first', async () => {
  const world = new EvolveWorld({ busy: {}, fixable: {} });
  world.fails('busy', { count: 9 });
  world.fixes('no image', ['docker build .']);
  world.fails('fixable', { count: 2, result: 'no image' });
  expect((await world.run()).candidates.map(({ skill }) => skill)).toEqual(['home:fixable', 'home:busy']);
});

test('what a note says stays in the next one after its evidence has left the window', async () => {
  const world = failedSkill();
  await world.apply();
  world.time += 20 * day;
  world.fails('deploy', { result: 'Another fault' });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  expect(world.text('deploy')).toContain('Another fault');
  expect(world.text('deploy')).toContain('boom');
  world.time += 45 * day;
  world.fails('deploy', { result: 'Third fault' });
  await world.apply();
  expect(world.text('deploy')).toContain('Third fault');
  expect(world.text('deploy')).not.toContain('boom');
});

const oldBlock = `${start}
## Auto-curated evidence notes

- Generated at: \`2026-06-15T12:00:00.000Z\`

### Agent guidance

- Rule out the errors listed here before starting.
${end}`;

/** As version 0.1.0 left it: the block in the file, and in the last entry of the ledger. */
async function withOldNote(world: EvolveWorld, name: string): Promise<void> {
  const before = world.text(name);
  await world.apply();
  const written = world.text(name);
  const [entry] = world.entries();
  const old =
    written.slice(0, written.indexOf(start)) + oldBlock + written.slice(written.indexOf(end) + end.length);
  world.put(`/home/skills/${name}/SKILL.md`, old);
  const [oldSha, newSha] = [sha256Hex(old), entry?.files[0]?.after?.sha256 ?? ''];
  world.put(`/home/blobs/${oldSha}`, old);
  world.put('/home/ledger.jsonl', world.text('/home/ledger.jsonl').replaceAll(newSha, oldSha));
  expect(old.startsWith(before)).toBe(true);
}

test('a note of version 0.1.0 is made again in its new form, though nothing new happened', async () => {
  const world = failedSkill();
  await withOldNote(world, 'deploy');
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  expect(world.text('deploy')).toContain(
    '- `make` fails with "Traceback: boom" (3 sessions); no fix seen yet.',
  );
  expect(world.text('deploy')).not.toContain('Agent guidance');
  expect(outcomes(await world.apply())).toEqual({ deploy: 'planned unchanged' });
});

test('a note of version 0.1.0 in a skill without problems is removed', async () => {
  const world = failedSkill();
  const before = world.text('deploy');
  await withOldNote(world, 'deploy');
  world.purge(() => true);
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  expect(world.text('deploy')).toBe(before);
  expect(outcomes(await world.apply())).toEqual({});
});
