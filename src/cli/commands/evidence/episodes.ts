/*
 * `coppice evidence episodes`: the tasks with skills as a list, or one of them step by step. No skill is changed.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { listEpisodes, type ShownEpisode, showEpisode } from '../../../app/episodes.js';
import { correctionTexts, endingText, outcomeWords } from '../../../app/rules/episode-words.js';
import type { ListedEpisode } from '../../../evidence/rules/episodes/episode-list.js';
import type { StoryStep } from '../../../evidence/rules/episodes/episode-story.js';
import { findSkill } from '../../../library/read/resolve.js';
import { unlessRefused } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

const maxListed = 1_000;

export async function runEvidenceEpisodes(
  context: Context,
  input: Input<'evidence episodes'>,
): Promise<Report> {
  const wanted = input.argument('id');
  if (wanted !== undefined) return storyReport(await showEpisode(context, wanted));
  const typed = input.text('skill');
  const { window, sessions, figures, episodes, next, hasEvidence } = await listEpisodes(context, {
    days: wholeNumber(input, 'days', 1) ?? 30,
    day: input.text('day'),
    // There may be evidence of a skill that is not here any more.
    skill:
      typed === undefined
        ? undefined
        : (unlessRefused(() => findSkill(libraryOf(context), typed))?.entry.id ?? typed),
    agent: input.text('agent'),
    model: input.text('model'),
    result: input.text('result'),
    cursor: input.text('cursor'),
    limit: Math.min(wholeNumber(input, 'limit', 1) ?? 50, maxListed),
  });
  const notes = [
    ...(hasEvidence ? [] : ['no session was read yet; read them with: coppice evidence backfill']),
    ...(hasEvidence && episodes.length === 0
      ? [`no task matches; ${counted(sessions, 'session')} of these days had been read`]
      : []),
    ...(episodes.length > 0 && next === null ? ['show one with: coppice evidence episodes ID'] : []),
    ...(next === null ? [] : [`there are more: --cursor ${next}`]),
  ];
  return {
    document: { from: window.from, to: window.to, sessions, total: figures.total, episodes, next },
    text: rowsText(
      context.terminal,
      ['ID', 'BEGAN', 'SKILL', 'AGENT', 'RESULT', 'ATTEMPTS', 'WHAT'],
      episodes.map(rowOf),
    ),
    notes: notes.map((line) => `${line}\n`).join(''),
  };
}

function rowOf(episode: ListedEpisode): readonly string[] {
  const { id, startedAt, skill, agent, result, attempts, failure, correction } = episode;
  const what = correction ?? (failure === null ? '' : `${failure.command}: ${failure.error}`);
  return [id.slice(0, 12), timeText(startedAt), skill, agent, result, String(attempts), what];
}

function storyReport({ episode, steps, beside }: ShownEpisode): Report {
  const { id, skill, agent, model, session, startedAt, endedAt, result, counts, corrections } = episode;
  const by = new Map(corrections.map((each) => [each.event, each]));
  const head = [
    `${skill.name}: ${result}, ${counted(counts.attempts, 'attempt')}, ${agent}${model === undefined ? '' : ` with ${model}`}`,
    `${timeText(startedAt)} to ${timeText(endedAt)} UTC, session ${session}`,
    '',
  ];
  const lines = steps.flatMap((step) => {
    const correction = by.get(step.event);
    return [
      ...stepLines(step),
      ...(correction === undefined ? [] : [`  you corrected it (${correctionTexts[correction.by]})`]),
    ];
  });
  return {
    document: {
      id,
      skill: skill.name,
      agent,
      model: model ?? null,
      session,
      startedAt,
      endedAt,
      result,
      counts,
      steps: steps.map((step) => ({ ...step, correction: by.get(step.event)?.by ?? null })),
      beside: beside.map((each) => each.id),
    },
    text: `${[...head, ...lines].map((line) => printable(line)).join('\n')}\n`,
  };
}

function stepLines(step: StoryStep): readonly string[] {
  const at = new Date(step.at).toISOString().slice(11, 19);
  switch (step.kind) {
    case 'load':
      return [`${at} ${step.tool === undefined ? 'you' : 'the agent'} loaded the skill`];
    case 'message':
      return [`${at} you: ${step.text}`];
    case 'stop':
      return [`${at} you stopped the agent`];
    case 'call':
      return step.attempts.flatMap(({ text, outcome, failure }) => [
        `${at} ${text === '' ? step.tool : text}: ${outcomeWords[outcome][0]}`,
        ...(failure === undefined
          ? []
          : [
              `  ${failure.cause.line}`,
              `  ${endingText(failure.ending) ?? 'nothing later shows that it worked'}`,
            ]),
      ]);
    default:
      return step satisfies never;
  }
}
