/*
 * The addresses of the pages about this machine. The id of a skill is in the query, because it may contain anything.
 */

import { withQuery } from '../../rules/address.js';

/** In the order of the navigation. */
export const pageLinks = [
  { href: '/machine', label: 'Today', page: 'today' },
  { href: '/machine/skills', label: 'Skills', page: 'skills' },
  { href: '/machine/sessions', label: 'Sessions', page: 'sessions' },
  { href: '/machine/review', label: 'Review', page: 'review' },
  { href: '/machine/tidy', label: 'Tidy', page: 'tidy' },
  { href: '/machine/effect', label: 'Effect', page: 'effect' },
  { href: '/machine/team', label: 'Team', page: 'team' },
  { href: '/machine/settings', label: 'Settings', page: 'settings' },
] as const;

/** Pages about one thing, each a part of a page of the navigation. */
const parts = {
  '/machine/skill': { page: 'skill', of: 'skills' },
  '/machine/episode': { page: 'episode', of: 'sessions' },
  '/machine/proposal': { page: 'proposal', of: 'review' },
} as const;

export type MachinePage =
  | (typeof pageLinks)[number]['page']
  | (typeof parts)[keyof typeof parts]['page']
  | 'not-found';

export function machinePageAt(path: string): MachinePage {
  const plain = path.replace(/\/+$/, '');
  const part = Object.entries(parts).find(([address]) => address === plain)?.[1];
  return part?.page ?? pageLinks.find(({ href }) => href === plain)?.page ?? 'not-found';
}

export const skillTabs = ['text', 'source', 'happened', 'history'] as const;
export type SkillTab = (typeof skillTabs)[number];

export function skillAddress(id: string, tab: SkillTab = 'text'): string {
  return withQuery('/machine/skill', { id, tab: tab === 'text' ? undefined : tab });
}

/** A line of the SKILL.md, as it is written. */
export function skillLineAddress(id: string, line: number): string {
  return withQuery('/machine/skill', { id, tab: 'source', line: String(line) });
}

export function skillTabIn(query: URLSearchParams): SkillTab {
  return skillTabs.find((tab) => tab === query.get('tab')) ?? 'text';
}

export function proposalAddress(id: string): string {
  return withQuery('/machine/proposal', { id });
}

export function episodeAddress(id: string): string {
  return withQuery('/machine/episode', { id });
}

/** Whether a link of the navigation leads to where the visitor is, or to what that is a part of. */
export function isAtLink(path: string, page: MachinePage): boolean {
  const here = machinePageAt(path);
  return here === page || Object.values(parts).some((part) => part.page === here && part.of === page);
}
