/*
 * What the user typed in a user message of Hermes, and the skills that the message loads. Hermes also puts whole skills
 * there after a slash command, summaries after a compaction, and its own tasks.
 */

import type { SkillMention } from './observation.js';

interface TypedMessage {
  /** A slash command as typed, without the skill that replaced it. */
  readonly text: string;
  /** The skills that the message loads. */
  readonly skills: readonly SkillMention[];
}

/** Undefined if nothing was typed. */
export function typedIn(content: string): TypedMessage | undefined {
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

/** A typed message may follow the summary. */
function withoutSummary(content: string): string {
  if (!summary.test(content)) return content;
  const end = summaryEnd.exec(content);
  return end === null ? '' : content.slice(end.index + end[0].length).trimStart();
}

/** The skill comes first and may quote anything, so the last occurrence of each mark counts. */
function oneSkill(text: string, name: string): TypedMessage {
  const mark = 'The user has provided the following instruction alongside the skill invocation: ';
  const at = text.lastIndexOf(mark);
  const instruction = at < 0 ? '' : textBefore('\n\n[Runtime note:', text.slice(at + mark.length));
  const folder = [...text.matchAll(/^\[Skill directory: (.+)\]$/gm)].at(-1)?.[1];
  return {
    text: commandOf(name, instruction),
    skills: [{ name, ...(folder !== undefined && { folder }) }],
  };
}

/** The skills come last, so the first occurrence of each mark counts. */
function severalSkills(text: string, command: string): TypedMessage {
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
