/*
 * Upgrades a proposal of version 0.1.0, whose items were errors, corrections and uses, and whose evidence was a list of
 * calls that were an error or not. What it proposes stays the same; it is still a file of somebody else, so the result is
 * checked like any other.
 */

import { countOr0, isObject, isText } from '../../../text/shape.js';

/** Returns anything else as it is. */
export function upgraded(value: unknown): unknown {
  if (!isObject(value) || value['version'] !== 1) return value;
  return {
    ...value,
    version: 2,
    evidence: listOf(value['evidence'], upgradedEvidence),
    items: listOf(value['items'], upgradedItem),
  };
}

function listOf(value: unknown, upgrade: (member: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(upgrade) : value;
}

/** Only errors and corrections were quoted. */
function upgradedEvidence(value: unknown): unknown {
  if (!isObject(value) || typeof value['isError'] !== 'boolean') return value;
  const { id, at, isError, preview } = value;
  const outcome = isError ? 'failed' : preview === '' ? 'used' : 'corrected';
  return { id, at, agent: '', outcome, text: preview, fix: [] };
}

function upgradedItem(value: unknown): unknown {
  if (!isObject(value) || 'sessions' in value) return value;
  const { id, kind, text, tool, evidence, count, firstSeen, lastSeen, expiresAt, dropped } = value;
  const isKnown = kind === 'error' || kind === 'correction' || kind === 'use';
  return {
    id,
    kind: isKnown ? (kind === 'correction' ? 'correction' : 'failure') : kind,
    text: isText(tool) && tool !== '' && isText(text) ? `${tool}: ${text}` : text,
    evidence,
    count,
    ...{ sessions: 0, worked: 0, of: 0, firstSeen, lastSeen, expiresAt },
    isPartial: countOr0(dropped) > 0,
  };
}
