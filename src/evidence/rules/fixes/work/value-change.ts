/*
 * Classifies how the value of one argument changed: to another version, to one that the error names, or to another one
 * that it rejects. Another file, host, id or query is other work.
 */

import type { Family } from '../../attempts/attempt.js';
import { isLocalReader } from '../../attempts/command-kinds.js';
import { completion } from './completed-text.js';
import {
  errorNames,
  errorRejects,
  type FailedAttempt,
  isDataFile,
  isLookedUp,
  isNumberedName,
  isVersionOf,
  looksLikeId,
} from './operands.js';

/** From the least to the most doubtful. */
export const argumentChanges = [
  'none',
  /** Quotes or escapes only. */
  'quoting',
  'added',
  /** A flag was removed, renamed or replaced. */
  'flag',
  /** An argument was replaced by another version of it. */
  'version',
  /** An argument was replaced by one that the error names. */
  'named',
  /** An argument that the error rejects was replaced by one from elsewhere. */
  'swapped',
  'other',
] as const;
export type ArgumentChangeKind = (typeof argumentChanges)[number];

export interface ArgumentChange {
  readonly kind: ArgumentChangeKind;
  /** Equal for changes of the same flags; a swapped argument is named with both values. */
  readonly names: readonly string[];
}

export const noChange: ArgumentChange = { kind: 'none', names: [] };
export const otherWork: ArgumentChange = { kind: 'other', names: [] };

