/*
 * The newer versions of a project's items, as the registry and the sources last answered. They count only while the lock
 * is as it was then: an update, made by anyone, settles them.
 */

import { kinds } from '../../registry/api/names.js';
import { isObject, isOneOf, isTime } from '../../text/shape.js';
import { isSameItem } from './item-names.js';
import { type Lock, revisionOf } from './lock.js';
import type { ItemName } from './manifest.js';

export interface LastAnswer {
  readonly at: number;
  readonly items: readonly NewerItem[];
}

export interface NewerItem extends ItemName {
  /** What was locked then. */
  readonly current: string;
  /** What an update would have installed. */
  readonly wanted: string;
}

export interface KnownUpdates {
  /** When they were asked for. */
  readonly at: number;
  readonly items: readonly NewerItem[];
}

/** Null where nothing newer is known. */
export function knownUpdates(answer: LastAnswer | undefined, lock: Lock): KnownUpdates | null {
  const items = (answer?.items ?? []).filter((item) => {
    const node = lock.nodes.find((one) => isSameItem(one, item));
    return node !== undefined && item.current !== item.wanted && revisionOf(node) === item.current;
  });
  return answer === undefined || items.length === 0 ? null : { at: answer.at, items };
}

/** Undefined for anything else, because it can be asked again. */
export function parseLastAnswer(value: unknown): LastAnswer | undefined {
  if (!isObject(value) || !isTime(value['at']) || !Array.isArray(value['items'])) return undefined;
  const items = value['items'].flatMap((item): readonly NewerItem[] => {
    if (!isObject(item)) return [];
    const { kind, slug, current, wanted } = item;
    if (!isOneOf(kinds, kind) || typeof slug !== 'string') return [];
    if (typeof current !== 'string' || typeof wanted !== 'string') return [];
    return [{ kind, slug, current, wanted }];
  });
  return { at: value['at'], items };
}
