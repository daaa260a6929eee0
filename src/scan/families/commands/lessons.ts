/*
 * Recognises a lesson about attacks by its frame, and judges what it shows as such. Whoever attacks can write a frame as
 * well, so it changes nothing about private data, downloads or addresses: only about steps that are a lesson's own and
 * that reach nobody, in a document, where a person decides to run them.
 */

import { namesPlaceholder } from '../../package/hosts.js';
import type { PreparedFile } from '../../package/prepare.js';
import type { Script } from './scripts.js';
import type { RuleMatch } from './step.js';

/** Whether the name, the description or the first heading of the skill says that it teaches how attacks work. */
export function isLesson(skillFile: PreparedFile | undefined): boolean {
  if (skillFile === undefined) return false;
  const opening = skillFile.lines.slice(0, 40).filter((line) => /^(?:name|description|# )/i.test(line));
  return opening.some((line) => aboutAttacks.test(line));
}

const aboutAttacks =
  /\b(?:pen(?:etration)?[ -]?test\w*|privilege[ -]escalation|privesc|red[ -]team\w*|capture[ -]the[ -]flag|ctf|ethical hack\w*|offensive security|exploit(?:ation|ing)|bug bount\w+|(?:malware|threat) analysis)\b/i;

/** Whether a program connects a shell, and all it connects to are blanks that a reader is to fill in. */
export function connectsToBlank({ text, setting }: Script): boolean {
  if (setting === 'script') return false;
  const others = [...text.matchAll(/\bconnect\(\s{0,4}\(?\s{0,4}["']([^"'\n]{1,80})/g)];
  return others.length > 0 && others.every(([, host = '']) => namesPlaceholder(host));
}

/** The match as it counts in a lesson. `line` is the line that it is about. */
export function inLesson(match: RuleMatch, setting: Script['setting'], line: string): RuleMatch {
  if (setting === 'script' || (match.severity ?? match.rule.severity) !== 'high') return match;
  const isShown =
    match.rule.id === 'persistence/elevated-program' ||
    (match.rule.id === 'persistence/login-key' && shortenedKey.test(line));
  return isShown ? { ...match, severity: 'medium' } : match;
}

/** Nobody can log in with a key of which only the start is written. */
const shortenedKey = /ssh-(?:rsa|ed25519) [A-Za-z\d+/=]{0,60}(?:\.{3}|…|<|\[|")/;
