/*
 * Archives, restores or unflags many items one by one, so that a refusal does not stop the others, and reports failures
 * and warnings.
 */

import { counted } from '../../../text/plural.js';
import { errorText } from '../../api/api.js';
import { groupedCount } from '../../rules/wording.js';

export const moves = {
  archive: { verb: 'Archive', done: 'Archived' },
  unarchive: { verb: 'Restore', done: 'Restored' },
  unflag: { verb: 'Unflag', done: 'Unflagged' },
} as const;
export type Move = keyof typeof moves;

export interface MoveReport {
  readonly move: Move;
  readonly askedCount: number;
  readonly movedCount: number;
  /** The item and the reason. */
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
}

export interface Progress {
  /** Items that were not started when it is aborted are left as they are. */
  readonly signal?: AbortSignal | undefined;
  readonly step?: ((doneCount: number) => void) | undefined;
}

/** `send` returns warnings about the item. */
export async function moveItems<T extends { readonly slug: string }>(
  move: Move,
  items: readonly T[],
  send: (item: T) => Promise<readonly string[]>,
  { signal, step }: Progress = {},
): Promise<MoveReport> {
  const failures: string[] = [];
  const warnings: string[] = [];
  let doneCount = 0;
  for (const item of items) {
    if (signal?.aborted) break;
    try {
      warnings.push(...(await send(item)));
    } catch (error) {
      failures.push(`${item.slug}: ${errorText(error)}`);
    }
    doneCount += 1;
    step?.(doneCount);
  }
  const movedCount = doneCount - failures.length;
  return { move, askedCount: items.length, movedCount, failures, warnings };
}

export function reportText({ move, askedCount, movedCount, failures }: MoveReport): string {
  const { done } = moves[move];
  if (movedCount === askedCount) return `${done} ${groupedCount(movedCount, 'item')}.`;
  const leftCount = askedCount - movedCount - failures.length;
  return [
    `${done} ${movedCount} of ${groupedCount(askedCount, 'item')}.`,
    ...(failures.length > 0 ? [`${failures.length} failed.`] : []),
    ...(leftCount > 0 ? [`${counted(leftCount, 'left as it was', 'left as they were')}.`] : []),
  ].join(' ');
}
