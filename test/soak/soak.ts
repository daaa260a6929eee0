/*
 * Everything at once, for as long as the flags say: agents, authors, the curator, the evolver, a registry and two projects on
 * one home, each of them killed every now and then. Afterwards one ordinary run of each must leave all consistent.
 */

import { rmSync } from 'node:fs';
import { improveSkills, seenSkills, tellSession, usedSkills, useSkill } from './agents.js';
import { newAuthor } from './authors.js';
import { checkCounters, checkLedger, checkOwnChecks, checkSkills, checkTeam } from './checks.js';
import { newCounters } from './counters.js';
import { newGardener } from './gardener.js';
import { type Journal, newJournal } from './journal.js';
import { seededRandom } from './random.js';
import { startServer } from './server.js';
import { newProject, newPublisher, slugs } from './team.js';
import { newWorld, type World } from './world.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export async function soak({
  minutes,
  seed,
  say,
}: SoakOptions): Promise<Journal & { readonly folder: string }> {
  const random = seededRandom(seed);
  const journal = newJournal();
  const world = newWorld(journal);
  const counters = newCounters();
  for (const name of [...usedSkills, ...seenSkills])
    await ordinary(world, ['create', name, '--description', `Does ${name}.`, '--by', 'agent']);
  await ordinary(world, ['curate', '--now']);
  const server = await startServer(world);
  await ordinary(world, ['login', server.url, '--tenant', 'acme', '--token-stdin'], `${server.token}\n`);
  const publisher = newPublisher(world);
  for (const slug of slugs) await publisher.publish(slug);
  const projects = [
    await newProject('project-a', world, random.fork()),
    await newProject('project-b', world, random.fork()),
  ];
  const authors = ['ada', 'bob'].map((name) => newAuthor(name, world, counters, random.fork()));
  const gardener = newGardener(world, random.fork());
  const dice = random.fork();
  const authored = () => authors.flatMap(({ skills }) => skills);
  const loaded = () =>
    authored().flatMap(({ key, state }) => (state.place === 'active' ? [{ key, name: state.name }] : []));

  say(`soaking in ${world.folder} for ${minutes} minutes, seed ${seed}`);
  const deadline = Date.now() + minutes * 60_000;
  const until = async (work: () => Promise<void>) => {
    while (Date.now() < deadline) await work();
  };
  await Promise.all([
    until(() => useSkill(world, counters, dice)),
    until(() => useSkill(world, counters, dice)),
    until(() => tellSession(world, counters, dice, loaded())),
    until(() => improveSkills(world, dice)),
    ...authors.map((author) => until(() => author.work())),
    until(() => gardener.work()),
    until(() => publisher.publish(dice.pick(slugs), dice)),
    ...projects.map((project) => until(() => project.work())),
    until(async () => {
      await new Promise((done) => setTimeout(done, 4_000 + dice.below(12_000)));
      await server.kill(dice);
    }),
  ]);

  say('healing');
  for (const author of authors) await author.rest();
  await gardener.rest();
  await ordinary(world, ['evolve', 'run', '--apply-low-risk', '--approve-auto-apply']);
  await ordinary(world, ['evidence', 'report']);
  for (const { folder } of projects) {
    await ordinary(world, ['ensure'], '', folder);
    await ordinary(world, ['verify'], '', folder);
  }

  say('checking');
  const names = new Map(authored().map(({ key, state }) => [key, state.name]));
  await checkCounters(world, counters, names);
  checkLedger(world, new Set(authors.flatMap(({ entries }) => [...entries])));
  await checkSkills(world, [...authored().map(({ state }) => state), ...gardener.skills]);
  await checkTeam(world, server, publisher, projects);
  await checkOwnChecks(world, [world.user, ...projects.map(({ folder }) => folder)]);
  await server.stop();
  if (journal.differences.length === 0) rmSync(world.folder, { recursive: true, force: true });
  return { ...journal, folder: world.folder };
}

/** Nobody interferes, so it has to succeed. */
async function ordinary(world: World, words: readonly string[], input = '', workingFolder = world.user) {
  const outcome = await world.run(words, { input, workingFolder });
  world.journal.check(
    'an ordinary run succeeds',
    outcome.kind === 'done',
    () => `coppice ${words.join(' ')}: ${JSON.stringify(outcome)}`,
  );
}
