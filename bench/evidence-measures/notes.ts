/*
 * Notes: the built program reads the sessions of each skill and writes its notes, and each is rated by the table in
 * test/fixtures/evidence/README.md as far as that can be done without a person. A person can rate the same notes by hand,
 * with what a colleague would want to read beside each.
 */

import { type Half, inHalf, type NotedSkill, readNotedSkills } from '../evidence-sets.js';
import { count, type Figure, mean } from './figure.js';
import { withProgramHome } from './program-home.js';

export interface RatedNote {
  readonly row: NotedSkill;
  /** Empty if there is none. */
  readonly note: string;
  readonly rating: Rating;
}

export type Rating = -1 | 0 | 1 | 2 | 3;

export async function writtenNotes(half: Half, program: string): Promise<readonly RatedNote[]> {
  const rows = inHalf(readNotedSkills(), half);
  return withProgramHome(program, rows, (home) => {
    home.coppice('evidence', 'backfill');
    const flags = ['--apply-low-risk', '--approve-auto-apply', '--max-skills', '50', '--json'];
    home.coppice('evolve', 'run', ...flags);
    return rows.map((row) => {
      const note = home.noteOf(row.skill);
      return { row, note, rating: rate(note, row.expect) };
    });
  });
}

export function noteFigures(notes: readonly RatedNote[]): readonly Figure[] {
  const due = notes.filter(({ row }) => row.expect.note);
  const healthy = notes.filter(({ row }) => !row.expect.note);
  const noted = healthy.filter(({ note }) => note !== '');
  const ratings = due.map(({ rating }) => rating);
  const below = due.filter(({ rating }) => rating < 3);
  const flat = ({ note }: RatedNote) => note.replace(/\s+/g, ' ') || 'no note';
  return [
    mean(
      'notes: mean rating',
      ratings,
      [-1, 3],
      { atLeast: 2.3 },
      below.map(
        (each) =>
          `${each.row.id} ${each.row.skill}, ${each.rating}: ${flat(each)}; ideal: ${each.row.expect.ideal}`,
      ),
    ),
    ...([3, 2, 1, 0, -1] as const).map((rating) =>
      count(`  rated ${rating}`, [ratings.filter((each) => each === rating).length, ratings.length]),
    ),
    count(
      'notes: healthy skills with a note',
      [noted.length, healthy.length],
      { atMost: 0 },
      noted.map((each) => `${each.row.id} ${each.row.skill}: ${flat(each)}`),
    ),
  ];
}

/**
 * By the table: 3 with the command, the error and what to do, or with the user's wish in the words of users; 2 without
 * what to do or without the error; 1 if only the problem can be recognised; -1 for anything that must not be there. A
 * note about a failure without a fix is 2 at most, also where nothing better is possible.
 */
export function rate(note: string, { must, mustNot, ideal }: NotedSkill['expect']): Rating {
  if (note === '') return 0;
  if (mustNot.some((part) => note.includes(part))) return -1;
  const [subject = ''] = must;
  const isComplete = must.every((part) => note.includes(part));
  if (/^Users (?:corrected|want)/.test(ideal))
    return isComplete && note.includes('Users corrected') ? 3 : isComplete ? 2 : 0;
  const namesError = note.split('\n').some((line) => line.includes(subject) && / fails with "/.test(line));
  if (isComplete && must.length > 1) return namesError ? 3 : 2;
  if (note.includes(subject)) return namesError ? 2 : 1;
  return errorsIn(ideal).some((error) => note.includes(error)) ? 1 : 0;
}

/** The quoted names of errors in the ideal note. */
function errorsIn(ideal: string): readonly string[] {
  return [...ideal.matchAll(/"([^"]{1,100})"/g)].map(([, error = '']) => error);
}
