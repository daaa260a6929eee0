/*
 * Where the target of an action is to be seen: items and drafts have pages, the rest has none.
 */

import type { Kind } from '../../../registry/api/names.js';
import { itemAddress } from '../../address.js';

export function targetAddress(target: string): string | undefined {
  const [, room, id, version] = /^([a-z]+)\/([a-z0-9][a-z0-9-]*)(?:@(.+))?$/.exec(target) ?? [];
  if (id === undefined || room === undefined) return undefined;
  if (room === 'draft') return `/drafts/${id}`;
  return isKind(room) ? itemAddress({ slug: id, kind: room }, { version }) : undefined;
}

function isKind(word: string): word is Kind {
  return word === 'skill' || word === 'agent' || word === 'command';
}
