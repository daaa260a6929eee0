/*
 * Checks for fields of transcripts, which may have any value or be missing.
 */

import { isCount, isTime } from '../../text/shape.js';

export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A short text such as the name of a model or the id of a session. Longer text is none, and would fill the memory. */
export function nameIn(value: unknown): string | undefined {
  return isNonEmptyText(value) && value.length <= 200 ? value : undefined;
}

export function pathIn(value: unknown): string | undefined {
  return isNonEmptyText(value) && value.length <= 1_000 ? value : undefined;
}

/** A count of tokens, or the sum of two; undefined if neither is a count. */
export function tokensIn(count: unknown, more?: unknown): number | undefined {
  if (!isTokens(count)) return isTokens(more) ? more : undefined;
  return isTokens(more) ? count + more : count;
}

function isTokens(count: unknown): count is number {
  return isCount(count) && count <= maxTokens;
}

/** More than any message has; a larger count is an error, and would spoil sums. */
const maxTokens = 10_000_000;

/** Accepts ISO text, or milliseconds since the epoch. Undefined for anything else. */
export function timeIn(value: unknown): number | undefined {
  const time = typeof value === 'string' ? timeOfText(value) : value;
  return isTime(time) ? time : undefined;
}

/** Date.parse accepts nearly any text, so the start is checked first. The form that nearly every line has is read faster. */
function timeOfText(text: string): number | undefined {
  if (text.length === wholeTime && text.charCodeAt(wholeTime - 1) === 0x5a) {
    // Lines of one session follow each other within a day.
    if (text.slice(0, dayLength) !== lastDay.text) {
      if (!isoStart.test(text)) return undefined;
      lastDay = {
        text: text.slice(0, dayLength),
        at: Date.parse(`${text.slice(0, dayLength)}00:00:00.000Z`),
      };
    }
    const rest = restOfDay(text);
    if (rest !== undefined) return lastDay.at + rest;
  }
  return isoStart.test(text) ? Date.parse(text) : undefined;
}

const wholeTime = '2026-01-02T03:04:05.678Z'.length;
const dayLength = '2026-01-02T'.length;
let lastDay = { text: '', at: 0 };

/** The milliseconds of `03:04:05.678`; undefined if it is written in any other way. */
function restOfDay(text: string): number | undefined {
  if (text.charAt(13) !== ':' || text.charAt(16) !== ':' || text.charAt(19) !== '.') return undefined;
  const hours = digits(text, 11, 13);
  const minutes = digits(text, 14, 16);
  const seconds = digits(text, 17, 19);
  const milliseconds = digits(text, 20, 23);
  if (!(hours < 24 && minutes < 60 && seconds < 60 && milliseconds < 1_000)) return undefined;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + milliseconds;
}

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

const isoStart = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
