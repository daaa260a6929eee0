/*
 * What the hooks of one session learned about its secrets. Each hook is a process of its own, and a value that one of them
 * recognises by its name may stand alone in what another one records. So they share keyed hashes in a small file per
 * session. The command that stores the spool takes them over, and removes the file when the session has ended or after a
 * week.
 */

import type { Finder } from '../../scan/secrets/find.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { randomKey } from '../../system/ids.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { dayMs } from '../../text/time.js';
import { SessionRedactor } from '../rules/redaction/session-redactor.js';

interface SharedPlace {
  readonly files: Files;
  readonly home: string;
  readonly session: string;
}

/** A redactor that knows what earlier hooks of the session learned. */
export function sharedRedactor(place: SharedPlace, find: Finder): SessionRedactor {
  const redactor = new SessionRedactor({ find, newKey: randomKey }, readSharedSecrets(place));
  redactor.settle();
  return redactor;
}

/** For the hooks that follow; nothing is written if nothing was learned. */
export function shareLearned({ files, home, session }: SharedPlace, redactor: SessionRedactor): void {
  const path = pathOf(home, session);
  const own = redactor.hasNews ? redactor.save()?.secrets[0] : undefined;
  if (path === undefined || own === undefined) return;
  if ((files.stat(path)?.sizeBytes ?? 0) > maxBytes) return;
  files.append(path, new TextEncoder().encode(`\n${JSON.stringify(own)}\n`));
}

/** As `SessionRedactor` saves it; undefined if no hook learned anything. Lines of one key are one part. */
export function readSharedSecrets({ files, home, session }: SharedPlace): unknown {
  const path = pathOf(home, session);
  const bytes = path === undefined ? undefined : files.read(path)?.bytes;
  if (bytes === undefined || bytes.length > 2 * maxBytes) return undefined;
  const byKey = new Map<string, unknown[]>();
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const part = line === '' ? undefined : parseJson(line);
    if (!isObject(part) || typeof part['key'] !== 'string' || !Array.isArray(part['known'])) continue;
    byKey.set(part['key'], [...(byKey.get(part['key']) ?? []), ...part['known']]);
  }
  return byKey.size === 0 ? undefined : { secrets: [...byKey].map(([key, known]) => ({ key, known })) };
}

/** Removes what is known about sessions that have ended, and about those that no hook reported for a week. */
export function dropSharedSecrets(
  { files, home }: Pick<SharedPlace, 'files' | 'home'>,
  ended: ReadonlySet<string>,
  now: number,
): void {
  for (const { name } of files.list(home) ?? []) {
    const session = /^evidence\.secrets\.([\w-]{1,80})\.jsonl$/.exec(name)?.[1];
    if (session === undefined) continue;
    const path = homePaths(home).hookSecrets(session);
    const { mtimeMs = now } = files.stat(path) ?? {};
    if (ended.has(session) || now - mtimeMs > keptMs) files.remove(path);
  }
}

const keptMs = 7 * dayMs;
/** Some thousand values; a session has a handful. */
const maxBytes = 256 * 1024;

/** Ids of sessions are part of a file name only if they are plain. */
function pathOf(home: string, session: string): string | undefined {
  return /^[\w-]{1,80}$/.test(session) ? homePaths(home).hookSecrets(session) : undefined;
}
