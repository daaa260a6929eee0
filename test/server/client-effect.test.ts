import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dayMs } from '../../src/text/time.js';
import { type ClientWorld, Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

const written = Date.UTC(2026, 5, 15, 12);
const apply = ['--apply-low-risk', '--approve-auto-apply'];

/** Somebody whose skill `deploy` failed on most days until it got a note, and on few days since; others stay as they are. */
async function personWithNote(world: ClientWorld, turn: number): Promise<Person> {
  const person = new Person();
  await person.login(world);
  let now = written - 60 * dayMs;
  person.clock = { now: () => now };
  await person.run(['create', 'deploy', '--description', 'Deploys. Use to deploy.', '--by', 'agent']);
  await person.run(['create', 'other', '--description', 'Others. Use to test.', '--by', 'agent']);
  mkdirSync(join(person.home, 'sessions'), { recursive: true });
  const lines: string[] = [];
  const use = (day: number, skill: string, isError: boolean) => {
    const [session, at] = [`${skill}-${day}`, written + day * dayMs];
    const line = (event: object, later: number) =>
      lines.push(JSON.stringify({ session, at: new Date(at + later).toISOString(), ...event }));
    line({ type: 'load', id: 'l', skill }, 0);
    const output = isError ? 'ssh: port 22 refused' : 'done';
    line({ type: 'call', id: 'c', tool: 'bash', args: { command: 'ship' }, output, isError }, 1_000);
  };
  const days = (first: number, last: number, isBad: (day: number) => boolean) => {
    for (let day = first; day <= last; day += 1) {
      use(day, 'deploy', isBad(day + turn));
      use(day, 'other', (day + turn) % 3 === 0);
    }
    writeFileSync(join(person.home, 'sessions/all.jsonl'), `${lines.join('\n')}\n`);
  };
  days(-36, -1, (day) => day % 5 !== 0);
  now = written;
  await person.run(['evidence', 'backfill']);
  await person.run(['evolve', 'run', ...apply, '--allow-auto-apply-skill', 'deploy']);
  days(1, 28, (day) => day % 9 === 0);
  now = written + 30 * dayMs;
  await person.run(['evidence', 'backfill']);
  return person;
}

const share = (person: Person) =>
  writeFileSync(join(person.home, 'config.toml'), '[telemetry]\nshare_effect = true\n');

test('machines that have the same note are judged together, if their people want it', async () => {
  const world = await server.world();
  const people = await Promise.all([1, 2, 3, 4].map((turn) => personWithNote(world, turn)));
  const [first] = people as [Person];
  const pooled = async (person: Person) =>
    (await person.document(['evolve', 'effect', 'deploy'])).notes[0].pooled;

  // Nothing is shared unless it was switched on.
  for (const person of people) expect(await pooled(person)).toBeNull();
  for (const person of people) share(person);
  expect(await pooled(first)).toBeNull();
  const verdicts = [];
  for (const person of people.slice(1)) verdicts.push(await pooled(person));
  expect(verdicts.map(({ machines, members }) => [machines, members])).toEqual([
    [2, 2],
    [3, 3],
    [4, 4],
  ]);
  expect(verdicts[2]).toMatchObject({ verdict: 'helped' });
  const text = await first.run(['evolve', 'effect', 'deploy']);
  expect(text).toContain('cannot tell why');
  expect(text).toContain('; on 4 machines of 4 members: helped (');
  first.environment = { DO_NOT_TRACK: '1' };
  expect(await pooled(first)).toBeNull();
});

test('telemetry show prints all that is sent, and a registry that is gone costs only the pooled verdict', async () => {
  const world = await server.world();
  const person = await personWithNote(world, 1);
  share(person);
  person.put('coppice.toml', '[registry]\nurl = "http://127.0.0.1:9"\ntenant = "acme"\n');
  person.put('coppice.lock', 'version = 1\n[registry]\nurl = "http://127.0.0.1:9"\ntenant = "acme"\n');
  const { effects } = await person.document(['telemetry', 'show']);
  expect(effects).toHaveLength(1);
  const [{ machine, effects: sent }] = effects;
  expect(machine).toMatch(/^[0-9a-f]{16}$/);
  expect(Object.keys(sent[0])).toEqual(['digest', 'days']);
  expect(sent[0].days[0]).toEqual({ day: -30, loads: 1, bad: 1, other_loads: 1, other_bad: 0 });
  expect(JSON.stringify(effects)).not.toMatch(/deploy|ship|2026/);

  const { code, stdout, stderr } = await person.coppice(['evolve', 'effect']);
  expect([code, stdout.includes('fails less often since')]).toEqual([0, true]);
  expect(stderr).toContain('not judged together with the team: ');
});

test('the schedule sends the counts about notes, if that was switched on', async () => {
  const world = await server.world();
  const [first, second] = await Promise.all([1, 2].map((turn) => personWithNote(world, turn)));
  if (first === undefined || second === undefined) throw new Error('two people');
  share(second);
  const steps = async () =>
    (await first.document(['schedule', 'run', '--proposal-only'])).steps.map(
      ({ name }: { name: string }) => name.split(' --')[0],
    );
  const pooled = async () => (await second.document(['evolve', 'effect', 'deploy'])).notes[0].pooled;
  expect(await steps()).toEqual(['evidence backfill', 'curate', 'evolve run']);
  expect(await pooled()).toBeNull();
  share(first);
  expect(await steps()).toEqual(['evidence backfill', 'curate', 'evolve run', 'evolve effect']);
  expect(await pooled()).toMatchObject({ machines: 2, members: 2 });
});

/**
 * Somebody whose own skill `deploy` was changed, and whose project got another version of `pdf`, on the same day: both
 * failed on most days before and on few since; others stay as they are.
 */
async function personWithVersions(world: ClientWorld, turn: number): Promise<Person> {
  const person = new Person();
  await person.login(world);
  let now = written - 60 * dayMs;
  person.clock = { now: () => now };
  for (const name of ['deploy', 'one', 'two', 'three'])
    await person.run(['create', name, '--description', 'Does it. Use to do it.', '--body', 'Run it.']);
  const pdf = (line: string) =>
    person.put(
      'skills/pdf/SKILL.md',
      `---\nname: pdf\ndescription: Makes PDFs. Use to print.\n---\n\n${line}\n`,
    );
  const { url, tenant } = world;
  person.put(
    'coppice.toml',
    `[registry]\nurl = "${url}"\ntenant = "${tenant}"\nagents = ["claude"]\n\n[[skills]]\nslug = "pdf"\npath = "skills/pdf"\n`,
  );
  pdf('Print it.');
  await person.run(['ensure', '--no-telemetry']);
  now = written;
  pdf('Print it twice.');
  await person.run(['update', '--no-telemetry']);
  await person.run(['patch', 'deploy', '--find', 'Run it.', '--replace', 'Run it twice.']);
  const lines: string[] = [];
  const use = (day: number, skill: string, isError: boolean) => {
    const [session, at] = [`${skill}-${day}`, written + day * dayMs];
    const line = (event: object, later: number) =>
      lines.push(JSON.stringify({ session, at: new Date(at + later).toISOString(), ...event }));
    const folder = join(person.project, '.claude/skills/pdf');
    line({ type: 'load', id: 'l', skill, ...(skill === 'pdf' && { folder }) }, 0);
    const output = isError ? 'ssh: port 22 refused' : 'done';
    line({ type: 'call', id: 'c', tool: 'bash', args: { command: 'ship' }, output, isError }, 1_000);
  };
  for (let day = -36; day <= 28; day += 1) {
    if (day === 0) continue;
    for (const skill of ['deploy', 'pdf'])
      use(day, skill, day < 0 ? (day + turn) % 5 !== 0 : (day + turn) % 9 === 0);
    for (const skill of ['one', 'two', 'three']) use(day, skill, (day + turn) % 3 === 0);
  }
  mkdirSync(join(person.home, 'sessions'), { recursive: true });
  writeFileSync(join(person.home, 'sessions/all.jsonl'), `${lines.join('\n')}\n`);
  now = written + 30 * dayMs;
  await person.run(['evidence', 'backfill', '--days', '90']);
  return person;
}

test('machines that have the same version of a skill are judged together, if their people want it', async () => {
  const world = await server.world();
  const people = await Promise.all([1, 2, 3, 4].map((turn) => personWithVersions(world, turn)));
  const [first] = people as [Person];
  const versions = async (person: Person) =>
    (await person.document(['evolve', 'effect'])).versions.map(
      ({ change, pooled }: { change: { kind: string }; pooled: object | null }) => ({
        ...{ kind: change.kind, pooled },
      }),
    );
  const alone = { pooled: null };
  expect(await versions(first)).toEqual([
    { kind: 'written', ...alone },
    { kind: 'installed', ...alone },
  ]);
  for (const person of people) share(person);
  for (const person of people.slice(0, 3)) await versions(person);
  const together = { machines: 4, members: 4, verdict: 'helped' };
  expect(await versions(people[3] ?? first)).toMatchObject([
    { kind: 'written', pooled: together },
    { kind: 'installed', pooled: together },
  ]);
  const text = await first.run(['evolve', 'effect', 'deploy']);
  expect(text).toContain('\tpatch\t');
  expect(text).toContain('; on 4 machines of 4 members: helped (');
  const { effects } = await first.document(['telemetry', 'show']);
  expect(effects[0].effects).toHaveLength(2);
  expect(JSON.stringify(effects)).not.toMatch(/deploy|pdf|2026|twice/);
});
