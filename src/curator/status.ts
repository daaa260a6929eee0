/*
 * The curator's status: how many skills are in which state, how many have no known maker, and when the next scheduled
 * run is due.
 */

import type { LibraryOptions } from '../library/open-library.js';
import type { SkillState } from '../usage/rules/record.js';
import { type CuratorPolicy, curatorPolicy } from './rules/plan.js';
import { type CuratorState, type Schedule, scheduleOf } from './rules/schedule.js';
import { loadState } from './state.js';
import { surveySkills } from './survey.js';

export interface CuratorStatus extends CuratorState, Schedule {
  readonly policy: CuratorPolicy;
  /** The number of skills in each state; archived ones are counted by their records. */
  readonly states: Readonly<Record<SkillState, number>>;
  /** The number of skills on the disk without a known maker, which no policy covers. */
  readonly unmanaged: number;
}

export function curatorStatus(options: LibraryOptions): CuratorStatus {
  const { library, skills, records, lastActivityAt } = surveySkills(options, { writesCaches: true });
  const { config, clock } = library;
  const state = loadState(options);
  const intervals = {
    intervalHours: config['curator.interval_hours'],
    minIdleHours: config['curator.min_idle_hours'],
  };
  const counted = records.filter(({ id, state }) => skills.has(id) || state === 'archived');
  const count = (wanted: SkillState) => counted.filter((record) => record.state === wanted).length;
  return {
    ...state,
    ...scheduleOf(state, lastActivityAt, intervals, clock.now()),
    policy: curatorPolicy(config),
    states: { active: count('active'), stale: count('stale'), archived: count('archived') },
    unmanaged: counted.filter(({ id, createdBy }) => skills.has(id) && createdBy === 'unknown').length,
  };
}
