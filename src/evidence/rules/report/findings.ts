/*
 * What a person can act on, as sentences that every format shows: what fails and what fixed it, and what users corrected.
 * A sentence consists of pieces, so that each format escapes the text from outside in its own way.
 */

import { counted } from '../../../text/plural.js';
import { timeText } from '../../../text/time.js';
import { shortened } from '../../../text/utf8.js';
import type { HoldReason } from '../fixes/failure.js';
import type { CorrectionReport, EvidenceReport, FailureReport } from './report.js';

export interface Findings {
  readonly title: string;
  readonly sentences: readonly Sentence[];
  /** The number of omitted sentences. */
  readonly more: number;
  /** What to say if there is none. */
  readonly none: string;
}

export type Sentence = readonly Piece[];

export type Piece =
  /** Text of the program. */
  | { readonly kind: 'words'; readonly text: string }
  /** A command from outside. */
  | { readonly kind: 'code'; readonly text: string }
  /** Other text from outside, shown in quotation marks. */
  | { readonly kind: 'quote'; readonly text: string };

const shownSentences = 10;

export function failureFindings({ failures, skill }: EvidenceReport): Findings {
  const sentences = failures.map((failure) => failureSentence(failure, skill === null));
  return findings('What fails', sentences, 'Nothing failed in these episodes.');
}

export function correctionFindings({ corrections }: EvidenceReport): Findings {
  return findings(
    'What users corrected',
    saidAlike(corrections).map(correctionSentence),
    'No user corrected an agent in these episodes.',
  );
}

function findings(title: string, sentences: readonly Sentence[], none: string): Findings {
  const shown = sentences.slice(0, shownSentences);
  return { title, sentences: shown, more: sentences.length - shown.length, none };
}

/** "`docker run x` fails with "Unable to find image" (3 sessions). `docker build -t x .` first worked 3 of 3 times." */
function failureSentence(failure: FailureReport, namesSkills: boolean): Sentence {
  const { command, error, exitCode, sessions, skills } = failure;
  const name: Sentence =
    error === ''
      ? [words(exitCode === null ? ' fails' : ` fails with exit code ${exitCode}`)]
      : [words(' fails with '), quote(error)];
  const where = namesSkills ? skillNames(skills) : [];
  return [
    code(command),
    ...name,
    words(` (${counted(sessions, 'session')}`),
    ...where,
    words(').'),
    ...remedy(failure),
  ];
}

function skillNames([first, ...others]: readonly string[]): Sentence {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'other skill')}`;
  return [words(' of '), code(first), words(more)];
}

function remedy({ fix, held }: FailureReport): Sentence {
  if (held !== null) return [words(` A fix was seen, but ${holdTexts[held]}, so it is not shown.`)];
  if (fix === null) return [words(' No fix was seen.')];
  const { kind, commands, worked, of } = fix;
  const list = commands.flatMap((command, at) => [words(at === 0 ? ' ' : ', then '), code(command)]);
  const isBefore = kind === 'steps' || kind === 'configuration';
  return [...list, words(`${isBefore ? ' first' : ''} worked ${worked} of ${counted(of, 'time')}.`)];
}

/** What a fix that is held back does. */
const holdTexts: Readonly<Record<HoldReason, string>> = {
  'more-rights': 'it needs more rights',
  'bypasses-a-guard': 'it bypasses a protection',
  'names-something-from-output': 'it uses a name that only the output of a tool gave',
  'discards-data': 'it discards data',
  'touches-secrets': 'it touches secrets',
  'downloads-and-runs': 'it downloads and runs something',
  'writes-outside-the-project': 'it writes outside the project',
  'not-on-the-list': 'it is of a kind that is not suggested',
  'scanner-finding': 'the scanner reports it',
};

const correctionLength = 200;

/** Corrections of a skill in the same words, the latest first. */
function saidAlike(corrections: readonly CorrectionReport[]): readonly (readonly CorrectionReport[])[] {
  const groups = new Map<string, CorrectionReport[]>();
  for (const correction of corrections) {
    const key = JSON.stringify([correction.skill, spaced(correction.text).toLowerCase()]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [correction]);
    else group.push(correction);
  }
  return [...groups.values()];
}

function correctionSentence(alike: readonly CorrectionReport[]): Sentence {
  const [latest] = alike;
  if (latest === undefined) return [];
  const { text, skill, at } = latest;
  const count = alike.length === 1 ? '' : `${counted(alike.length, 'time')}, last `;
  const said = shortened(spaced(text), correctionLength) || text;
  return [quote(said), words(' about '), code(skill), words(`, ${count}${timeText(at)}`)];
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function words(text: string): Piece {
  return { kind: 'words', text };
}

function code(text: string): Piece {
  return { kind: 'code', text };
}

function quote(text: string): Piece {
  return { kind: 'quote', text };
}
