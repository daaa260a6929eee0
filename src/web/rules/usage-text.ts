/*
 * How much an item is used, in words that mean one thing everywhere: a use is what a project reports when an agent used the
 * item there. Installs, downloads and views are counted apart.
 */

import type { ItemAnswer } from '../../registry/api/item.js';
import { groupedCount } from './wording.js';

type Counted = Pick<ItemAnswer, 'usage' | 'use_count'>;

/** `12 times, in 3 projects` */
export function usedText({ usage }: Counted): string {
  if (usage === undefined) return 'not known';
  const where = usage.projects === 0 ? '' : `in ${groupedCount(usage.projects, 'project')}`;
  if (usage.uses === 0) return where === '' ? 'never' : `never; installed ${where}`;
  return [groupedCount(usage.uses, 'time'), where].filter(Boolean).join(', ');
}

/** `5 installs, 3 downloads, 7 views` */
export function otherUsageText({ usage, use_count }: Counted): string {
  if (usage === undefined) return `${groupedCount(use_count, 'use')}, downloads and views together`;
  const { unverified = 0 } = usage;
  return [
    groupedCount(usage.installs, 'install'),
    groupedCount(usage.downloads, 'download'),
    groupedCount(usage.views, 'view'),
    ...(unverified === 0
      ? []
      : [`${groupedCount(unverified, 'report')} not counted: too many from one caller`]),
  ].join(', ');
}
