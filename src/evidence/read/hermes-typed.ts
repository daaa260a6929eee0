/*
 * What the user typed of a message that Hermes keeps as the user's. It puts whole skills there when the user names
 * them by a slash, a summary after it compacted the conversation, and tasks of its own; none of those are the user's
 * words.
 */

import type { SkillMention } from '../observation.js';

export interface Typed {
  /** A slash command as it was typed, without the skill that it was replaced by. */
  readonly text: string;
  /** Those that the message loads. */
  readonly skills: readonly SkillMention[];
}

/** Undefined when none of it was typed. */
export function typedIn(content: string): Typed | undefined {
  const text = withoutSummary(content);
  if (text.trim() === '' || ownTask.test(text)) return undefined;
  const [, named, kind] = invocation.exec(text) ?? [];
  if (named === undefined) return { text, skills: [] };
  return kind === 'skill' ? oneSkill(text, named) : severalSkills(text, named);
}

const invocation = /^\[IMPORTANT: The user has invoked the "([^"]+)" (skill(?! bundle)|.*skill bundle)/;
const ownTask =
  /^\s*Review the conversation above and (?:update the skill library|consider saving to memory)/;
const summary = /^\s*\[CONTEXT (?:COMPACTION|SUMMARY)\b/;
const summaryEnd = /--- END OF CONTEXT SUMMARY[^\n]*/;

/** A message that was typed may follow the summary. */
function withoutSummary(content: string): string {
  if (!summary.test(content)) return content;
  const end = summaryEnd.exec(content);
  return end === null ? '' : content.slice(end.index + end[0].length).trimStart();
}

/** The skill comes first and may quote anything, so the last of each mark is the one that was put there. */
function oneSkill(text: string, name: string): Typed {
  const mark = 'The user has provided the following instruction alongside the skill invocation: ';
  const at = text.lastIndexOf(mark);
  const instruction = at < 0 ? '' : textBefore('\n\n[Runtime note:', text.slice(at + mark.length));
  const folder = [...text.matchAll(/^\[Skill directory: (.+)\]$/gm)].at(-1)?.[1];
  return {
    text: commandOf(name, instruction),
    skills: [{ name, ...(folder !== undefined && { folder }) }],
  };
}

/** The skills come last, so the first of each mark is the one. */
function severalSkills(text: string, command: string): Typed {
  const head = textBefore('\n\n[Loaded as part of the ', text);
  const [, loaded = ''] = /^Skills loaded: (.*)$/m.exec(head) ?? [];
  const [, instruction = ''] = /^User instruction: ([\s\S]*)/m.exec(head) ?? [];
  const names = loaded.split(', ').filter((name) => name !== '');
  return { text: commandOf(command, instruction), skills: names.map((name) => ({ name })) };
}

function textBefore(mark: string, text: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

function commandOf(name: string, instruction: string): string {
  return `${name.startsWith('/') ? '' : '/'}${name} ${instruction}`.trim();
}
