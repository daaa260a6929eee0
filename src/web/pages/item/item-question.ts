/*
 * What the address of an item's page asks for: which kind and version, which part of the page, which file and line.
 */

import { type ItemName, itemAddress } from '../../address.js';

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
