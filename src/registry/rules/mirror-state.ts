/*
 * What the mirror says of an item besides its versions: whether it is archived or deprecated, and which versions are
 * yanked. It stands in `state.json` beside the versions; an item of which there is nothing to say has no such file.
 */

import { z } from 'zod';
import type { MirrorWork } from './outbox-work.js';

const itemState = z.object({
  /** Why. */
  archived: z.string().optional(),
  /** The message. */
  deprecated: z.string().optional(),
  /** Why, by version. */
  yanked: z.record(z.string(), z.string()).optional(),
});
export type ItemState = Readonly<z.infer<typeof itemState>>;

/** The state after a change that it did not know of. */
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

/** Undefined where there is nothing to say. The same state is always the same text. */
export function stateText({ archived, deprecated, yanked = {} }: ItemState): string | undefined {
  const versions = Object.entries(yanked).sort(([a], [b]) => (a < b ? -1 : 1));
  const said = {
    ...(archived === undefined ? {} : { archived }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(versions.length === 0 ? {} : { yanked: Object.fromEntries(versions) }),
  };
  return Object.keys(said).length === 0 ? undefined : `${JSON.stringify(said, null, 2)}\n`;
}

/** Of a text that somebody else has changed nothing is believed; reconciling writes it anew. */
export function readState(text: string | undefined): ItemState {
  if (text === undefined) return {};
  try {
    return itemState.catch({}).parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
