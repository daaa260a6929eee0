/*
 * What is mechanical to fix in skills, remembered by their bytes. To find out takes the code that edits YAML, which takes
 * longer to load than the status takes to show; and the answer changes only with the file, its folder's name or that code.
 */

import { basename } from 'node:path';
import { diagnosticCodes } from '../../skill/diagnostic.js';
import type { FixFacts } from '../../skill/fix-facts.js';
import { unseal, writeSealedCache } from '../../system/cache-file.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { isListOf, isObject, isText } from '../../text/shape.js';
import type { ReadLibrary } from '../read/catalog.js';
import type { SkillEntry } from '../rules/entry.js';
import { scannerIdentity } from '../verdicts/scanner-identity.js';

type FactsLibrary = Pick<ReadLibrary, 'files' | 'home' | 'writesCaches'>;

/** Answers for these skills; undefined for one that cannot be read. */
export async function knownFixFacts(
  library: FactsLibrary,
  entries: readonly Pick<SkillEntry, 'path' | 'folder'>[],
): Promise<(entry: Pick<SkillEntry, 'path'>) => FixFacts | undefined> {
  const stored = readFacts(library);
  const kept = new Map<string, FixFacts>();
  const byPath = new Map<string, FixFacts>();
  let isNew = false;
  for (const { path, folder } of entries) {
    const bytes = unlessRefused(() => library.files.read(path))?.bytes;
    if (bytes === undefined) continue;
    const key = keyOf(bytes, basename(folder));
    const known = stored.get(key);
    isNew ||= known === undefined;
    const facts = known ?? (await import('../../skill/fix-facts.js')).fixFacts(bytes, basename(folder));
    kept.set(key, facts);
    byPath.set(path, facts);
  }
  if (isNew && library.writesCaches) writeFacts(library, kept);
  return ({ path }) => byPath.get(path);
}

/** The identity of the scanner covers all code that reads and edits a SKILL.md. */
function keyOf(bytes: Uint8Array, folder: string): string {
  return sha256Hex(JSON.stringify([scannerIdentity, folder, sha256Hex(bytes)]));
}

function readFacts({ files, home }: FactsLibrary): ReadonlyMap<string, FixFacts> {
  const bytes = unlessRefused(() => files.read(homePaths(home).fixCache))?.bytes;
  const stored = bytes && parseJson(unseal(bytes) ?? '');
  if (!isObject(stored)) return new Map();
  return new Map(Object.entries(stored).flatMap(([key, facts]) => (isFixFacts(facts) ? [[key, facts]] : [])));
}

/** Only those that were asked for: the others were fixed or removed. */
function writeFacts({ files, home }: FactsLibrary, facts: ReadonlyMap<string, FixFacts>): void {
  writeSealedCache(files, homePaths(home).fixCache, `${JSON.stringify(Object.fromEntries(facts))}\n`);
}

function isFixFacts(value: unknown): value is FixFacts {
  if (!isObject(value)) return false;
  const { codes, name, nameCodes } = value;
  return isText(name) && isListOf(codes, isCode) && isListOf(nameCodes, isCode);
}

function isCode(value: unknown): value is keyof typeof diagnosticCodes {
  return isText(value) && Object.hasOwn(diagnosticCodes, value);
}
