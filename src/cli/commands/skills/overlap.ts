/*
 * `coppice overlap`: clusters of skills that say the same, with a score per signal. With --exact only copies, with
 * --distinct the decision that skills are different.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { planDedupe } from '../../../app/overlap/dedupe.js';
import { rememberDistinct } from '../../../app/overlap/distinct.js';
import { findOverlap, type OverlapClusterReport, type OverlapReport } from '../../../app/overlap/overlap.js';
import { overlapReason, withheldReason } from '../../../app/overlap/overlap-text.js';
import { findSkill } from '../../../library/read/resolve.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { copiesText } from './dedupe.js';

export async function runOverlap(context: Context, input: Input<'overlap'>): Promise<Report> {
  const names = input.argumentList('skill');
  if (input.isOn('distinct')) return await distinctReport(context, names, input.text('reason'));
  if (names.length > 1) {
    throw new CoppiceError('usage', 'name one skill, or use --distinct to say that these are different', {
      hint: 'coppice help overlap',
    });
  }
  if (input.isOn('exact')) return exactReport(context);
  const [name] = names;
  const skill = name === undefined ? undefined : findSkill(libraryOf(context), name).entry.id;
  const report = await findOverlap(context, {
    skill,
    semantic: input.isOn('semantic'),
    all: input.isOn('all'),
  });
  return {
    document: report,
    text: () => rowsText(context.terminal, ['SCORE', 'WHY', 'SKILLS', 'NEXT'], report.clusters.map(rowOf)),
    notes: notesOf(report, skill, input.isOn('all')),
  };
}

function rowOf(cluster: OverlapClusterReport): readonly string[] {
  const withheld = withheldReason(cluster);
  const next = cluster.suggestion ?? (withheld === '' ? '' : `not suggested: ${withheld}`);
  return [cluster.score.toFixed(2), overlapReason(cluster), cluster.skills.join(', '), next];
}

function notesOf(
  { clusters, compared, distinct, maybe }: OverlapReport,
  skill: string | undefined,
  all: boolean,
): string {
  const lines = [
    clusters.length === 0
      ? `${counted(compared, 'skill')} compared: ${skill === undefined ? 'none overlaps with another' : `none overlaps with ${skill}`}`
      : `${counted(compared, 'skill')} compared, ${counted(clusters.length, 'cluster')}`,
    ...(distinct.length > 0
      ? [`${counted(distinct.length, 'pair')} left out: called distinct, or the merge was undone`]
      : []),
    ...(maybe > 0 && !all ? [`maybe the same purpose: ${counted(maybe, 'more cluster')} with --all`] : []),
    ...(clusters.some(({ exact }) => !exact)
      ? ['hint: coppice overlap --distinct SKILL SKILL remembers that two are different']
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function exactReport(context: Context): Report {
  const { groups } = planDedupe(libraryOf(context));
  return {
    document: {
      groups: groups.map(({ name, digest, kept, copies }) => ({
        name,
        digest,
        skills: [kept, ...copies.map(({ id }) => id)],
      })),
    },
    text: copiesText(context, groups),
    notes:
      groups.length === 0 ? 'no skill is a copy of another\n' : 'hint: coppice dedupe keeps one of each\n',
  };
}

async function distinctReport(
  context: Context,
  names: readonly string[],
  reason: string | undefined,
): Promise<Report> {
  const decision = await rememberDistinct(context, names, reason);
  const { skills, run } = decision;
  const text =
    run === null ? 'this was known already' : `remembered as distinct; coppice undo ${run} takes it back`;
  return { document: decision, text: `${printable(`${skills.join(', ')}: ${text}`)}\n` };
}
