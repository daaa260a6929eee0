/*
 * The text of one line of a note: the command that fails, the short name of its error, and what worked, or the words by
 * which users corrected the agent. Everything that is not our own text is in a code span or in quotes, on one line.
 */

import type {
  FixKind,
  HoldReason,
  RecurringFailure,
  ShownFix,
} from '../../../evidence/rules/fixes/failure.js';
import { readsLikeInstruction } from '../../../scan/families/injection/instruction.js';
import { counted, times } from '../../../text/plural.js';
import { utcDay } from '../../../text/time.js';
import { countCharacters } from '../../../text/utf8.js';
import { literalLine, neutralise } from './neutralise.js';

export const lineKinds = ['fix', 'correction', 'failure'] as const;
export type LineKind = (typeof lineKinds)[number];

/** Without the dash before it. */
export interface NoteLine {
  readonly kind: LineKind;
  readonly text: string;
  /** Whether something was seen that the line does not show: the name of the error, or a fix. */
  readonly isPartial: boolean;
}

/** Undefined if the command itself reads like an instruction, so that there is nothing to name. */
export function failureLine(failure: RecurringFailure): NoteLine | undefined {
  const { fix, held, sessions } = failure;
  const command = commandOf(failure);
  if (command === undefined) return undefined;
  const name = errorOf(failure);
  const subject = `${command} fails${name === '' ? exitOf(failure) : ` with "${name}"`}`;
  const advice = fix === null ? undefined : adviceOf(fix);
  if (advice !== undefined) return { kind: 'fix', text: `${subject}: ${advice}.`, isPartial: name === '' };
  const seen = counted(sessions, 'session');
  const ending = fix !== null ? unprintable : held === null ? 'no fix seen yet' : heldWords[held];
  return {
    kind: 'failure',
    text: `${subject} ${name === '' ? `in ${seen}` : `(${seen})`}; ${ending}.`,
    isPartial: name === '' || fix !== null || held !== null,
  };
}

export function correctionLine(words: string, count: number): NoteLine {
  const said = quoted(literalLine(words, maxWordCharacters)).replace(/[.。\s]{1,9}$/, '');
  const text = `Users corrected this ${times(count)}: "${said}".`;
  return { kind: 'correction', text, isPartial: false };
}

