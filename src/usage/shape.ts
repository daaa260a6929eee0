/*
 * Whether data from a file has the shape it should have. Written by hand because a hundred thousand records pass
 * through here at every cold read. Keys that are not known are let through: a later version may have added them.
 */

import { latestTime } from '../system/clock.js';
import type { Counters } from './counters.js';
import {
  neverUsedRules,
  type PolicyOverrides,
  pinLevels,
  provenances,
  type SettableFacts,
  skillStates,
} from './record.js';

/** What this version writes. A snapshot or a line that it must not fold over carries a greater version. */
export const formatVersion = 1;

export function isFacts(value: unknown): value is Partial<SettableFacts> {
  return (
    isObject(value) &&
    (value['createdBy'] === undefined || isOneOf(provenances, value['createdBy'])) &&
    (value['createdAt'] === undefined || isTime(value['createdAt'])) &&
    (value['state'] === undefined || isOneOf(skillStates, value['state'])) &&
    (value['pinLevel'] === undefined || isOneOf(pinLevels, value['pinLevel'])) &&
    (value['archivedAt'] === undefined || isTime(value['archivedAt'])) &&
    (value['restoredAt'] === undefined || isTime(value['restoredAt'])) &&
    (value['overrides'] === undefined || isOverrides(value['overrides']))
  );
}

export function isCounters(value: unknown): value is Partial<Counters> {
  return (
    isObject(value) &&
    (value['useCount'] === undefined || isCount(value['useCount'])) &&
    (value['viewCount'] === undefined || isCount(value['viewCount'])) &&
    (value['patchCount'] === undefined || isCount(value['patchCount'])) &&
    (value['lastUsedAt'] === undefined || isTime(value['lastUsedAt'])) &&
    (value['lastViewedAt'] === undefined || isTime(value['lastViewedAt'])) &&
    (value['lastPatchedAt'] === undefined || isTime(value['lastPatchedAt'])) &&
    (value['days'] === undefined || isDays(value['days']))
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isOneOf<Member>(members: readonly Member[], value: unknown): value is Member {
  return members.some((member) => member === value);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isTime(value: unknown): value is number {
  return isCount(value) && value <= latestTime;
}

/** An id or the name of a source; `__proto__` is none, as it cannot be a key like others. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '__proto__';
}

function isOverrides(value: unknown): value is PolicyOverrides {
  return (
    isObject(value) &&
    (value['staleAfterDays'] === undefined || isDayCount(value['staleAfterDays'])) &&
    (value['archiveAfterDays'] === undefined || isDayCount(value['archiveAfterDays'])) &&
    (value['neverUsed'] === undefined || isOneOf(neverUsedRules, value['neverUsed']))
  );
}

function isDayCount(value: unknown): value is number {
  return Number.isFinite(value) && Number(value) >= 0;
}

function isDays(value: unknown): value is Counters['days'] {
  return (
    isObject(value) &&
    Object.entries(value).every(([day, events]) => /^\d{4}-\d\d-\d\d$/.test(day) && isCount(events))
  );
}
