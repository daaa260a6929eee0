/*
 * Reads which skills nobody uses: the skills of the curated roots and of plugins, with their usage records.
 */

import type { LibraryOptions } from '../library/open-library.js';
import { noteFirstSeen } from '../library/read/first-seen.js';
import { listingTokens } from '../library/read/listing-tokens.js';
import { offeredPluginSkills } from '../library/read/plugins.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { curatorPolicy, planTransitions } from './rules/plan.js';
import { type KnownSkill, type Unused, unusedAmong } from './rules/unused.js';
import { type Survey, surveySkills } from './survey.js';

const defaultUnusedDays = 30;

export function unusedSkills(options: LibraryOptions, days?: number): Unused {
  const survey = surveySkills(options, { writesCaches: options.files.stat(options.home) !== undefined });
  return unusedIn(survey, days);
}

/** From skills that were read already. `measure` says what a skill takes in the listings; by default as `coppice cost` does. */
export function unusedIn(survey: Survey, days = defaultUnusedDays, measure?: Measure): Unused {
  const { library, skills } = survey;
  const ofPlugins = offeredPluginSkills(library);
  const tokensOf = measure ?? listingTokens(library, [...skills.values(), ...ofPlugins]);
  const known = [...skillsOfRoots(survey, tokensOf), ...skillsOfPlugins(survey, ofPlugins, tokensOf)];
  return unusedAmong(known, days, library.clock.now());
}

type Measure = (entry: SkillEntry) => number;

function skillsOfRoots(
  { library, skills, records, facts }: Survey,
  tokensOf: Measure,
): readonly KnownSkill[] {
  const { config, clock, usage } = library;
  const policy = curatorPolicy(config);
  const plan = planTransitions(records, facts, policy, clock.now());
  const due = new Set(plan.transitions.filter(({ to }) => to !== 'active').map(({ id }) => id));
  const counted = new Map(usage.all().map((record) => [record.id, record]));
  return records.flatMap((record): readonly KnownSkill[] => {
    const { id, createdBy: provenance, state, pinned, lastActivityAt } = record;
    const entry = skills.get(id);
    if (entry === undefined) return [];
    return [
      {
        id: entry.id,
        name: entry.name,
        path: entry.path,
        tokens: tokensOf(entry),
        provenance,
        state,
        lastUsedAt: counted.get(id)?.lastUsedAt ?? 0,
        lastActivityAt,
        firstSeenAt: counted.get(id)?.firstSeenAt || clock.now(),
        pinned,
        required: facts.required.has(id),
        referenced: facts.referenced.has(id),
        unreadable: facts.unreadable.has(id),
        immovable: facts.immovable.has(id),
        curated: policy.provenance.includes(provenance),
        due: due.has(id),
      },
    ];
  });
}

function skillsOfPlugins(
  { library }: Survey,
  entries: readonly SkillEntry[],
  tokensOf: Measure,
): readonly KnownSkill[] {
  if (entries.length === 0) return [];
  const records = library.usage.all();
  noteFirstSeen(library, entries, library.usage.lookUp());
  const counted = new Map(records.map((record) => [record.id, record]));
  return entries.map((entry): KnownSkill => {
    const record = counted.get(entry.id);
    return {
      id: entry.id,
      name: entry.name,
      path: entry.path,
      tokens: tokensOf(entry),
      provenance: 'plugin',
      state: 'active',
      lastUsedAt: record?.lastUsedAt ?? 0,
      lastActivityAt: record?.lastActivityAt ?? 0,
      firstSeenAt: record?.firstSeenAt || library.clock.now(),
      pinned: false,
      required: false,
      referenced: false,
      unreadable: false,
      immovable: true,
      curated: false,
      due: false,
    };
  });
}
