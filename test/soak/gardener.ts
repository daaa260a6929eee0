/*
 * Skills that nobody has used for long, the curator that archives them, and the one who brings them back.
 */

import { join } from 'node:path';
import { dayMs } from '../../src/text/time.js';
import type { Random } from './random.js';
import { differenceOnDisk, newSkill, type SkillState } from './skill-state.js';
import type { RunOptions, World } from './world.js';

export interface Gardener {
  readonly skills: readonly SkillState[];
  work(): Promise<void>;
  /** One last run of the curator, which nobody kills. */
  rest(): Promise<void>;
}

export function newGardener(world: World, random: Random): Gardener {
  const { journal } = world;
  const root = join(world.home, 'skills');
  const skills: SkillState[] = [];
  const daysAgo = (days: number) => ({ environment: { COPPICE_NOW: String(Date.now() - days * dayMs) } });

  /** One that has been idle for longer than the policy allows. */
  async function idle(): Promise<void> {
    const name = `idle-${skills.length}`;
    const about = ['--description', `Does ${name}.`, '--body', 'mark.', '--by', 'agent'];
    const made = await world.run(['create', name, ...about], daysAgo(200));
    const used = await world.run(['usage', 'record', name, 'use'], daysAgo(150));
    journal.check('an idle skill is made', made.kind === 'done' && used.kind === 'done', () =>
      JSON.stringify([made, used]),
    );
    skills.push(newSkill(name, 'mark.'));
  }

  async function curate(options: RunOptions = { danger: random }): Promise<void> {
    const outcome = await world.run(['curate', '--now'], options);
    journal.check(
      'the curator is only refused for a reason',
      outcome.kind !== 'refused' || outcome.code === 'lock-busy',
      () => JSON.stringify(outcome),
    );
    if (outcome.kind !== 'done') return;
    for (const [at, state] of skills.entries()) {
      if (restored.has(state.name)) continue;
      const archived = { ...state, place: 'archived' } as const;
      const difference = differenceOnDisk(root, archived);
      journal.check('what is idle is archived', difference === undefined, () => difference ?? '');
      skills[at] = archived;
    }
  }

  const restored = new Set<string>();

  async function restore(): Promise<void> {
    const at = skills.findIndex(({ place }) => place === 'archived');
    const state = skills[at];
    if (state === undefined) return;
    const outcome = await world.run(['restore', state.name], { danger: random });
    if (outcome.kind === 'killed') {
      await idle();
      const isActive = differenceOnDisk(root, { ...state, place: 'active' }) === undefined;
      if (!isActive) return;
    } else if (outcome.kind === 'refused') {
      journal.check(
        'a restore is only refused for a reason',
        outcome.code === 'lock-busy',
        () => outcome.text,
      );
      return;
    }
    restored.add(state.name);
    skills[at] = { ...state, place: 'active' };
    const difference = differenceOnDisk(root, { ...state, place: 'active' });
    journal.check('a restored skill has its bytes', difference === undefined, () => difference ?? '');
  }

  return {
    skills,
    work: () => random.pick([idle, () => curate(), restore])(),
    rest: () => curate({}),
  };
}
