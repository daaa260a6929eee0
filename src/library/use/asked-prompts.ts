/*
 * What was asked for when a skill was loaded, as a file of the cache that whoever reads the evidence writes: search finds
 * the skill by these words too. They are the user's own, already redacted, and stay on the machine: nothing but a search
 * in the library reads this file.
 */

import { z } from 'zod';
import { seal, unseal, writeCache } from '../../system/cache-file.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';

const askedShape = z.array(z.object({ skill: z.string(), prompt: z.string(), isWrong: z.boolean() }));

export type AskedPrompts = z.output<typeof askedShape>;

interface Place {
  readonly files: Files;
  readonly home: string;
}

/** None where no evidence was read. */
export function readAskedPrompts({ files, home }: Place): AskedPrompts {
  const stored = unlessRefused(() => files.read(homePaths(home).askedPrompts));
  const text = stored && unseal(stored.bytes);
  const found = text === undefined ? undefined : askedShape.safeParse(parseJson(text));
  return found?.success ? found.data : [];
}

export function hasAskedPrompts({ files, home }: Place): boolean {
  return unlessRefused(() => files.stat(homePaths(home).askedPrompts)) !== undefined;
}

export function writeAskedPrompts({ files, home }: Place, asked: Readonly<AskedPrompts>): void {
  writeCache(files, homePaths(home).askedPrompts, seal(JSON.stringify(asked)));
}
