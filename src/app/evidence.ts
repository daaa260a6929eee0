/*
 * The evidence as the verbs of the command line use it: opened, with the events of hooks ingested.
 */

import { ingest } from '../evidence/ingest.js';
import { EvidenceStore } from '../evidence/store/evidence-store.js';
import type { Library } from '../library/open-library.js';
import { absorbedSkills } from '../library/read/absorbed.js';
import { readCatalog } from '../library/read/catalog.js';
import { pluginSkills } from '../library/read/plugins.js';
import { hasAskedPrompts, writeAskedPrompts } from '../library/use/asked-prompts.js';
import { createEnvironmentFinder } from '../scan/secrets/redact.js';
import { homePaths } from '../system/home.js';
import { unlessRefused } from '../text/errors.js';
import { printable } from '../text/printable.js';
import { type Context, libraryOptions, wholeLibraryOf } from './context.js';

export interface OpenEvidence {
  readonly store: EvidenceStore;
  /** Of all roots, also where the command line chose some of them. */
  readonly library: Library;
  /** To be called again when something was read. */
  ingest(): void;
}

/** Whether anything was read from a session, or recorded by a hook. */
export function hasEvidence(context: Context): boolean {
  const { home } = libraryOptions(context);
  const names = context.files.list(home) ?? [];
  return names.some(({ name }) => name === 'evidence.sqlite' || name.startsWith('evidence.spool.'));
}

/** Always closes the store. */
export async function withEvidence<Value>(
  context: Context,
  use: (evidence: OpenEvidence) => Promise<Value> | Value,
): Promise<Value> {
  const library = wholeLibraryOf(context);
  const { files, clock, environment, userHome, terminal } = context;
  const { home } = library;
  const store = await EvidenceStore.open({ path: homePaths(home).evidence, files, clock });
  try {
    if (store.setAside !== undefined) {
      terminal.stderr.write(
        `evidence.sqlite was not a database, and was renamed to ${printable(store.setAside)}\n`,
      );
    }
    const { skills, hidden } = readCatalog(library);
    const known = [
      ...skills,
      ...hidden.map(({ entry }) => entry),
      ...pluginSkills(library),
      // What happened with a skill that was merged into another is evidence about that one.
      ...absorbedSkills(library).map(({ into, name, folder }) => ({ id: into, name, folder })),
    ];
    const find = createEnvironmentFinder(environment);
    const ingestNow = () => {
      const taken = ingest({
        files,
        home,
        store,
        find,
        userHome,
        usage: library.usage,
        skills: known,
        now: clock.now(),
      });
      if (taken.usageError !== undefined) {
        terminal.stderr.write(`usage was not counted: ${printable(taken.usageError.message)}\n`);
      }
    };
    ingestNow();
    return await use({ store, library, ingest: ingestNow });
  } finally {
    rememberPrompts(store, library);
    store.close();
  }
}

/** For search, which does not open the evidence. */
function rememberPrompts(store: EvidenceStore, library: Library): void {
  if (!library.writesCaches || (!store.hasChanged && hasAskedPrompts(library))) return;
  unlessRefused(() => writeAskedPrompts(library, [...store.askedPrompts()]));
}