/** The line without counts and dates, which change with time: equal for lines that say the same. */
export function withoutCounts(text: string): string {
  return text
    .replace(/ \(worked \d{1,9} of \d{1,9} times, last \d{4}-\d\d-\d\d\)\.$/, '')
    .replace(/ worked \(\d{1,9} of \d{1,9}\)\.$/, ' worked')
    .replace(/ (?:in \d{1,9} sessions?|\(\d{1,9} sessions?\))(?=; [^"`]{1,100}\.$)/, '')
    .replace(/^Users corrected this (?:once|\d{1,9} times): /, '');
}

/** The kind of a line that was written before, and what it says about how often; undefined if it is not ours. */
export interface ReadLine {
  readonly kind: LineKind;
  /** Undefined if the line does not say it. */
  readonly worked?: number;
  readonly of?: number;
  readonly sessions?: number;
}

export function readLine(text: string): ReadLine | undefined {
  const fix = fixShape.exec(text);
  if (fix) return { kind: 'fix', worked: Number(fix[1] ?? fix[3]), of: Number(fix[2] ?? fix[4]) };
  const failure = failureShape.exec(text);
  if (failure) return { kind: 'failure', sessions: Number(failure[1] ?? failure[2]) };
  return correctionShape.test(text) ? { kind: 'correction' } : undefined;
}

const maxCommandCharacters = 120;
const maxErrorCharacters = 80;
const maxWordCharacters = 160;
const maxFixCharacters = 240;

function commandOf({ command }: RecurringFailure): string | undefined {
  if (readsLikeInstruction(command)) return undefined;
  const text = literalLine(command, maxCommandCharacters);
  return text === '' ? undefined : `\`${text}\``;
}

/** Checked again, because this is the last place before an agent reads it. */
function errorOf({ error }: RecurringFailure): string {
  const { text, dropped } = neutralise(error, maxErrorCharacters);
  return dropped > 0 ? '' : quoted(text);
}

function exitOf({ exitCode }: RecurringFailure): string {
  return exitCode === null ? '' : ` (exit ${exitCode})`;
}

/** Undefined if a command cannot be shown exactly as it was run: advice that is cut or changed is wrong. */
function adviceOf({ kind, commands, worked, of, lastAt }: ShownFix): string | undefined {
  const shown = commands.map(exactLine);
  if (shown.length === 0 || shown.some((text) => text === undefined)) return undefined;
  const spans = shown.map((text) => `\`${text}\``).join(', then ');
  if (countCharacters(spans) > maxFixCharacters) return undefined;
  const verb = verbBefore(kind, commands);
  if (verb === undefined) return `${spans} worked (${worked} of ${of})`;
  const comma = shown.length > 1 ? ',' : '';
  return `${verb} ${spans}${comma} first (worked ${worked} of ${of} times, last ${utcDay(lastAt)})`;
}

/** Undefined if the fix is another command in place of the one that fails. */
function verbBefore(kind: FixKind, [first = '']: readonly string[]): 'run' | 'edit' | undefined {
  // The only command of an edit is the path of the file.
  if (kind === 'configuration') return 'edit';
  const isStep = kind === 'steps' || (kind === 'folder' && /^cd \S{1,500}$/.test(first));
  return isStep ? 'run' : undefined;
}

/** Placeholders keep their meaning in other brackets; between blanks, a bracket can only write to a file. */
function exactLine(command: string): string | undefined {
  const plain = command.replace(/\s+/g, ' ').trim();
  const text = literalLine(command, maxFixCharacters).replace(/(?<= )›(›?)(?= [\w.])/g, (found) =>
    '>'.repeat(found.length),
  );
  return text !== '' && text.replace(placeholder, '<$1>') === plain ? text : undefined;
}

const placeholder = /‹([a-z][a-z0-9-]{0,30})›/g;

/** A quote inside would end the quotation. */
function quoted(text: string): string {
  return text.replace(/["“”„«»]/g, "'");
}

const unprintable = 'a fix was seen that does not fit on a line';

/** A fix that is held back is named as such, in words that say why. */
export const heldWords: Readonly<Record<HoldReason, string>> = {
  'more-rights': 'a fix was seen that needs more rights',
  'bypasses-a-guard': 'a fix was seen that works around a protection',
  'names-something-from-output': 'a fix was seen that uses something only the output of a tool named',
  'discards-data': 'a fix was seen that discards data',
  'touches-secrets': 'a fix was seen that touches secrets',
  'downloads-and-runs': 'a fix was seen that runs what it downloads',
  'writes-outside-the-project': 'a fix was seen that writes outside the project',
  'not-on-the-list': 'a fix was seen that is of no kind shown here',
  'scanner-finding': 'a fix was seen that the scanner objects to',
};

const named = '`[^`\\n]{1,200}` fails(?: with "[^"`\\n]{1,200}"| \\(exit -?\\d{1,9}\\))?';
const spans = '`[^`\\n]{1,400}`(?:, then `[^`\\n]{1,400}`){0,20}';
const fixShape = new RegExp(
  `^${named}: (?:(?:run|edit) ${spans},? first \\(worked (\\d{1,9}) of (\\d{1,9}) times, last \\d{4}-\\d\\d-\\d\\d\\)|` +
    `${spans} worked \\((\\d{1,9}) of (\\d{1,9})\\))\\.$`,
);
const failureShape = new RegExp(
  `^${named} (?:in (\\d{1,9}) sessions?|\\((\\d{1,9}) sessions?\\)); [a-z ]{1,100}\\.$`,
);
const correctionShape = /^Users corrected this (?:once|\d{1,9} times): "[^"`\n]{0,400}"\.$/;
