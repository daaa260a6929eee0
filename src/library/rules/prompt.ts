/*
 * The index that an agent has in its prompt: as many skills as fit into a number of tokens, and how to reach the
 * others. The same skills give the same text, so that model providers can cache it.
 *
 * Names and descriptions are by strangers, and are written so that none can end the block or hide what it says.
 */

import { printable } from '../../text/printable.js';
import { compareListingKeys } from './entry.js';

interface PromptRequest {
  readonly budgetTokens: number;
  /** Ids of the skills that come before all others, best first. */
  readonly first?: readonly string[];
}

export interface PromptIndex {
  /** Empty when there are no skills. */
  readonly text: string;
  readonly tokens: number;
  /** How many skills are in it, with a description or by name alone. */
  readonly shown: number;
  readonly total: number;
  /** What all the skills with their whole descriptions would take. */
  readonly fullTokens: number;
}

/** Less would not even hold the frame. */
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
  const rest = unseen === 0 ? '' : `; ${unseen} more are not shown, find them with: coppice search WORDS`;
  return [
    '<available_skills>',
    ...lines,
    '</available_skills>',
    `Open one with: coppice view NAME${rest}\n`,
  ].join('\n');
}

/** Long enough to choose by, so that more skills fit. */
const briefCharacters = 120;

/** Of the room, when not all skills can be described: the names of many say more than the descriptions of a few. */
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

/** How many of the texts fit, from the first on, each with this much around it. */
function fitting(texts: readonly string[], around: number, room: number): number {
  let used = 0;
  const beyond = texts.findIndex((text) => {
    used += text.length + around;
    return used > room;
  });
  return beyond === -1 ? texts.length : beyond;
}

/** One for each skill; the first of a category has the category above it. */
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

function shortened(line: string, maxCharacters: number): string {
  const characters = [...line];
  if (characters.length <= maxCharacters) return line;
  const kept = characters.slice(0, maxCharacters - 1).join('');
  return `${kept.trimEnd()}…`;
}

/*
 * Which skills are likeliest to be needed: those that were asked for, then those that are pinned, then those that are
 * used most. The others follow as in a listing, by category and name.
 */

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
  /** The category, of those that are where they are because of it. */
  readonly group: string | undefined;
}

function promptOrder(skills: readonly PromptSkill[], askedFor: readonly string[]): readonly OrderedSkill[] {
  const places = new Map(askedFor.map((id, place) => [id, place]));
  const placeOf = ({ id }: PromptSkill) => places.get(id) ?? askedFor.length;
  const isOther = (skill: PromptSkill) => !places.has(skill.id) && !skill.pinned && skill.useCount === 0;
  return skills
    .map((skill) => ({ ...skill, group: isOther(skill) ? skill.category : undefined }))
    .sort(
      (a, b) =>
        placeOf(a) - placeOf(b) ||
        Number(b.pinned) - Number(a.pinned) ||
        b.useCount - a.useCount ||
        b.lastUsedAt - a.lastUsedAt ||
        compareListingKeys(a, b),
    );
}
