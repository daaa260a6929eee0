/*
 * Acts that settle what is wrong: each is the one command that the first page names, with its plan shown before.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { makeSkillFixes, planSkillFixes } from '../../app/fix-skills.js';
import { observeSkills } from '../../app/observe.js';
import { planDedupe } from '../../app/overlap/dedupe.js';
import { skillLibraryOptions } from '../../app/skill-library-options.js';
import { type ArchiveChoice, planArchive } from '../../app/tidy/archive-many.js';
import { idleText } from '../../curator/rules/report.js';
import { runCurator } from '../../curator/run.js';
import { unfinishedEntries } from '../../library/ledger/unfinished.js';
import { writeDepsOf } from '../../library/write/write-target.js';
import { randomIds } from '../../system/ids.js';
import { counted } from '../../text/plural.js';
import { archivedAnswer } from './chosen.js';
import { type PlannedAct, skillLine } from './planned-act.js';

const archiveTexts: Readonly<Record<ArchiveChoice, string>> = {
  blocked:
    'The scanner blocks these skills. In the archive no agent can read them; nothing is deleted, and each can be restored.',
  unloadable:
    'No agent can load these skills, and nothing mechanical fixes them. In the archive they can be looked at and restored.',
};

export async function planArchiveTroubled(context: Context, choice: ArchiveChoice): Promise<PlannedAct> {
  const { skills, apply } = await planArchive(context, choice);
  return {
    plan: {
      title: `Archive ${counted(skills.length, 'skill')}?`,
      says: archiveTexts[choice],
      verb: 'Archive',
      isChoice: false,
      lines: skills.map(({ id }) => skillLine(id, 'archive')),
      left: [],
    },
    apply: async () => archivedAnswer(await apply({ actor: 'user' })),
  };
}

export function planFixAct(context: Context): PlannedAct {
  const plan = planSkillFixes(context, () => true, []);
  const unfinished = unfinishedEntries(skillLibraryOptions(context));
  const lines = [
    ...unfinished.map(({ id, skill, action }) => ({
      key: id,
      skill,
      does: 'complete it or take it back',
      why: `the change "${action}" was interrupted`,
    })),
    ...plan.fixes.map(({ path, skill, message }) => ({
      key: path,
      skill: skill ?? path,
      does: message,
      why: null,
    })),
  ];
  return {
    plan: {
      title: `Fix ${counted(lines.length, 'fault')}?`,
      says: 'Only what is mechanical: missing or unclosed frontmatter, values that need quotes, a folder with another name than its skill. No other text changes.',
      verb: 'Fix',
      isChoice: false,
      lines,
      left: plan.skipped.map(({ skill, path, reason }) => ({ skill: skill ?? path, why: reason })),
    },
    apply: async () => {
      const { run, fixes } = await makeSkillFixes(context, plan);
      const failed = fixes.filter(({ error }) => error !== null);
      const made = fixes.length - failed.length;
      const settled =
        unfinished.length === 0 ? '' : ` Settled ${counted(unfinished.length, 'interrupted change')}.`;
      return {
        message: `Fixed ${counted(made, 'fault')}.${settled}`,
        undo: made === 0 ? null : run,
        problem: failed[0] === undefined ? null : `${failed[0].path}: ${failed[0].error}`,
      };
    },
  };
}

export function planDedupeAct(context: Context): PlannedAct {
  const library = libraryOf(context);
  const plan = planDedupe(library);
  const copies = plan.groups.flatMap(({ kept, copies: some }) => some.map((copy) => ({ ...copy, kept })));
  return {
    plan: {
      title: `Archive ${counted(plan.changes, 'exact copy', 'exact copies')}?`,
      says: 'One of each is kept. Where an agent would lose the skill, a link to the kept one takes the place of the copy.',
      verb: 'Archive copies',
      isChoice: false,
      lines: copies
        .filter(({ act }) => act !== 'none')
        .map(({ id, act, kept, reason }) =>
          skillLine(id, act === 'link' ? `link to ${kept} instead` : `archive, keep ${kept}`, reason),
        ),
      left: copies.filter(({ act }) => act === 'none').map(({ id, reason }) => ({ skill: id, why: reason })),
    },
    apply: async () => {
      const run = randomIds.next();
      const done = await plan.apply(writeDepsOf(skillLibraryOptions(context), library.usage), run);
      const failed = done.filter(({ error }) => error !== null);
      const made = done.length - failed.length;
      return {
        message: `Archived ${counted(made, 'copy', 'copies')}.`,
        undo: made === 0 ? null : run,
        problem: failed[0] === undefined ? null : `${failed[0].id}: ${failed[0].error}`,
      };
    },
  };
}

export async function planCurateAct(context: Context): Promise<PlannedAct> {
  const options = skillLibraryOptions(context);
  const { transitioned, quieted } = await runCurator(options, { dryRun: true });
  return {
    plan: {
      title: `Retire ${counted(transitioned.length + quieted.length, 'skill')}?`,
      says: 'The curator marks what agents made and nobody uses as stale, and archives it later. Whatever is used again becomes active again.',
      verb: 'Retire',
      isChoice: false,
      lines: [
        ...transitioned.map((transition) =>
          skillLine(
            transition.id,
            transition.to === 'archived' ? 'archive' : `becomes ${transition.to}`,
            idleText(transition),
          ),
        ),
        ...quieted.map(({ id, agent }) => ({
          key: `${id} ${agent}`,
          skill: id,
          does: `quiet for ${agent}`,
          why: 'never used',
        })),
      ],
      left: [],
    },
    apply: async () => {
      await observeSkills(context);
      const report = await runCurator(options, { now: true });
      const moved = report.transitioned.filter(({ to }) => to === 'archived').length;
      const changes = moved + report.quieted.length;
      return {
        message: `Archived ${counted(moved, 'skill')}, marked ${report.transitioned.length - moved} as stale or active.`,
        // A state alone is no change of a skill, and follows from its use.
        undo: changes === 0 ? null : report.runId,
        problem: report.error?.message ?? null,
      };
    },
  };
}
