/*
 * What the text of a user's line is. The program writes much in the user's name: notices, the output of commands, the
 * body of a skill. Only what is left was typed.
 */

export type UserText =
  | { readonly kind: 'typed'; readonly text: string }
  /** A slash command, which may be one of the program's own; `text` is how it was typed. */
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
  const typed = texts.map(withoutNotices).filter((text) => text !== '' && !text.startsWith(interruption));
  return typed.length > 0 ? { kind: 'typed', text: typed.join('\n') } : { kind: 'nothing' };
}

/** The folder of the skill whose body this is. */
export function skillFolderIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const folder = /^\s*Base directory for this skill:([^\r\n]*)/.exec(text)?.[1]?.trim();
    if (folder) return folder;
  }
  return undefined;
}

const interruption = '[Request interrupted by user';

/** By name, because a message may well begin with a tag that the user typed. */
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
