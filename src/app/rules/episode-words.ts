/*
 * Outcomes, endings and corrections in words.
 */

import type { Outcome } from '../../evidence/rules/attempts/attempt.js';
import type { Correction } from '../../evidence/rules/episodes/episode.js';
import type { FailureEnding } from '../../evidence/rules/fixes/failure.js';

/** Whether it is good, bad, to be looked at, or neither. */
export type OutcomeTone = 'good' | 'bad' | 'warn' | 'plain';

export const correctionTexts: Readonly<Record<Correction['by'], string>> = {
  refusal: 'said with a refusal',
  interrupt: 'said after an interrupt',
  edit: 'the user edited what the agent wrote',
  wording: 'recognised by its words',
};

/** Null where nothing is known. */
export function endingText(ending: FailureEnding): string | null {
  switch (ending.kind) {
    case 'fixed':
      // A fix that is held must not become advice here either.
      return ending.fix.held === undefined
        ? `fixed by ${ending.fix.commands.map(({ text }) => text).join(', then ')}`
        : 'worked after a step that is not shown, because it would be unsafe to follow';
    case 'went-away':
      return 'worked later without a fix';
    case 'repeated':
      return 'failed again';
    case 'open':
      return null;
    default:
      return ending satisfies never;
  }
}

export const outcomeWords: Readonly<Record<Outcome, readonly [string, OutcomeTone]>> = {
  ok: ['worked', 'good'],
  masked: ['its exit code is hidden', 'plain'],
  unknown: ['its outcome is not known', 'plain'],
  failed: ['failed', 'bad'],
  expected: ['failed as a part of the work', 'plain'],
  harness: ['refused by the agent’s own tools', 'plain'],
  refused: ['refused by you', 'warn'],
  interrupted: ['interrupted by you', 'warn'],
  content: ['only read', 'plain'],
};
