/*
 * The addresses of the pages about this machine. The id of a skill is in the query, because it may contain anything.
 */

import { withQuery } from '../../rules/address.js';

export type MachinePage = 'today' | 'skills' | 'skill' | 'not-found';

/** In the order of the navigation. */
export const pageLinks = [
  { href: '/machine', label: 'Today', page: 'today' },
  { href: '/machine/skills', label: 'Skills', page: 'skills' },
] as const;

const skillPath = '/machine/skill';

export function machinePageAt(path: string): MachinePage {
  const plain = path.replace(/\/+$/, '');
  if (plain === skillPath) return 'skill';
  return pageLinks.find(({ href }) => href === plain)?.page ?? 'not-found';
}

export const skillTabs = ['text', 'happened', 'history'] as const;
export type SkillTab = (typeof skillTabs)[number];

export function skillAddress(id: string, tab: SkillTab = 'text'): string {
  return withQuery(skillPath, { id, tab: tab === 'text' ? undefined : tab });
}

export function skillTabIn(query: URLSearchParams): SkillTab {
  return skillTabs.find((tab) => tab === query.get('tab')) ?? 'text';
}

/** Whether a link of the navigation leads to where the visitor is; a skill is a part of the table. */
export function isAtLink(path: string, page: MachinePage): boolean {
  const here = machinePageAt(path);
  return here === page || (here === 'skill' && page === 'skills');
}
