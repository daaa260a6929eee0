/*
 * Acts on the skills that a person has chosen: archive, restore, quiet, wake, adopt, call distinct.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { rememberDistinct } from '../../app/overlap/distinct.js';
import { adoptSkills, undeclaredSkills } from '../../app/skill-facts.js';
import { type Archived, planArchiveOf } from '../../app/tidy/archive-many.js';
import { switchChosen } from '../../app/tidy/quiet.js';
import { planRestore } from '../../app/tidy/restore-many.js';
import { readCatalog } from '../../library/read/catalog.js';
import { findSkillToSwitch } from '../../library/read/resolve.js';
import { counted } from '../../text/plural.js';
import type { DoneAnswer, PlanAnswer } from '../api/acts.js';
import { nothingDone, type PlannedAct, remainingText, skillLine } from './planned-act.js';

export function planArchiveAct(context: Context, ids: readonly string[]): PlannedAct {
  const { skills, left, needed } = planArchiveOf(context, ids);
  return {
    plan: {
      title: `Archive ${counted(skills.length, 'skill')}?`,
      says: 'Each is moved to the archive of its folder, with all its files. No agent sees it there, and it can be restored at any time.',
      verb: 'Archive',
      isChoice: true,
      lines: skills.map(({ id }) =>
        skillLine(id, 'archive', needed.has(id) ? 'other skills or automation need it' : null),
      ),
      left: left.map(({ id, why }) => ({ skill: id, why })),
    },
    apply: async (keys) => {
      if (keys.size === 0) return nothingDone;
      const reason = 'chosen on the page';
      return archivedAnswer(await planArchiveOf(context, [...keys]).apply({ actor: 'user', reason }));
    },
  };
}

export function archivedAnswer({ run, archived, remaining, error }: Archived): DoneAnswer {
  return {
    message: `Archived ${counted(archived.length, 'skill')}.`,
    undo: run,
    problem: remainingText(remaining, error),
  };
}

export function planRestoreAct(context: Context, ids: readonly string[]): PlannedAct {
  const { skills, missing, apply } = planRestore(context, ids);
  return {
    plan: {
      title: `Restore ${counted(skills.length, 'skill')}?`,
      says: 'Each is moved back from the archive to where it was, with all its files.',
      verb: 'Restore',
      isChoice: true,
      lines: skills.map(({ id, path, reason }) =>
        skillLine(id, `back to ${path}`, reason === null ? null : `archived: ${reason}`),
      ),
      left: missing.map((id) => ({ skill: id, why: 'it is not in the archive' })),
    },
    apply: async (keys) => {
      if (keys.size === 0) return nothingDone;
      const { run, restored, remaining, error } = await apply(keys);
      return {
        message: `Restored ${counted(restored.length, 'skill')}.`,
        undo: run,
        problem: remainingText(remaining, error),
      };
    },
  };
}

const switchTexts = {
  quiet: {
    says: 'The settings of each agent are edited, and no file of a skill: the agent lists only its name, or leaves it out. Using the skill yourself, or Wake, takes that back.',
    verb: 'Make quiet',
    title: (count: string) => `Make ${count} quiet?`,
    message: (count: string) => `Made ${count} quiet.`,
  },
  wake: {
    says: 'The settings that Coppice made are removed from the settings of each agent; those of others stay.',
    verb: 'Wake',
    title: (count: string) => `Wake ${count}?`,
    message: (count: string) => `Woke ${count}.`,
  },
} as const;

export async function planSwitchAct(
  context: Context,
  act: 'quiet' | 'wake',
  ids: readonly string[],
): Promise<PlannedAct> {
  const { changes, skipped } = await switchChosen(context, act, ids, { dryRun: true });
  const texts = switchTexts[act];
  const changed = [...new Set(changes.map(({ skill }) => skill))];
  const plan: PlanAnswer = {
    title: texts.title(counted(changed.length, 'skill')),
    says: texts.says,
    verb: texts.verb,
    isChoice: true,
    lines: changed.map((id) => {
      const own = changes.filter(({ skill }) => skill === id);
      const agents = [...new Set(own.map(({ agent }) => agent))].join(', ');
      const level = own[0]?.level;
      return skillLine(
        id,
        act === 'wake' ? `listed again by ${agents}` : `${levelText(level)} for ${agents}`,
      );
    }),
    left: skipped
      .filter(({ skill }) => !changed.includes(skill))
      .map(({ skill, message }) => ({ skill, why: message })),
  };
  return {
    plan,
    changes: changes.length,
    apply: async (keys) => {
      if (keys.size === 0) return nothingDone;
      const done = await switchChosen(context, act, [...keys], {});
      const failed = done.skipped.filter(({ reason }) => reason === 'failed');
      return {
        message: texts.message(counted(new Set(done.changes.map(({ skill }) => skill)).size, 'skill')),
        undo: done.run,
        problem: failed[0] === undefined ? null : `${failed[0].skill}: ${failed[0].message}`,
      };
    },
  };
}

function levelText(level: string | null | undefined): string {
  return level === 'name-only'
    ? 'listed by name only'
    : level === 'user-only'
      ? 'only when you call it'
      : 'not listed';
}

export async function planAdoptAct(context: Context, ids: readonly string[]): Promise<PlannedAct> {
  const library = libraryOf(context);
  const wanted = new Set(ids);
  const { skills, hidden } = readCatalog(library);
  const entries = [...skills, ...hidden.map(({ entry }) => entry)].filter(({ id }) => wanted.has(id));
  const undeclared = undeclaredSkills(library, entries);
  const { changed, blocked } = await adoptSkills(context, library, undeclared, { dryRun: true });
  const declared = ids.filter((id) => !undeclared.some((entry) => entry.id === id));
  return {
    plan: {
      title: `Adopt ${counted(changed.length, 'skill')}?`,
      says: 'They count as made by an agent from then on: the curator may retire them when nobody uses them, and notes may be added. Their files stay as they are.',
      verb: 'Adopt',
      isChoice: true,
      lines: changed.map((id) => skillLine(id, 'counts as made by an agent')),
      left: [
        ...blocked.map(({ id, error }) => ({ skill: id, why: error.message })),
        ...declared.map((id) => ({ skill: id, why: 'it is known already who made it' })),
      ],
    },
    apply: async (keys) => {
      if (keys.size === 0) return nothingDone;
      const done = await adoptSkills(
        context,
        library,
        undeclared.filter(({ id }) => keys.has(id)),
        { dryRun: false },
      );
      const adopted = new Set(done.changed);
      return {
        message: `Adopted ${counted(adopted.size, 'skill')}.`,
        undo: done.undo,
        problem: remainingText(
          done.error === null ? [] : [...keys].filter((id) => !adopted.has(id)),
          done.error,
        ),
      };
    },
  };
}

export function planDistinctAct(context: Context, ids: readonly string[]): PlannedAct {
  const library = libraryOf(context);
  const skills = [...new Set(ids)].map((id) => findSkillToSwitch(library, id).id);
  const pairs = skills.flatMap((one, at) => skills.slice(at + 1).map((other) => [one, other] as const));
  return {
    plan: {
      title: `Are these ${counted(skills.length, 'skill')} distinct?`,
      says: 'They are not named as overlapping with each other again. Their files stay as they are.',
      verb: 'They are distinct',
      isChoice: false,
      lines: pairs.map(([one, other]) => ({
        key: `${one} ${other}`,
        skill: one,
        does: `is distinct from ${other}`,
        why: null,
      })),
      left: [],
    },
    apply: async () => {
      const { run } = await rememberDistinct(context, skills, 'decided on the page');
      return {
        message: run === null ? 'That was known already.' : 'They are not named as overlapping again.',
        undo: run,
        problem: null,
      };
    },
  };
}
