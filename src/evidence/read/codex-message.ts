/*
 * What a message in the user's name holds. Codex puts much into the user's mouth: the environment, AGENTS.md, the
 * output of a command, a skill that the user has named. What is left was typed.
 */

import { isObject } from '../../text/shape.js';
import type { SkillMention } from '../observation.js';

export interface UserMessage {
  /** Empty when nothing of it was typed. */
  readonly typed: string;
  readonly skills: readonly SkillMention[];
}

export function userMessage(content: unknown): UserMessage {
  const texts = textsIn(content).map((text) => text.trim());
  const typed = texts.filter((text) => wordsOf(text) !== '' && !isContext(text));
  return { typed: typed.join('\n'), skills: texts.flatMap(skillsIn) };
}

/** The texts of a content that is a text itself, or a list of parts. */
export function textsIn(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []));
}

/** A message with pictures marks their places in different ways, depending on where it is told. */
export function wordsOf(text: string): string {
  return text.replace(/<\/?image\b[^>]{0,200}>|\[Image #\d+\]/g, '').trim();
}

/** Tags of more than one word are Codex's own, and those of one word are listed: a user may well paste some HTML. */
const contextTag = /^<([a-z]+(?:_[a-z]+)+|skill|plugins|subagents)[\s>]/;

function isContext(text: string): boolean {
  const tag = contextTag.exec(text)?.[1];
  return text.startsWith('# AGENTS.md instructions') || (tag !== undefined && text.endsWith(`</${tag}>`));
}

/** With a notice the skill is told again, because it has changed or gone: nobody asked for it. */
const skillBlock =
  /^<skill>\s*<name>([^<]+)<\/name>\s*(?:<path>([^<]*)<\/path>\s*)?(<(?:replacement|unavailable)_notice>)?/;

function skillsIn(text: string): readonly SkillMention[] {
  const [, name, path = '', notice] = skillBlock.exec(text) ?? [];
  if (name === undefined || notice !== undefined) return [];
  const folder = path.includes('://') ? undefined : /^(.+)[/\\]SKILL\.md$/i.exec(path.trim())?.[1];
  return [{ name: name.trim(), ...(folder !== undefined && { folder }) }];
}
