/*
 * What the table of skills shows: the view is in the address, and the rows follow from it.
 */

import type { SkillRow } from '../../../machine/api/skills.js';
import { withQuery } from '../../rules/address.js';

export const shows = [
  'present',
  'blocked',
  'failing',
  'unused',
  'quiet',
  'undeclared',
  'pinned',
  'archived',
] as const;
export type Show = (typeof shows)[number];

export const showLabels: Readonly<Record<Show, string>> = {
  present: 'All skills',
  blocked: 'Blocked or warned about',
  failing: 'Failing',
  unused: 'Not used in 30 days',
  quiet: 'Quiet',
  undeclared: 'Author not known',
  pinned: 'Pinned',
  archived: 'Archived',
};

export const sorts = ['name', 'activity', 'last', 'failing', 'tokens'] as const;
export type Sort = (typeof sorts)[number];

export interface SkillsView {
  readonly find: string;
  /** Empty for all. */
  readonly root: string;
  readonly show: Show;
  readonly sort: Sort;
}

export function readSkillsView(query: URLSearchParams): SkillsView {
  return {
    find: query.get('find') ?? '',
    root: query.get('root') ?? '',
    show: shows.find((show) => show === query.get('show')) ?? 'present',
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'name',
  };
}

export function skillsAddress({ find, root, show, sort }: SkillsView): string {
  return withQuery('/machine/skills', {
    find,
    root,
    show: show === 'present' ? undefined : show,
    sort: sort === 'name' ? undefined : sort,
  });
}

export function rowsInView(
  rows: readonly SkillRow[],
  { find, root, show, sort }: SkillsView,
): readonly SkillRow[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .filter((row) => (root === '' || row.root === root) && isShown(row, show) && hasWords(row, words))
    .toSorted((a, b) => orders[sort](a, b) || byName(a, b));
}

function hasWords({ id, name, description }: SkillRow, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${id}\n${name}\n${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function isShown(row: SkillRow, show: Show): boolean {
  if (show === 'archived') return row.state === 'archived';
  if (row.state === 'archived') return false;
  switch (show) {
    case 'present':
      return true;
    case 'blocked':
      return row.verdict === 'block' || row.verdict === 'warn';
    case 'failing':
      return row.failed > 0;
    case 'unused':
      return row.uses.length === 0;
    case 'quiet':
      return row.quiet.length > 0;
    case 'undeclared':
      return row.provenance === 'unknown';
    case 'pinned':
      return row.pinned;
    default:
      return show satisfies never;
  }
}

/** What is to be looked at first comes first. */
const orders: Readonly<Record<Sort, (a: SkillRow, b: SkillRow) => number>> = {
  name: () => 0,
  activity: (a, b) => activityOf(b) - activityOf(a),
  last: (a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0),
  failing: (a, b) => failingShare(b) - failingShare(a) || b.failed - a.failed,
  tokens: (a, b) => b.tokens - a.tokens,
};

function byName(a: SkillRow, b: SkillRow): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1;
}

export function activityOf({ uses }: Pick<SkillRow, 'uses'>): number {
  return uses.reduce((sum, count) => sum + count, 0);
}

/** From 0 to 1; 0 where nothing is known. */
export function failingShare({ tasks, failed }: Pick<SkillRow, 'tasks' | 'failed'>): number {
  return tasks === 0 ? 0 : failed / tasks;
}

/** The roots that have skills, by name. */
export function rootsOf(rows: readonly SkillRow[]): readonly string[] {
  return [...new Set(rows.map(({ root }) => root))].sort();
}
