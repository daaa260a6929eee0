/*
 * Fixes after counting over the sessions of a group: whether the line that a note would show is the right one, and
 * whether one is shown that nobody expects.
 */

import type { Window } from '../../src/evidence/rules/evidence.js';
import type { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import { failureLine } from '../../src/evolve/rules/note/line.js';
import { type Half, inHalf, readGroups, type SessionGroup } from '../evidence-sets.js';
import { count, type Figure, share } from './figure.js';
import { withStoredSessions } from './stored-sessions.js';

export async function measureGroups(half: Half): Promise<readonly Figure[]> {
  const groups = inHalf(readGroups(), half);
  const judged = await withStoredSessions(groups, ({ store, windowOf }) =>
    groups.map((group, index) => ({ group, lines: fixLines(store, windowOf(index)) })),
  );
  const due = judged.filter(({ group }) => group.expect.shown !== null);
  const missing = due.filter(({ group, lines }) => !lines.some((line) => isRight(group, line)));
  const invented = judged.flatMap(({ group, lines }) =>
    lines.filter((line) => !showsFix(group, line)).map((line) => `${describe(group)}: ${line}`),
  );
  return [
    share(
      'groups: right line shown',
      [due.length - missing.length, due.length],
      undefined,
      missing.map(({ group, lines }) => `${describe(group)}: ${lines.join(' | ') || 'no line'}`),
    ),
    count('groups: invented lines shown', [invented.length, judged.length], { atMost: 0 }, invented),
  ];
}

/** The lines with a fix, as a note would show them. */
export function fixLines(store: EvidenceStore, window: Window): readonly string[] {
  return store
    .failures(window)
    .map(failureLine)
    .flatMap((line) => (line?.kind === 'fix' ? [line.text] : []));
}

function isRight({ expect: { shown } }: SessionGroup, line: string): boolean {
  return shown?.every((part) => line.includes(part)) ?? false;
}

/** The last part is the fix. A line with it that lacks another part is not right, but is not invented. */
function showsFix({ expect: { shown } }: SessionGroup, line: string): boolean {
  return line.includes(shown?.at(-1) ?? '\n');
}

function describe({ id, skill, expect: { shown, why } }: SessionGroup): string {
  return `${id} ${skill} (${shown?.join(' ... ') ?? `none, ${why}`})`;
}
