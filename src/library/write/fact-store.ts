/*
 * Where facts about a skill are stored that are not in its files. Pin, provenance and policy are in the usage record,
 * every other fact is in `<home>/facts.jsonl`: one line per change, the last one counts. Lines are only appended, so
 * processes need no lock, and a line that a crash cut off damages no other.
 */

import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isName, isObject } from '../../text/shape.js';
import { isFacts, type SettableFacts } from '../../usage/rules/record.js';
import type { UsageStore } from '../../usage/store.js';
import type { FactChange, JsonValue } from '../rules/ledger-entry.js';
import type { WriteDeps } from './write-target.js';

/** What reading facts needs. */
export interface FactDeps extends Pick<WriteDeps, 'files' | 'home'> {
  readonly usage?: Pick<UsageStore, 'get'>;
}

/** The facts of the usage record by their key, and what a record says that has not set them. */
const inUsage: Readonly<Record<string, { readonly field: keyof SettableFacts; readonly unset: JsonValue }>> =
  {
    pinned: { field: 'pinLevel', unset: 'none' },
    provenance: { field: 'createdBy', unset: 'unknown' },
    policy: { field: 'overrides', unset: {} },
  };

/** The value that a fact of a skill has now; null when it is not set. */
export function factOf(deps: FactDeps, skill: string, key: string): JsonValue {
  const known = fieldOf(key);
  if (known === undefined) return factsOf(deps, key).get(skill) ?? null;
  const value = requiredUsage(deps, key).get(skill)?.[known.field];
  return value === undefined ? known.unset : asJson(value);
}

/** A fact that is not in the usage record, of every skill for which it is set. */
export function factsOf({ files, home }: FactDeps, key: string): ReadonlyMap<string, JsonValue> {
  const content = files.read(homePaths(home).facts);
  const facts = new Map<string, JsonValue>();
  for (const line of content === undefined ? [] : new TextDecoder().decode(content.bytes).split('\n')) {
    const value = line === '' ? undefined : parseJson(line);
    if (!isObject(value) || value['key'] !== key || !isName(value['skill'])) continue;
    const fact = asJson(value['value']);
    if (fact === null) facts.delete(value['skill']);
    else facts.set(value['skill'], fact);
  }
  return facts;
}

/** Sets a fact durably; null unsets it. */
export function writeFact(deps: WriteDeps, skill: string, key: string, value: JsonValue): void {
  const known = fieldOf(key);
  if (known === undefined) {
    const line = `\n${JSON.stringify({ skill, key, value })}\n`;
    deps.files.makeFolder(deps.home);
    deps.files.append(homePaths(deps.home).facts, new TextEncoder().encode(line), { durable: true });
    return;
  }
  const set: Readonly<Record<string, unknown>> = { [known.field]: value ?? known.unset };
  if (!isFacts(set)) {
    throw new CoppiceError('bad-value', `${JSON.stringify(value)} is no value for ${key} of ${skill}`);
  }
  const result = requiredUsage(deps, key).put(skill, set);
  if (!result.ok) throw result.error;
}

/** Whether these dependencies can change the fact: one of the usage record needs the usage store. */
export function canWriteFact({ usage }: WriteDeps, { key }: FactChange): boolean {
  return usage !== undefined || fieldOf(key) === undefined;
}

function fieldOf(key: string) {
  return Object.hasOwn(inUsage, key) ? inUsage[key] : undefined;
}

function requiredUsage<Usage>({ usage }: { readonly usage?: Usage }, key: string): Usage {
  if (usage !== undefined) return usage;
  throw new CoppiceError('internal', `the fact ${key} was changed without a usage store`);
}

/** What was parsed or checked as a record is JSON. */
function asJson(value: unknown): JsonValue {
  return (value ?? null) as JsonValue;
}
