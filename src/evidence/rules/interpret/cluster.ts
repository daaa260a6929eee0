/*
 * Reduces an error text to what errors of the same cause share: the line that says why, as in the causes of attempts,
 * without what differs from run to run. Errors with the same cluster count as one cause.
 */

import { normalisedLine } from '../attempts/cause.js';
import { unwrap } from '../attempts/envelope.js';
import { errorLineOf } from '../attempts/error-line.js';

/** At most 120 code points; empty only for a blank text. The text must be redacted. */
export function clusterOf(text: string): string {
  const printed = unwrap(text);
  const line = errorLineOf(printed.text) || errorLineOf(printed.error ?? '') || errorLineOf(text);
  return Array.from(normalisedLine(line) || line)
    .slice(0, maxClusterCharacters)
    .join('')
    .trim();
}

const maxClusterCharacters = 120;
