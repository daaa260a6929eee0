import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { happened } from '../../src/evidence/rules/report/evidence.world.js';
import { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import { systemClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

/** A person with a skill that failed in three sessions, and a proposal for it. */
async function personWithProposal(): Promise<{ readonly person: Person; readonly id: string }> {
  const person = new Person();
  await person.run(['create', 'deploy', '--description', 'Deploys. Use to deploy.', '--by', 'agent']);
  const path = join(person.home, 'evidence.sqlite');
  const store = await EvidenceStore.open({ path, files: nodeFiles, clock: systemClock });
  const at = systemClock.now() - 3_600_000;
  const skill = 'home:deploy';
  const args = '{"command":"make"}';
  const events = happened(
    ['s1', 's2', 's3'].flatMap((session) => [
      { skill, session, at, kind: 'skill-load' },
      { skill, session, at: at + 1, isError: true, args, result: 'Error: boom', cluster: 'boom' },
    ]),
  );
  store.ingest({ source: 'sample', origin: 'transcript', events, patches: [], retracted: [] });
  store.resolve(store.mentions().map(({ ref, name }) => ({ ref, skill: name })));
  store.close();
  return { person, id: (await person.document(['evolve', 'propose', 'deploy'])).id };
}

const skillOf = ({ home }: Person) => readFileSync(join(home, 'skills/deploy/SKILL.md'), 'utf8');

test('a proposal is shared with the team as a draft, and nothing changes locally', async () => {
  const world = await server.world();
  const { person, id } = await personWithProposal();
  await person.login(world);
  const before = skillOf(person);
  const shared = await person.document(['evolve', 'review', '--share', id]);
  expect(shared).toMatchObject({ id, skill: 'home:deploy', kind: 'skill', slug: 'deploy' });
  expect(skillOf(person)).toBe(before);
  expect(await person.document(['evolve', 'review'])).toMatchObject({
    proposals: [{ id, state: 'pending' }],
  });

  const headers = {
    'x-coppice-tenant': world.tenant,
    authorization: `Bearer ${await world.token()}`,
  };
  const ask = (path: string) => fetch(`${world.url}/v1/drafts/${shared.draft}${path}`, { headers });
  expect(await (await ask('')).json()).toMatchObject({ slug: 'deploy', state: 'pending', origin: 'evolver' });
  await person.run(['evolve', 'review', 'accept', id]);
  expect(await (await ask('/skill-md')).text()).toBe(skillOf(person));
});

test('a proposal whose skill has changed since is not shared', async () => {
  const { person, id } = await personWithProposal();
  await person.login(await server.world());
  await person.run(['patch', 'deploy', '--find', 'Deploys.', '--replace', 'Deploys well.']);
  expect(await person.document(['evolve', 'review', '--share', id])).toMatchObject({
    error: { code: 'changed-on-disk' },
  });
});
