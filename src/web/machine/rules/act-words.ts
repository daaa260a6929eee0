/*
 * What was done, in words: `Archived 3 skills`, and by whom.
 */

import { counted } from '../../../text/plural.js';

export const actorWords: Readonly<Record<string, string>> = {
  user: 'you',
  agent: 'an agent',
  curator: 'the curator',
  evolver: 'the evolver',
  other: 'somebody else',
};

/** `_` is the number, with its noun. */
const sentences: Readonly<Record<string, string>> = {
  create: 'created _',
  edit: 'edited _',
  patch: 'edited _',
  'write-file': 'wrote files of _',
  'remove-file': 'removed files of _',
  note: 'wrote the note of _',
  rename: 'renamed _',
  archive: 'archived _',
  restore: 'restored _',
  pin: 'pinned _',
  unpin: 'unpinned _',
  adopt: 'adopted _',
  unadopt: 'took back the adoption of _',
  policy: 'set a policy for _',
  quiet: 'made _ quiet',
  wake: 'woke _',
  accept: 'accepted _ in spite of the scanner',
  unlink: 'removed the link of _',
  distinct: 'called _ distinct',
  trial: 'switched the note of _ for a trial',
  absorb: 'merged _',
  configure: 'changed _',
  reject: 'rejected proposals for _',
};

interface Change {
  readonly action: string;
  readonly count: number;
}

/** `Archived 3 skills`, `Archived 3 skills, made 2 quiet`. */
export function changesText(changes: readonly Change[]): string {
  const parts = changes.map(({ action, count }, index) =>
    (sentences[action] ?? `changed _ (${action})`).replace(
      '_',
      index === 0 ? counted(count, action === 'configure' ? 'setting' : 'skill') : String(count),
    ),
  );
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
