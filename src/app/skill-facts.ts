/*
 * Facts about skills that a person declares: pins, and who made a skill. Each is an entry in the ledger, so that undo
 * takes it back; the files of the skill stay as they are.
 */

import type { Library } from '../library/open-library.js';
import { provenanceReader } from '../library/read/provenance.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { managedProvenance } from '../library/rules/root.js';
import { blockedError, isWithheld } from '../library/rules/verdict.js';
import { newRunId } from '../library/run-report.js';
import { verdictsOf } from '../library/verdicts/verdicts.js';
import { type FactWrite, setFact, setFacts } from '../library/write/facts.js';
import { readLedger } from '../library/write/ledger.js';
import { type WriteDeps, writeDepsOf } from '../library/write/write-target.js';
import { CoppiceError } from '../text/errors.js';
import type { PinLevel, PolicyOverrides, Provenance } from '../usage/rules/record.js';
import type { Context } from './context.js';
import { skillLibraryOptions } from './skill-library-options.js';

const byUser = { actor: 'user' } as const;

/** The id of the ledger entry; null when nothing changed. */
export async function pinSkill(
  context: Context,
  library: Library,
  target: SkillEntry,
  level: PinLevel,
): Promise<string | null> {
  const action = level === 'none' ? 'unpin' : 'pin';
  const write = { target, action, key: 'pinned', value: level } as const;
  return (await setFact(factDeps(context, library), write, byUser))?.id ?? null;
}

/** The id of the ledger entry; null when nothing changed. */
export async function setPolicy(
  context: Context,
  library: Library,
  target: SkillEntry,
  overrides: PolicyOverrides,
): Promise<string | null> {
  const write = { target, action: 'policy', key: 'policy', value: { ...overrides } } as const;
  return (await setFact(factDeps(context, library), write, byUser))?.id ?? null;
}

export interface Adoption {
  readonly changed: readonly string[];
  /** Skills that the scanner blocks. */
  readonly blocked: readonly { readonly id: string; readonly error: CoppiceError }[];
  /** What `coppice undo` takes back; null when nothing changed, and in a dry run. */
  readonly undo: string | null;
  /** Why some were not changed although they could be. */
  readonly error: CoppiceError | null;
}

/** Declares that an agent made these skills. One that the scanner blocks stays as it is. */
export async function adoptSkills(
  context: Context,
  library: Library,
  entries: readonly SkillEntry[],
  { dryRun }: { readonly dryRun: boolean },
): Promise<Adoption> {
  const { verdicts } = verdictsOf(library, { skills: entries });
  const blocked = entries.flatMap(({ id }) => {
    const verdict = verdicts.get(id);
    return verdict !== undefined && isWithheld(verdict) ? [{ id, error: blockedError(id, verdict) }] : [];
  });
  const refused = new Set(blocked.map(({ id }) => id));
  const wanted = entries
    .filter(({ id }) => !refused.has(id) && library.usage.get(id)?.createdBy !== 'agent')
    .map((target): FactWrite => ({ target, action: 'adopt', key: 'provenance', value: 'agent' }));
  return { ...(await declare(context, library, wanted, dryRun)), blocked };
}

/** Declares what was declared before these skills were adopted. */
export async function unadoptSkills(
  context: Context,
  library: Library,
  entries: readonly SkillEntry[],
  { dryRun }: { readonly dryRun: boolean },
): Promise<Adoption> {
  const before = makersBefore(library);
  const wanted = entries.map((target): FactWrite => {
    const value = before(target.id) ?? null;
    if (value !== null) return { target, action: 'unadopt', key: 'provenance', value };
    throw new CoppiceError('conflict', `${target.id} was not adopted`, {
      hint: 'coppice history shows what was declared about a skill',
    });
  });
  return { ...(await declare(context, library, wanted, dryRun)), blocked: [] };
}

/** The skills whose author nobody declared, without those of projects, plugins and other programs. */
export function undeclaredSkills(library: Library, entries: readonly SkillEntry[]): readonly SkillEntry[] {
  const provenance = provenanceReader(library.files);
  return entries.filter((entry) => provenance(entry, library.usage.get(entry.id)) === 'unknown');
}

/** The skills that were adopted and are declared to be made by an agent now. */
export function adoptedSkills(library: Library, entries: readonly SkillEntry[]): readonly SkillEntry[] {
  const before = makersBefore(library);
  return entries.filter(
    (entry) => managedProvenance(entry.root, entry.folder) === undefined && before(entry.id) !== undefined,
  );
}

/** Who counted as the maker of a skill before it was adopted; undefined for one that was not adopted. */
function makersBefore(library: Library): (id: string) => Provenance | undefined {
  const { entries } = readLedger(library);
  const before = new Map<string, Provenance>();
  const made = new Set<string>();
  for (const { action, skill, state, fact, createdBy } of entries) {
    if (state !== 'committed') continue;
    if (createdBy === 'agent') made.add(skill);
    if (action === 'adopt') before.set(skill, (fact?.before as Provenance | undefined) ?? 'unknown');
  }
  return (id) => {
    if (library.usage.get(id)?.createdBy !== 'agent') return undefined;
    // Versions before 0.2.0 adopted skills without an entry.
    return before.get(id) ?? (made.has(id) ? undefined : 'unknown');
  };
}

async function declare(
  context: Context,
  library: Library,
  writes: readonly FactWrite[],
  dryRun: boolean,
): Promise<Omit<Adoption, 'blocked'>> {
  const ids = writes.map(({ target }) => target.id);
  if (dryRun || writes.length === 0) return { changed: ids, undo: null, error: null };
  const deps = factDeps(context, library);
  const run = writes.length > 1 ? newRunId(context.clock.now(), deps.ids) : undefined;
  const outcomes = await setFacts(deps, writes, { ...byUser, ...(run !== undefined && { run }) });
  const failure = outcomes.find((outcome) => outcome.kind === 'failed');
  const entry = outcomes.find((outcome) => outcome.kind === 'recorded');
  const changed = ids.filter((_, at) => outcomes[at]?.kind === 'recorded');
  return {
    changed,
    undo: entry?.kind === 'recorded' ? (run ?? entry.entry.id) : null,
    error: failure?.kind === 'failed' ? failure.error : null,
  };
}

function factDeps(context: Context, library: Library): WriteDeps {
  return writeDepsOf(skillLibraryOptions(context), library.usage);
}
