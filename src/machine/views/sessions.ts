/*
 * Reads the list of tasks with a skill, and one of them step by step.
 */

import type { Context } from '../../app/context.js';
import { type EpisodeListing, listEpisodes, showEpisode } from '../../app/episodes.js';
import { correctionTexts, endingText, outcomeWords } from '../../app/rules/episode-words.js';
import type { Correction } from '../../evidence/rules/episodes/episode.js';
import type { ListedEpisode } from '../../evidence/rules/episodes/episode-list.js';
import type { StoryAttempt, StoryStep } from '../../evidence/rules/episodes/episode-story.js';
import { noEpisodes } from '../../evidence/rules/evidence.js';
import { dayMs, utcDay } from '../../text/time.js';
import {
  type EpisodeAnswer,
  type EpisodeAttempt,
  type EpisodeRow,
  type EpisodeStoryStep,
  episodeResults,
  type SessionsAnswer,
} from '../api/sessions.js';
import { daysInQuery } from './days-in-query.js';
import { shownDays } from './today.js';

const rowsAtOnce = 50;

export async function readSessions(context: Context, query: URLSearchParams): Promise<SessionsAnswer> {
  const given = (name: string) => query.get(name) || undefined;
  const model = given('model');
  const listing = await listEpisodes(context, {
    days: daysInQuery(query, shownDays),
    day: given('day'),
    skill: given('skill'),
    find: given('find'),
    agent: given('agent'),
    // A name has more than a dash.
    model: model === '-' ? null : model,
    result: episodeResults.find((result) => result === query.get('result')),
    cursor: given('cursor'),
    limit: rowsAtOnce,
  });
  const { hasEvidence, sessions, figures, episodes, next } = listing;
  return {
    hasEvidence,
    now: context.clock.now(),
    sessions,
    total: figures.total,
    byDay: everyDay(listing),
    byAgent: figures.byAgent,
    byModel: figures.byModel,
    byResult: figures.byResult,
    episodes: episodes.map(episodeRow),
    next,
  };
}

function everyDay({ window: { from, to }, figures }: EpisodeListing): SessionsAnswer['byDay'] {
  return Array.from({ length: (to - from) / dayMs }, (_, index) => {
    const start = from + index * dayMs;
    return { day: utcDay(start), counts: figures.byDay.get(start / dayMs) ?? noEpisodes };
  });
}

function episodeRow({ session: _, tokens: __, ...row }: ListedEpisode): EpisodeRow {
  return row;
}

const stepsAtOnce = 300;

export async function readEpisode(context: Context, query: URLSearchParams): Promise<EpisodeAnswer> {
  const { episode, steps, beside, isHere } = await showEpisode(context, query.get('id') ?? '');
  const from = Math.max(0, Math.floor(Number(query.get('cursor')) || 0));
  const corrections = new Map(episode.corrections.map((each) => [each.event, each]));
  const { id, skill, agent, model, session, startedAt, endedAt, result, counts, tokens } = episode;
  return {
    id,
    skill: skill.name,
    isHere,
    agent,
    model: model ?? null,
    session,
    startedAt,
    endedAt,
    result,
    attempts: counts.attempts,
    failed: counts.failed,
    corrected: episode.corrections.length,
    tokens: tokens ?? null,
    now: context.clock.now(),
    steps: steps
      .slice(from, from + stepsAtOnce)
      .map((step) => shownStep(step, episode.thread, corrections.get(step.event))),
    next: steps.length > from + stepsAtOnce ? String(from + stepsAtOnce) : null,
    beside: beside.map(episodeRow),
  };
}

function shownStep(step: StoryStep, thread: string, correction: Correction | undefined): EpisodeStoryStep {
  const shared = {
    event: step.event,
    at: step.at,
    isSubagent: step.thread !== thread,
    correction:
      correction === undefined ? null : { text: correction.text, how: correctionTexts[correction.by] },
  };
  switch (step.kind) {
    case 'load':
      return { ...shared, kind: 'load', byUser: step.tool === undefined };
    case 'message':
      return { ...shared, kind: 'message', text: step.text, reply: step.reply };
    case 'call':
      return {
        ...shared,
        kind: 'call',
        tool: step.tool,
        attempts: step.attempts.map(shownAttempt),
        output: step.output,
      };
    case 'stop':
      return { ...shared, kind: 'stop' };
    default:
      return step satisfies never;
  }
}

function shownAttempt({ text, outcome, failure }: StoryAttempt): EpisodeAttempt {
  const [words, tone] = outcomeWords[outcome];
  return {
    text,
    outcome: words,
    tone,
    failure:
      failure === undefined
        ? null
        : {
            cause: failure.cause.line,
            ending: endingText(failure.ending) ?? 'nothing later shows that it worked',
          },
  };
}
