/*
 * What the list of tasks shows: the view is in the address, and the request follows from it.
 */

import type { EpisodeResult, ResultCounts } from '../../../machine/api/sessions.js';
import { withQuery } from '../../rules/address.js';

/** Types alone come from the server, so the closed set is named again. */
export const results = [
  'clean',
  'recovered',
  'failed',
  'corrected',
  'abandoned',
  'unknown',
] as const satisfies readonly EpisodeResult[];

export const windows = [7, 30, 90, 365] as const;

export interface SessionsView {
  /** A part of the id of a skill. */
  readonly find: string;
  /** The id of one skill; empty for all, as the others are. */
  readonly skill: string;
  readonly agent: string;
  /** `-` where the model is not known. */
  readonly model: string;
  readonly result: EpisodeResult | '';
  readonly days: number;
  readonly day: string;
  readonly cursor: string;
}

export function readSessionsView(query: URLSearchParams): SessionsView {
  const days = Number(query.get('days'));
  const day = query.get('day') ?? '';
  return {
    find: query.get('find') ?? '',
    skill: query.get('skill') ?? '',
    agent: query.get('agent') ?? '',
    model: query.get('model') ?? '',
    result: results.find((result) => result === query.get('result')) ?? '',
    days: windows.find((each) => each === days) ?? 30,
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : '',
    cursor: query.get('cursor') ?? '',
  };
}

export function sessionsAddress(view: Partial<SessionsView>): string {
  return withQuery('/machine/sessions', queryOf(view));
}

/** What the address and the request have in common; what is usual is left out. */
export function queryOf({ days, ...view }: Partial<SessionsView>): Readonly<Record<string, string>> {
  const given = Object.entries(view).filter(([, value]) => value !== '' && value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(days !== undefined && days !== 30 && { days: String(days) }),
  };
}

/** Whether anything but the days is chosen. */
export function isFiltered({ find, skill, agent, model, result, day }: SessionsView): boolean {
  return [find, skill, agent, model, result, day].some((value) => value !== '');
}

export const resultWords: Readonly<Record<EpisodeResult, string>> = {
  clean: 'clean',
  recovered: 'recovered',
  failed: 'failed',
  corrected: 'corrected',
  abandoned: 'abandoned',
  unknown: 'too little to say',
};

export const resultTones: Readonly<Record<EpisodeResult, 'good' | 'bad' | 'warn' | 'plain'>> = {
  clean: 'good',
  recovered: 'good',
  failed: 'bad',
  corrected: 'warn',
  abandoned: 'warn',
  unknown: 'plain',
};

/** As the bars of a day show them, from the ground up. */
export const outcomeGroups = [
  { name: 'well', label: 'Went well', results: ['clean', 'recovered'] },
  { name: 'badly', label: 'Failed or corrected', results: ['failed', 'corrected'] },
  { name: 'other', label: 'Abandoned, or too little to say', results: ['abandoned', 'unknown'] },
] as const satisfies readonly { name: string; label: string; results: readonly EpisodeResult[] }[];

export function groupCounts(counts: ResultCounts): readonly number[] {
  return outcomeGroups.map(({ results: some }) => some.reduce((sum, result) => sum + counts[result], 0));
}

export function totalOf(counts: ResultCounts): number {
  return results.reduce((sum, result) => sum + counts[result], 0);
}

/** Of the tasks whose end is known, those that failed or were corrected, in percent. */
export function failingText(counts: ResultCounts): string {
  const known = totalOf(counts) - counts.unknown;
  return known === 0 ? '–' : `${Math.round(((counts.failed + counts.corrected) / known) * 100)} %`;
}

const minute = 60_000;

/** `under a minute`, `12 min`, `2 h 5 min`. */
export function lengthText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / minute);
  if (minutes < 1) return 'under a minute';
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** `14:05`, in UTC as all times of these pages. */
export function clockText(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
