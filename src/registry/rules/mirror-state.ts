/*
 * The state of an item in the mirror: whether it is archived or deprecated, and which versions are yanked. It is stored
 * in `state.json` beside the versions; an item in its normal state has no such file.
 */

import { z } from 'zod';
import type { MirrorWork } from './outbox-work.js';

const itemState = z.object({
  /** The reason. */
  archived: z.string().optional(),
  /** The message. */
  deprecated: z.string().optional(),
  /** Reasons by version. */
  yanked: z.record(z.string(), z.string()).optional(),
});
export type ItemState = Readonly<z.infer<typeof itemState>>;

/** The state after a change. */
export function changedState(state: ItemState, { action, version, reason }: MirrorWork): ItemState {
  const { archived: _archived, ...live } = state;
  const { deprecated: _deprecated, ...recommended } = state;
  const { [version ?? '']: _yanked, ...otherYanked } = state.yanked ?? {};
  switch (action) {
    case 'publish':
      return state;
    case 'archive':
      return { ...state, archived: reason };
    case 'unarchive':
      return live;
    case 'deprecate':
      return { ...state, deprecated: reason };
    case 'undeprecate':
      return recommended;
    case 'yank':
      return { ...state, yanked: { ...otherYanked, [version ?? '']: reason } };
    case 'unyank':
    case 'purge':
      return { ...state, yanked: otherYanked };
    default:
      return action satisfies never;
  }
}

/** Undefined for the normal state. The same state always gives the same text. */
export function stateText({ archived, deprecated, yanked = {} }: ItemState): string | undefined {
  const versions = Object.entries(yanked).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = {
    ...(archived === undefined ? {} : { archived }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(versions.length === 0 ? {} : { yanked: Object.fromEntries(versions) }),
  };
  return Object.keys(content).length === 0 ? undefined : `${JSON.stringify(content, null, 2)}\n`;
}

/** A text that somebody else has changed counts as empty; reconciling writes it again. */
export function readState(text: string | undefined): ItemState {
  if (text === undefined) return {};
  try {
    return itemState.catch({}).parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
