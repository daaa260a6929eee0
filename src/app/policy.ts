/*
 * The days after which the curator retires skills: what another number of days would change, and the change itself. It is one
 * key of config.toml each, recorded in the ledger like a change of a skill, so that it can be undone.
 */

import { type CuratorPolicy, curatorPolicy, planTransitions } from '../curator/rules/plan.js';
import { surveySkills } from '../curator/survey.js';
import { ownSettings } from '../library/rules/config/config-text.js';
import { newRunId } from '../library/run-report.js';
import { writeSettings } from '../library/write/settings.js';
import { writeDepsOf } from '../library/write/write-target.js';
import { homePaths } from '../system/home.js';
import { withLock } from '../system/lock/lock.js';
import { CoppiceError } from '../text/errors.js';
import type { Context } from './context.js';
import { skillLibraryOptions } from './skill-library-options.js';

export const policyKeys = {
  staleAfterDays: 'curator.stale_after_days',
  archiveAfterDays: 'curator.archive_after_days',
} as const;
export type PolicyDays = { readonly [Name in keyof typeof policyKeys]: number };

export interface PolicyChange {
  /** A key of config.toml. */
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

export interface PolicyPlan {
  readonly changes: readonly PolicyChange[];
  /** How many skills a run would mark as stale or archive, with the days of now and with the new ones. */
  readonly retires: { readonly before: number; readonly after: number };
  /** The id of the run, which undoes it; null when nothing had to be changed. */
  apply(): Promise<string | null>;
}

export function planPolicy(context: Context, wanted: PolicyDays): PolicyPlan {
  if (wanted.archiveAfterDays < wanted.staleAfterDays)
    throw new CoppiceError('bad-value', 'a skill cannot be archived before it is stale', {
      hint: 'give at least as many days until the archive as until it is stale',
    });
  const options = skillLibraryOptions(context);
  const { library, records, facts } = surveySkills(options, { writesCaches: false });
  const policy = curatorPolicy(library.config);
  const retired = (some: CuratorPolicy) =>
    planTransitions(records, facts, some, context.clock.now()).transitions.filter(({ to }) => to !== 'active')
      .length;
  const changes = (['staleAfterDays', 'archiveAfterDays'] as const)
    .map((name) => ({ key: policyKeys[name], before: policy[name], after: wanted[name] }))
    .filter(({ before, after }) => before !== after);
  return {
    changes,
    retires: { before: retired(policy), after: retired({ ...policy, ...wanted }) },
    apply: async () => {
      const { files, home, configPath = homePaths(home).config } = options;
      const deps = writeDepsOf(options, library.usage);
      const run = newRunId(context.clock.now(), deps.ids);
      const root = { label: 'config', path: home };
      const writes = changes.map(({ key, after }) => ({
        target: { id: `config:${key}`, name: key, root, folder: home },
        action: 'configure' as const,
        agent: ownSettings,
        file: configPath,
        keyPath: key.split('.'),
        value: after,
      }));
      // Whoever changes the list of trusted projects takes this lock too.
      const outcomes = await withLock(
        files,
        homePaths(home).lock('config'),
        { timeoutMs: 10_000 },
        async () => await writeSettings(deps, writes, { actor: 'user', run }),
      );
      for (const outcome of outcomes) if (outcome.kind === 'failed') throw outcome.error;
      return outcomes.some(({ kind }) => kind === 'recorded') ? run : null;
    },
  };
}
