/*
 * The addresses of the pages, in both directions: the page of an address, and the address of a page.
 */

import type { Kind } from '../../registry/api/names.js';

export type Page =
  | {
      readonly name:
        | 'catalog'
        | 'graveyard'
        | 'usage'
        | 'drafts'
        | 'audit'
        | 'tokens'
        | 'account'
        | 'members'
        | 'namespaces'
        | 'invite'
        | 'device'
        | 'authorize'
        | 'sign-in-settings'
        | 'webhooks'
        | 'publishers'
        | 'sign-in';
    }
  | { readonly name: 'item' | 'compare'; readonly slug: string }
  | { readonly name: 'draft'; readonly id: string }
  | { readonly name: 'sign-in-answer'; readonly tenant: string; readonly provider: string }
  | { readonly name: 'not-found' };

const plain = {
  '/': 'catalog',
  '/graveyard': 'graveyard',
  '/usage': 'usage',
  '/drafts': 'drafts',
  '/audit': 'audit',
  '/tokens': 'tokens',
  '/account': 'account',
  '/members': 'members',
  '/namespaces': 'namespaces',
  '/invite': 'invite',
  '/device': 'device',
  '/authorize': 'authorize',
  '/settings/sign-in': 'sign-in-settings',
  '/settings/webhooks': 'webhooks',
  '/settings/publishers': 'publishers',
  '/sign-in': 'sign-in',
} as const;

export function pageAt(path: string): Page {
  const name = Object.entries(plain).find(([address]) => address === path)?.[1];
  if (name) return { name };
  // The namespace of an item is a part of its own in the path.
  const [room, id, part, ...rest] = path
    .slice(1)
    .replace(/^skills\/(@[^/]+)\//, (_, namespace: string) => `skills/${namespace}%2F`)
    .split('/')
    .map((each) => each.replace('%2F', '/'));
  if (room === 'sign-in' && id && part && rest.length === 0)
    return { name: 'sign-in-answer', tenant: id, provider: part };
  if (!id || rest.length > 0) return { name: 'not-found' };
  if (room === 'drafts' && part === undefined) return { name: 'draft', id };
  if (room === 'skills' && part === undefined) return { name: 'item', slug: id };
  if (room === 'skills' && part === 'compare') return { name: 'compare', slug: id };
  return { name: 'not-found' };
}

/** Types alone come from the registry, so the closed sets that pages offer are named again. */
export const kinds = ['skill', 'agent', 'command'] as const satisfies readonly Kind[];

/** A skill unless the address says something else. */
export function kindIn(query: URLSearchParams): Kind {
  return kinds.find((kind) => kind === query.get('kind')) ?? 'skill';
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** Leaves out undefined values, so that an address contains only what differs from the default. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

export interface ItemName {
  readonly slug: string;
  readonly kind: Kind;
}

export function itemAddress({ slug, kind }: ItemName, query: Query = {}): string {
  return withQuery(`/skills/${slug}`, { kind: kind === 'skill' ? undefined : kind, ...query });
}

export function compareAddress({ slug, kind }: ItemName, from: string, to: string): string {
  return withQuery(`/skills/${slug}/compare`, { kind: kind === 'skill' ? undefined : kind, from, to });
}

/** Where to go after signing in: only to a page of our own, whatever the address bar says. */
export function returnAddress(given: string | null): string {
  return given?.startsWith('/') === true && !given.startsWith('//') && !given.includes('\\') ? given : '/';
}

/** The page of an action's target: items and drafts have one, others do not. */
export function targetAddress(target: string): string | undefined {
  const [, room, id, version] =
    /^([a-z]+)\/((?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9-]*)(?:@(.+))?$/.exec(target) ?? [];
  if (id === undefined || room === undefined) return undefined;
  if (room === 'draft') return `/drafts/${id}`;
  return isKind(room) ? itemAddress({ slug: id, kind: room }, { version }) : undefined;
}

function isKind(word: string): word is Kind {
  return word === 'skill' || word === 'agent' || word === 'command';
}

/** The parts of an item's page. */
export const tabs = ['read', 'files', 'versions', 'dependencies', 'usage', 'scan'] as const;
export type Tab = (typeof tabs)[number];

export function tabIn(query: URLSearchParams): Tab {
  return tabs.find((tab) => tab === query.get('tab')) ?? 'read';
}

/** An item at a version, or at its latest where none is named. */
export interface ShownItem extends ItemName {
  readonly version?: string | undefined;
}

export function tabAddress(item: ShownItem, tab: Tab): string {
  return itemAddress(item, { version: item.version, tab: tab === 'read' ? undefined : tab });
}

export function fileAddress(item: ShownItem, file: string, line?: number): string {
  return itemAddress(item, { version: item.version, tab: 'files', file, line });
}

/** The command that installs it; a version is named only where it is not the latest. */
export function installCommand({ slug, kind, version }: ShownItem): string {
  const flag = kind === 'skill' ? '' : ` --kind ${kind}`;
  return `coppice add ${slug}${version === undefined ? '' : `@${version}`}${flag}`;
}
