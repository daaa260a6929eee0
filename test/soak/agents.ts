/*
 * Agents at work: they open and use skills, record what happened in their sessions, and every so often somebody looks at
 * the evidence or has notes written from it.
 */

import type { CountedKind, Counters } from './counters.js';
import type { Random } from './random.js';
import { recordsOf, type World } from './world.js';

export const usedSkills = ['used-0', 'used-1', 'used-2', 'used-3'] as const;
export const seenSkills = ['seen-0', 'seen-1', 'seen-2'] as const;

/** Counts by the usage store. */
export async function useSkill(world: World, counters: Counters, random: Random): Promise<void> {
  const skill = random.pick(usedSkills);
  const [words, kind] = random.pick<readonly [readonly string[], CountedKind]>([
    [['usage', 'record', skill, 'use'], 'useCount'],
    [['usage', 'record', skill, 'view'], 'viewCount'],
    [['view', skill], 'viewCount'],
    [['invoke', skill, 'now'], 'useCount'],
  ]);
  const outcome = await world.run(words, { danger: random });
  world.journal.check(
    'a use is never refused',
    outcome.kind !== 'refused',
    () => `coppice ${words.join(' ')}: ${outcome.kind === 'refused' ? outcome.text : ''}`,
  );
  counters.add(skill, kind, outcome.kind === 'done' ? 'acknowledged' : 'unknown');
}

/**
 * Counts by evidence. A session loads a skill, and then something fails. What is renamed or archived before somebody looks
 * at the evidence may not be found by its name then, so of `others` a load counts once or not at all.
 */
export async function tellSession(
  world: World,
  counters: Counters,
  random: Random,
  others: readonly Loaded[],
): Promise<void> {
  const { key, name: skill } = random.chance(0.5)
    ? named(random.pick(seenSkills))
    : random.pick([named(random.pick(seenSkills)), ...others]);
  const session = `session-${random.below(2 ** 31)}-${random.below(2 ** 31)}`;
  const at = Date.now();
  const load = await record(world, random, { type: 'load', session, at, skill });
  counters.add(key, 'useCount', others.some((other) => other.key === key) ? 'unknown' : load);
  if (load === 'acknowledged') {
    const output = `error: no such font ${random.below(5)}`;
    await record(world, random, { type: 'call', session, at: at + 1, tool: 'Bash', output, isError: true });
  }
}

const named = (name: string): Loaded => ({ key: name, name });

export interface Loaded {
  /** What it is counted as. */
  readonly key: string;
  readonly name: string;
}

async function record(world: World, random: Random, line: object): Promise<'acknowledged' | 'unknown'> {
  const outcome = await world.run(['evidence', 'record'], { danger: random, input: JSON.stringify(line) });
  if (outcome.kind === 'killed') return 'unknown';
  const isRecorded = outcome.kind === 'done' && outcome.document['recorded'] === true;
  world.journal.check('what a hook sends is recorded', isRecorded, () => JSON.stringify(outcome));
  return 'acknowledged';
}

export async function improveSkills(world: World, random: Random): Promise<void> {
  const words = random.chance(0.3)
    ? ['evidence', 'report']
    : ['evolve', 'run', '--apply-low-risk', '--approve-auto-apply', '--max-skills', '5'];
  const outcome = await world.run(words, { danger: random });
  if (outcome.kind !== 'refused') return;
  // Authors change and move skills under its hands: then it leaves those alone, and says so.
  const failed = recordsOf(outcome.document, 'candidates').filter(({ status }) => status === 'failed');
  const isExplained = failed.length > 0 && failed.every(({ reason }) => reasons.includes(String(reason)));
  world.journal.check(
    'the evolver is only refused for a reason',
    isExplained || reasons.includes(outcome.code),
    () => `coppice ${words.join(' ')}: ${outcome.code}, ${JSON.stringify(failed)} ${outcome.text}`,
  );
}

const reasons = ['lock-busy', 'changed-on-disk', 'skill-not-found'];
