/*
 * What can be said about one argument that replaces another: whether it is another version of the same thing, whether it
 * is an id that changes with every run, and what the error says about either.
 */

import type { Attempt } from '../../attempts/attempt.js';

/** A failure, with what was looked up since. */
export interface FailedAttempt extends Attempt {
  /** What calls that only read printed between the failure and the later attempt. */
  readonly looked?: string;
}

/** Whether a call that only reads printed this word since the failure. */
export function isLookedUp({ looked = '' }: FailedAttempt, word: string): boolean {
  return word.length > 1 && mentions(looked, word);
}

export function isFlag(word: string): boolean {
  return /^-{1,2}[A-Za-z]/.test(word);
}

/** The name of `--name=value`, `name=value` and `--name`; undefined for an operand. */
export function argumentName(word: string): string | undefined {
  return /^(--?[A-Za-z][\w.-]{0,60}|[A-Za-z_][\w.-]{0,60}(?==))/.exec(word)?.[0];
}

/** The value of `--name=value` and `name=value`. */
export function argumentValue(word: string): string | undefined {
  const at = word.indexOf('=');
  return at > 0 && argumentName(word.slice(0, at + 1)) !== undefined ? word.slice(at + 1) : undefined;
}

/** `v1` and `v2`, `tool@1` and `tool@2`, `image:15` and `image:16`, `http://host/v1` and `https://host/v1`. */
export function isVersionOf(one: string, other: string): boolean {
  if (one === other) return false;
  if (isBareVersion(one) && isBareVersion(other)) return true;
  const base = withoutVersion(one);
  return base.length > 1 && /[a-z]/i.test(base) && base === withoutVersion(other);
}

/** `iPhone 14` and `iPhone 16`: the same name of a product, with another number. */
export function isNumberedName(one: string, other: string): boolean {
  const nameOf = (word: string) => /^([A-Za-z][A-Za-z ]{1,30}) \d{1,4}(?:\.\d{1,3})?$/.exec(word)?.[1];
  const name = nameOf(one);
  return one !== other && name !== undefined && name === nameOf(other);
}

/** A decimal such as `0.1` is a setting, not a version. */
function isBareVersion(word: string): boolean {
  return /^(?:v\d{1,4}|[v^~]?[1-9]\d{0,3}\.(?:0|[1-9]\d{0,5})|[v^~]?\d{1,4}(?:\.\d{1,6}){2,3}[\w-]{0,12}|lts|latest|stable|nightly)$/i.test(
    word,
  );
}

const versionWord = '(?:[v^~]?\\d[\\w.+-]{0,30}|latest|next|beta|canary|lts|stable|nightly|alpine|slim|edge)';
const versionBehind = new RegExp(`(?:@|[=<>~!]=|:)${versionWord}$`, 'i');

function withoutVersion(word: string): string {
  const plain = word.slice(0, 300).replace(/^https?:\/\//, '');
  const base = plain.replace(versionBehind, '');
  if (base !== plain || isDataFile(plain)) return base;
  return plain.replace(/(?<=[/-])v\d{1,3}(?:\.\d{1,4}){0,2}(?=\/|$)|(?<=[a-z])\d\.\d{1,2}$/g, '');
}

/** Names that a machine made: another one is other work. */
export function looksLikeId(word: string): boolean {
  const name = word.slice(0, 200);
  return (
    /^#?\d+$/.test(name) ||
    /^(?=[a-f\d-]*\d)[a-f\d]{7,64}(?:-[a-f\d]{4,12}){0,4}$/i.test(name) ||
    // The end of a name of a pod.
    /-(?=[a-z\d]{0,4}\d)[a-z\d]{5}$/.test(name) ||
    /^[a-z]{1,6}[-_](?=\w{0,40}\d)(?=\w{0,40}[a-z])\w{8,40}$/i.test(name) ||
    /^arn:|^[A-Z]{2,10}-\d{1,7}$/.test(name)
  );
}

/** A file that is worked on, as opposed to a setting: another one is other work. */
export function isDataFile(word: string): boolean {
  if (
    /[a-z][\w-]{0,100}\.(?!com$|org$|net$|io$|dev$|app$|local$|ai$|co$)[a-z][a-z\d]{1,3}$/i.test(word) &&
    !/[@:=]/.test(word)
  )
    return true;
  return /\.(?:sql|csv|tsv|json|ya?ml|toml|xml|txt|md|html?|pdf|png|jpe?g|gif|svg|mp[34]|mov|wav|mkv|webm|zip|tar|t?gz|py|[cm]?[jt]sx?|go|rs|java|kt|rb|php|c|cc|cpp|h|sh|ipynb|parquet|xlsx?|docx?|log|tf|proto)$/i.test(
    word,
  );
}

/** Whether the error says that this argument is unknown, missing or taken, as opposed to unreadable. */
export function errorRejects({ cause, output }: Attempt, word: string): boolean {
  if (cause === undefined) return false;
  const names = spellingsOf(word);
  return [cause.line, ...linesOf(output)].some(
    (line) => rejects.test(line) && !unreadable.test(line) && names.some((name) => mentions(line, name)),
  );
}

const rejects =
  /unknown|unrecogni[sz]ed|not (?:be )?found|not[ -]recogni[sz]ed|no such|no matching|not match|doesn.?t exist|does not exist|not exist|invalid|not (?:a )?valid|undefined|unsupported|not supported|unexpected|not available|unavailable|unable to (?:find|locate)|(?:can(?:not|'t)|could not|couldn't) (?:find|locate|resolve)|missing|no .{1,40} (?:named|called)|must be one of|illegal|in use|already (?:exists|taken|used|allocated)|not defined|deprecated|removed|retired|not installed|ambiguous|is(?: not|n't) an? /i;
const unreadable = /pars(?:e|ing)|syntax|malformed|unmarshal|decod/i;

/** Whether the error names this word, as in "did you mean" or a list of the valid ones. */
export function errorNames({ cause, output }: Attempt, word: string): boolean {
  if (cause === undefined || word.length < 2) return false;
  const names = spellingsOf(word);
  if (names.some((name) => mentions(cause.line, name))) return true;
  const lines = linesOf(output);
  return lines.some(
    (line, index) =>
      (suggests.test(line) || suggests.test(lines[index - 1] ?? '')) &&
      names.some((name) => mentions(line, name)),
  );
}

const suggests =
  /did you mean|mean(?:t)?\b|available|valid|choose|one of|possible|supported|perhaps|similar|closest|maybe|\buse\b|\btry\b|instead|renamed|moved|expected|options|existing|known|allowed|replaced by|alternatives|commands|scripts|targets/i;

/** The word stands alone in the text, not as a part of a longer one. */
export function mentions(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isStart = at === 0 || !/[\w-]/.test(text.charAt(at - 1)) || !/^[\w-]/.test(word);
    const isEnd = !/[\w]/.test(text.charAt(at + word.length)) || !/\w$/.test(word);
    if (isStart && isEnd) return true;
  }
  return false;
}

/** As written, without a name before it, and without the folder. */
function spellingsOf(word: string): readonly string[] {
  const plain = (argumentValue(word) ?? word).slice(0, 200);
  const file = plain.slice(plain.lastIndexOf('/') + 1);
  const bare = plain.replace(/^--?/, '');
  return [...new Set([word.slice(0, 200), plain, bare, file])].filter((name) => name.length > 1);
}

const maxLines = 60;

function linesOf(output: string): readonly string[] {
  return output
    .slice(0, 6_000)
    .split('\n', maxLines)
    .map((line) => line.slice(0, 400));
}
