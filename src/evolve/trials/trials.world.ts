/*
 * A skill with a note and a trial of it.
 */

import { expect } from 'vitest';
import { openLibrary } from '../../library/open-library.js';
import { readCatalog } from '../../library/read/catalog.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { day, EvolveWorld, now, start } from '../evolve.world.js';
import { startTrial, type TrialDeps, trialReports } from './trials.js';

/** A skill with a note, an hour after midnight. */
export async function notedWorld(): Promise<EvolveWorld> {
  const world = new EvolveWorld({ deploy: {} });
  world.time = now - 11 * 3_600_000;
  world.fails('deploy');
  await world.apply();
  expect(world.text('deploy')).toContain(start);
  return world;
}

export function depsOf(world: EvolveWorld, changes: Partial<TrialDeps> = {}): TrialDeps {
  return { ...world.deps(), ...changes };
}

export function skillOf(world: EvolveWorld): SkillEntry {
  const [entry] = readCatalog(openLibrary(depsOf(world))).skills;
  if (entry === undefined) throw new Error('no skill');
  return entry;
}

export const hasNote = (world: EvolveWorld) => world.text('deploy').includes(start);

export function reportOf(world: EvolveWorld) {
  const [report] = trialReports(depsOf(world));
  if (report === undefined) throw new Error('no trial');
  return report;
}

/** A world on the first day on which the note must be switched. */
export async function worldToSwitch() {
  const world = await notedWorld();
  const noted = world.text('deploy');
  const { trial } = await startTrial(depsOf(world), skillOf(world), 28);
  const wasIn = hasNote(world);
  const change = [...trial.days].findIndex((drawn) => (drawn === '1') !== wasIn);
  world.time += change * day;
  return { world, noted, wasIn };
}