export function valueChange(
  failed: FailedAttempt,
  value: string,
  other: string,
  flag: string,
): ArgumentChange {
  const [part, otherPart] = differingParts(value, other);
  if (part !== value) return valueChange(failed, part, otherPart, flag);
  // `iPhone 14` and `iPhone 16`.
  if (flag !== '' && !/^-[a-z]$|query|command|sql|exec/.test(flag) && isNumberedName(value, other))
    return { kind: 'version', names: [`${flag}:version`] };
  if (isCodeFlag(flag)) return textChange(failed, value, other, flag);
  // A query or another text is the work itself.
  if (/\s/.test(value.trim()) || /\s/.test(other.trim())) return textChange(failed, value, other, flag);
  // Nothing is less than any number, and a part of a list is less than the list.
  if (other === '0' || isPartOfList(value, other)) return otherWork;
  const names = [`${flag || 'operand'}:${value}>${other}`.slice(0, 200)];
  if (isVersionOf(value, other)) return { kind: 'version', names: [`${flag || 'operand'}:version`] };
  // Another address is other work, and so is another file for a program that only shows it.
  if (/:\/\//.test(value) && /:\/\//.test(other)) return otherWork;
  if (isLocalReader(failed.command)) return otherWork;
  const isPort = failed.cause?.family === 'port' && /^\d{2,5}$/.test(value) && /^\d{2,5}$/.test(other);
  if (isPort)
    return flag === '' ? { kind: 'version', names: ['operand:port'] } : { kind: 'added', names: [flag] };
  if (looksLikeId(value) || looksLikeId(other)) {
    const isNumber = flag !== '' && /^\d{1,7}$/.test(value);
    const isSetting =
      settingFamilies.has(failed.cause?.family ?? '') || limits.test(failed.cause?.line ?? '');
    return isNumber && isSetting ? { kind: 'swapped', names } : otherWork;
  }
  if (errorNames(failed, other) && !isDataFile(other)) return { kind: 'named', names };
  if (errorNames(failed, other) && errorRejects(failed, value)) return { kind: 'named', names };
  // Another file is other work; the same file in another folder is not.
  const isOtherFile = isDataFile(value) && isDataFile(other) && fileName(value) !== fileName(other);
  if (isOtherFile && !(flag !== '' && isLookedUp(failed, fileName(other)))) return otherWork;
  // Another pod or container is other work, whatever became of the first one.
  if (flag === '' && namesInstance(failed)) return otherWork;
  if (errorRejects(failed, value)) return { kind: 'swapped', names };
  const family = failed.cause?.family ?? 'other';
  const isTuned = settings.test(flag) || (flag !== '' && family !== 'code' && isOtherNumber(value, other));
  if (isTuned && !unrelated.has(family)) return { kind: 'swapped', names };
  const isSetting = settingFamilies.has(failed.cause?.family ?? '') || limits.test(failed.cause?.line ?? '');
  return flag !== '' && isSetting && !isDataFile(value) && !isDataFile(other)
    ? { kind: 'swapped', names }
    : otherWork;
}

/** What stands behind it is program text. */
export function isCodeFlag(flag: string): boolean {
  return /^--?(?:eval|e|exec|execute|command|expression|expr|query|sql|code|script)$/.test(flag);
}

function isPartOfList(value: string, other: string): boolean {
  const parts = value.split(',');
  const kept = other.split(',');
  return kept.length < parts.length && kept.every((part) => parts.includes(part));
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The same expression with another number: `scale=720:-1` and `scale=720:-2`. A date is another day. */
function isOtherNumber(value: string, other: string): boolean {
  const shape = (text: string) => text.replace(/-?\d{1,9}(?:\.\d{1,9})?/g, '0');
  return (
    (/[a-z]{2}[^=:,]{0,30}[=:]/i.test(value) || /^-?\d{1,6}[:x]-?\d{1,6}$/.test(value)) &&
    !/\d{4}-\d\d|^(?:\w{0,20}id|issue|page|offset|seed|line|row|port)=/i.test(value) &&
    shape(value) === shape(other)
  );
}

/** Flags that say where or how the work is done, and not what it is about: another value is no other work. */
const settings =
  /^--?(?:region|zone|location|profile|device|platform|arch|scheme|destination|sdk|encoding|locale|engine|pdf-engine|driver|kernel|runtime|mode|codec|pix_fmt|generator|toolchain|shell|backend|accelerator|gpus?)$/;

/** Causes that a setting has nothing to do with. */
const unrelated: ReadonlySet<Family> = new Set(['transient', 'perm', 'auth']);

/** Whether an operand of the command names a thing that runs, or an entry of a list. */
function namesInstance({ command: { program, subcommand } }: FailedAttempt): boolean {
  return (
    /^(?:kubectl|oc|docker|podman|nerdctl|systemctl|pm2|supervisorctl|gh|glab|heroku|fly)$/.test(program) &&
    subcommand.some((word) => instanceVerbs.has(word))
  );
}

const instanceVerbs: ReadonlySet<string> = new Set(
  'logs describe get exec attach delete rm restart stop start kill top port-forward inspect view show rollout scale'.split(
    ' ',
  ),
);

/** Of `platform=iOS,name=a` and `platform=iOS,name=b`, the values that differ; both as they are if more than one does. */
function differingParts(value: string, other: string): readonly [string, string] {
  const [parts, others] = [value.split(','), other.split(',')];
  // The first name may have been taken for that of the whole argument.
  const isList =
    parts.length > 1 && parts.length === others.length && parts.slice(1).every((part) => part.includes('='));
  const different = parts.flatMap((part, at) => (part === others[at] ? [] : [at]));
  const [at = 0] = different;
  if (!isList || different.length !== 1 || !(parts[at] ?? '').includes('=')) return [value, other];
  const [name = '', ...rest] = (parts[at] ?? '').split('=');
  const [otherName, ...otherRest] = (others[at] ?? '').split('=');
  return name === otherName ? [rest.join('='), otherRest.join('=')] : [value, other];
}

/** A value that the error rejects, such as a name with a blank, may be swapped; a text is other work. */
function textChange(failed: FailedAttempt, value: string, other: string, flag: string): ArgumentChange {
  const completed = completion(failed, value, other);
  if (completed !== undefined) return { kind: 'named', names: [`${flag || 'operand'}:+${completed}`] };
  const isShort =
    value.length <= maxValue && other.length <= maxValue && flag !== '' && !/^-[ce]$/.test(flag);
  if (!isShort || isCodeFlag(flag) || !errorRejects(failed, value)) return otherWork;
  return { kind: 'swapped', names: [`${flag}:${value}>${other}`] };
}

const maxValue = 40;

/** An error about a size that a number sets. */
const limits =
  /memory|too (?:large|big|many|long|small)|limit|exceed|capacity|disk|quota|exhaust|out of range|at (?:most|least)/i;

const settingFamilies: ReadonlySet<string> = new Set(['usage', 'invalid', 'config', 'version', 'dep']);
