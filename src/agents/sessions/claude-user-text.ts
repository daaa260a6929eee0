/*
 * What the user typed in a user message of Claude Code, and the skill whose body it is. The program adds much in the
 * user's name: notices, the output of commands, the text of a skill.
 */

import { interruptionMark } from './claude-outcome.js';

export type UserText =
  | { readonly kind: 'typed'; readonly text: string }
  /** A slash command, possibly one of the program itself; `text` is the command as typed. */
  | { readonly kind: 'command'; readonly name: string; readonly text: string }
  | { readonly kind: 'nothing' };

export function userText(texts: readonly string[]): UserText {
  for (const text of texts) {
    if (!/^\s*<command-(?:name|message)>/.test(text)) continue;
    const name = between(text, '<command-name>', '</command-name>')?.trim().replace(/^\//, '');
    if (name === undefined || name === '') return { kind: 'nothing' };
    const args = between(text, '<command-args>', '</command-args>')?.trim() ?? '';
    return { kind: 'command', name, text: `/${name} ${args}`.trimEnd() };
  }
  const typed = texts.map(withoutNotices).filter((text) => text !== '' && !text.startsWith(interruptionMark));
  return typed.length > 0 ? { kind: 'typed', text: typed.join('\n') } : { kind: 'nothing' };
}

/** The folder of the skill, if the text is the body of a skill. */
export function skillFolderIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const folder = /^\s*Base directory for this skill:([^\r\n]*)/.exec(text)?.[1]?.trim();
    if (folder) return folder;
  }
  return undefined;
}

/** Whether there is text besides notices, as after a command that is a file; commands of the program have none. */
export function hasBody(texts: readonly string[]): boolean {
  return texts.some((text) => !text.startsWith('Caveat:') && withoutNotices(text) !== '');
}

/** Listed by name, because a message may start with a tag that the user typed. */
const notice =
  /^<(system-reminder|local-command-\w+|bash-\w+|task-notification|user-prompt-submit-hook|user-memory-input|ide_\w+|teammate-message)(?:\s[^>]*)?>/;

function withoutNotices(text: string): string {
  let rest = text.trim();
  for (;;) {
    const tag = notice.exec(rest)?.[1];
    if (tag === undefined) return rest;
    const closing = `</${tag}>`;
    const end = rest.indexOf(closing);
    if (end === -1) return '';
    rest = rest.slice(end + closing.length).trimStart();
  }
}

function between(text: string, opening: string, closing: string): string | undefined {
  const start = text.indexOf(opening);
  const end = text.indexOf(closing, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + opening.length, end);
}
