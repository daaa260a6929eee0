/*
 * Editing a draft: input is kept over what is saved, and only differences are sent. The registry accepts a whole
 * SKILL.md or fields to be rewritten in it, never both in one request, so the file goes first.
 */

import { versionAfter } from '../../registry/api/next-version.js';
import type { DraftAnswer, DraftChanges } from '../../registry/api/routes/drafts.js';

/** What can be edited, as the texts in the form. */
export interface DraftTexts {
  readonly slug: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly whenToUse: string;
  readonly notes: string;
  readonly skillMd: string;
}
export type Typed = Partial<DraftTexts>;

export function textsOf(draft: DraftAnswer, skillMd: string): DraftTexts {
  const { slug, tags, when_to_use, notes } = draft;
  return { slug, tags: tags.join(', '), whenToUse: when_to_use ?? '', notes, skillMd };
}

/** The requests that save what was typed, in their order; none where nothing differs. */
export function changesOf(saved: DraftTexts, typed: Typed): DraftChanges[] {
  const { slug, notes, whenToUse, skillMd } = { ...saved, ...typed };
  const tags = tagsIn(typed.tags ?? saved.tags);
  const file = {
    ...(slug !== saved.slug && { slug }),
    ...(notes !== saved.notes && { notes }),
    ...(!sameLines(skillMd, saved.skillMd) && { skill_md: withLineEndsOf(saved.skillMd, skillMd) }),
  };
  const fields = {
    ...(whenToUse !== saved.whenToUse && { when_to_use: whenToUse }),
    ...(tags.join() !== tagsIn(saved.tags).join() && { tags }),
  };
  const requests: DraftChanges[] = file.skill_md === undefined ? [{ ...file, ...fields }] : [file, fields];
  return requests.filter((request) => Object.keys(request).length > 0);
}

/** What is left of it when `sent` was saved: somebody may have typed on meanwhile. */
export function typedSince(sent: Typed, typed: Typed): Typed {
  const saved = new Map(Object.entries(sent));
  return Object.fromEntries(Object.entries(typed).filter(([name, text]) => saved.get(name) !== text));
}

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function tagsIn(text: string): string[] {
  const tags = text.split(/[,\n]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

function sameLines(a: string, b: string): boolean {
  return a === b || a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}

/** A browser's text field gives back `\n` only: a file that was written with `\r\n` throughout stays so. */
function withLineEndsOf(saved: string, typed: string): string {
  const isCrLf = saved.includes('\r\n') && !/(?<!\r)\n/.test(saved);
  return isCrLf ? typed.replace(/\r?\n/g, '\r\n') : typed;
}

/** The version that a draft is published as by default: the smallest step after the published one. */
export function proposedVersion(published: string | undefined): string {
  return published === undefined ? '0.1.0' : versionAfter(published, 'patch');
}

interface RefusalPoint {
  /** A file and line, or the name of a value. */
  readonly location: string;
  readonly why: string;
  readonly excerpt: string;
}

/** What exactly was refused, out of the details of a refusal: findings of the scan, or values that are not valid. */
export function refusalPoints(details: Readonly<Record<string, unknown>>): readonly RefusalPoint[] {
  // The sentence of the refusal is the first issue already.
  const issues = records(details['issues']).slice(1);
  return [...records(details['findings']).map(ofFinding), ...issues.map(ofIssue)];
}

type Data = Readonly<Record<string, unknown>>;

function ofFinding({ file, line, rule, why, excerpt }: Data): RefusalPoint {
  const location = typeof line === 'number' ? `${text(file)}, line ${line}` : text(file);
  return { location, why: text(why) || text(rule), excerpt: text(excerpt) };
}

function ofIssue({ path, message }: Data): RefusalPoint {
  return { location: text(path), why: text(message), excerpt: '' };
}

function records(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
