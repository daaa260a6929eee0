/*
 * Reduces an error text to what errors of the same cause share: the line that says why, as in the causes of attempts,
 * without what differs from run to run. Errors with the same cluster count as one cause.
 */

import { normalisedLine } from '../attempts/cause.js';
import { unwrap } from '../attempts/envelope.js';
import { errorLineOf } from '../attempts/error-line.js';

/** At most 120 code points; empty only for a blank text. The text must be redacted. */
export function clusterOf(text: string): string {
  const known = knownClusters.get(text);
  if (known !== undefined) return known;
  const cluster = clusterIn(text);
  if (knownClusters.size >= maxKnownClusters) knownClusters.clear();
  knownClusters.set(text, cluster);
  return cluster;
}

/** An agent meets the same error again and again while it looks for the fix. */
const knownClusters = new Map<string, string>();
const maxKnownClusters = 500;

function clusterIn(text: string): string {
  const printed = unwrap(text);
  const line = errorLineOf(printed.text) || errorLineOf(printed.error ?? '') || errorLineOf(text);
  return Array.from(normalisedLine(line) || line)
    .slice(0, maxClusterCharacters)
    .join('')
    .trim();
}

const maxClusterCharacters = 120;
