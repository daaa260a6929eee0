/*
 * The index of skills for an agent's prompt: as many skills as fit into a number of tokens, and how to find the others.
 * The same skills give the same text, so that model providers can cache it. The skills most likely to be needed come
 * first: requested ones, then pinned ones, then those used most; the others follow by category and name.
 *
 * Names and descriptions come from strangers, and are escaped so that none can end the block or hide its text.
 */

import { counted } from '../../text/plural.js';
import { printable } from '../../text/printable.js';
import { shortened } from '../../text/utf8.js';
import { compareListingKeys } from './entry.js';

interface PromptRequest {
  readonly budgetTokens: number;
  /** Ids of the skills to put before all others, best first. */
  readonly first?: readonly string[];
}

export interface PromptIndex {
  /** Empty when there are no skills. */
  readonly text: string;
  readonly tokens: number;
  /** The number of skills in the text, with a description or only by name. */
  readonly shown: number;
  readonly total: number;
  /** The number of tokens for all skills with their full descriptions. */
  readonly fullTokens: number;
}

/** The frame alone needs this much. */
export const leastBudgetTokens = 50;

export function promptIndex(
  skills: readonly PromptSkill[],
  { budgetTokens, first = [] }: PromptRequest,
): PromptIndex {
  const total = skills.length;
  if (total === 0) return { text: '', tokens: 0, shown: 0, total, fullTokens: 0 };
  const ordered = promptOrder(skills, first);
  const full = framed(linesOf(ordered, Number.POSITIVE_INFINITY), 0);
  const fullTokens = tokensIn(full);
  if (fullTokens <= budgetTokens) return { text: full, tokens: fullTokens, shown: total, total, fullTokens };
  const { lines, shown } = fitted(ordered, budgetTokens * charactersPerToken - framed([], total).length);
  const text = framed(lines, total - shown);
  return { text, tokens: tokensIn(text), shown, total, fullTokens };
}

const charactersPerToken = 4;

function tokensIn(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

function framed(lines: readonly string[], unseen: number): string {
  const rest =
    unseen === 0
      ? ''
      : `; ${counted(unseen, 'more is', 'more are')} not shown, search with: coppice search QUESTION --keywords A,B,C`;
  return [
    '<available_skills>',
    ...lines,
    '</available_skills>',
    `Open one with: coppice view NAME${rest}\n`,
  ].join('\n');
}

/** Descriptions are cut to this length if not all fit: enough to choose by, and more skills fit. */
const briefCharacters = 120;

/** The share of the room for descriptions if not all fit; the rest is for names, because many names say more than a few descriptions. */
const describedShare = 0.75;

function fitted(
  ordered: readonly OrderedSkill[],
  room: number,
): { readonly lines: readonly string[]; readonly shown: number } {
  const brief = linesOf(ordered, briefCharacters);
  if (fitting(brief, 1, room) === brief.length) return { lines: brief, shown: brief.length };
  const described = brief.slice(0, fitting(brief, 1, room * describedShare));
  const used = described.reduce((sum, line) => sum + line.length + 1, 0);
  const others = ordered.slice(described.length).map(({ name }) => safe(name));
  const left = room - used - `${namesOnly}\n`.length;
  const named = others.slice(0, fitting(others, namesBetween.length, left));
  return {
    lines: named.length === 0 ? described : [...described, namesOnly + named.join(namesBetween)],
    shown: described.length + named.length,
  };
}

const namesOnly = 'By name only: ';
const namesBetween = ', ';

/** How many of the texts fit, counted from the first, if each needs `around` more characters. */
function fitting(texts: readonly string[], around: number, room: number): number {
  let used = 0;
  const beyond = texts.findIndex((text) => {
    used += text.length + around;
    return used > room;
  });
  return beyond === -1 ? texts.length : beyond;
}

/** One line for each skill; the first of a category has the category above it. */
function linesOf(ordered: readonly OrderedSkill[], maxCharacters: number): readonly string[] {
  let heading: string | undefined;
  return ordered.map(({ name, description, group }) => {
    const line = `- ${safe(name)}: ${safe(description, maxCharacters)}`;
    if (group === undefined || group === heading) return line;
    heading = group;
    return `${safe(group)}:\n${line}`;
  });
}

function safe(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  const line = shortened(text.replace(/\s+/g, ' ').trim(), maxCharacters);
  return printable(line).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export interface PromptSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string | undefined;
  readonly pinned: boolean;
  readonly useCount: number;
  readonly lastUsedAt: number;
}

interface OrderedSkill extends PromptSkill {
  /** The category, for skills that are ordered by it. */
  readonly group: string | undefined;
}

function promptOrder(skills: readonly PromptSkill[], requested: readonly string[]): readonly OrderedSkill[] {
  const ranks = new Map(requested.map((id, rank) => [id, rank]));
  const rankOf = ({ id }: PromptSkill) => ranks.get(id) ?? requested.length;
  const isOther = (skill: PromptSkill) => !ranks.has(skill.id) && !skill.pinned && skill.useCount === 0;
  return skills
    .map((skill) => ({ ...skill, group: isOther(skill) ? skill.category : undefined }))
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        Number(b.pinned) - Number(a.pinned) ||
        b.useCount - a.useCount ||
        b.lastUsedAt - a.lastUsedAt ||
        compareListingKeys(a, b),
    );
}
