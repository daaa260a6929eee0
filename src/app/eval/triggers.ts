/*
 * Trigger cases without an agent: the listing of an agent as the doctor works it out, with what is left of each
 * description.
 */

import type { AgentName } from '../../agents/index.js';
import { findCases } from '../../eval/find-cases.js';
import { rankTriggers, type TriggerRanking } from '../../eval/rules/rank-triggers.js';
import type { Library } from '../../library/open-library.js';
import { readCatalog } from '../../library/read/catalog.js';
import { offeredPluginSkills } from '../../library/read/plugins.js';
import { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import { agentViews } from '../cost.js';
import { evalTarget } from './target.js';

export interface TriggerReport extends TriggerRanking {
  readonly skill: string;
  readonly agent: string;
  /** How much of the skill the listing shows. */
  readonly listed: 'whole' | 'cut' | 'name-only' | 'not-listed' | 'not-seen';
  readonly skills: number;
  readonly faults: readonly string[];
}

export function triggerReport(
  context: Context,
  library: Library,
  word: string,
  agent: AgentName,
  cases: string | undefined,
): TriggerReport {
  const target = evalTarget(library, context.workingFolder, word);
  const found = findCases(context.files, { skill: target.folder, cases });
  const triggers = found.cases.filter(({ source }) => source === 'triggers');
  if (triggers.length === 0)
    throw new CoppiceError('not-found', `${target.id} has no trigger cases`, {
      hint: found.faults[0] ?? `write a first set with: coppice eval init ${target.name}`,
    });
  const [view] = agentViews(context, agent);
  const { skills, hidden } = readCatalog(library);
  const entries = [...skills, ...hidden.map(({ entry }) => entry), ...offeredPluginSkills(library)];
  const texts = new Map(entries.map(({ path, description }) => [path, description]));
  const shown = (view?.sees ?? []).filter(({ listed }) => listed !== 'not-listed');
  const listing = shown.map(({ name, path, shownOfDescription }) => ({
    name,
    path,
    description: (texts.get(path) ?? '').slice(0, shownOfDescription),
  }));
  const path = `${target.folder}/SKILL.md`;
  const real = (one: string) => context.files.realPath(one) ?? one;
  const own = (view?.sees ?? []).find((one) => real(one.path) === real(path));
  return {
    skill: target.id,
    agent,
    listed: own?.listed ?? 'not-seen',
    skills: shown.length,
    ...rankTriggers(listing, own?.path ?? path, triggers),
    faults: found.faults,
  };
}
