/*
 * The skills that evidence may be about, with the facts that decide whether they may be changed. It fails closed: where
 * a manifest or an agent's own record of pins cannot be read, the skills that it could name have an unknown source.
 */

import { hermesRecords } from '../../agents/hermes.js';
import type { Library } from '../../library/open-library.js';
import { readCatalog } from '../../library/read/catalog.js';
import { pluginSkills } from '../../library/read/plugins.js';
import { provenanceOf, readManifests } from '../../library/read/provenance.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import type { Root } from '../../library/rules/root.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { PinLevel, Provenance, UsageRecord } from '../../usage/rules/record.js';
import { protection, type SkipReason } from '../rules/protection.js';

export interface EvolvedSkill {
  readonly entry: SkillEntry;
  readonly provenance: Provenance;
  readonly pinned: boolean;
  readonly pinLevel: PinLevel;
}

export interface EvolvedSkills {
  /** Finds a skill by its id, or by an earlier id. */
  find(id: string): EvolvedSkill | undefined;
  /** In the order of their precedence. */
  readonly all: readonly SkillEntry[];
}

export function evolvedSkills(library: Library): EvolvedSkills {
  const { skills, hidden } = readCatalog(library);
  const plugins = pluginSkills(library);
  const all = [...skills, ...hidden.map(({ entry }) => entry), ...plugins];
  const records = new Map(library.usage.all().map((record) => [record.id, record]));
  const aliases = new Map(
    [...records.values()].flatMap(({ id, aliases: old }) => old.map((alias) => [alias, id])),
  );
  const byId = new Map<string, SkillEntry[]>();
  for (const entry of all) byId.set(entry.id, [...(byId.get(entry.id) ?? []), entry]);
  const roots = new Map<Root, RootFacts>();
  const factsOf = (root: Root) => {
    const facts = roots.get(root) ?? rootFacts(library.files, root);
    roots.set(root, facts);
    return facts;
  };
  return {
    all,
    find: (id) => {
      const known = byId.has(id) ? id : (aliases.get(id) ?? id);
      const [entry, ...others] = byId.get(known) ?? [];
      if (entry === undefined) return undefined;
      const skill = describe(entry, records.get(known), [entry.root, ...entry.alsoIn].map(factsOf));
      // Of two packages with the same id, it is unknown which one was used.
      return others.length === 0 ? skill : { ...skill, provenance: 'unknown' };
    },
  };
}

/** Why an unattended run with the configuration as it is would skip the skill, if it would. */
export function protectionOf(
  library: Library,
  { id, name }: Pick<SkillEntry, 'id' | 'name'>,
): SkipReason | undefined {
  const { config } = library;
  const skill = evolvedSkills(library).find(id);
  const facts = { name, provenance: skill?.provenance ?? 'unknown', pinned: skill?.pinned ?? true };
  const names = {
    protectCore: config['evolve.protect_core_skills'],
    coreSkills: config['evolve.core_skills'],
    allow: config['evolve.allow_auto_apply_skill'],
    block: config['evolve.block_auto_apply_skill'],
  };
  return protection(facts, names, { writes: true });
}

/** The text about a skill that a ranking model reads; empty where there is no skill. */
export function modelText(skill: EvolvedSkill | undefined): string {
  return skill === undefined ? '' : `${skill.entry.name}: ${skill.entry.description}`;
}

function describe(
  entry: SkillEntry,
  record: UsageRecord | undefined,
  roots: readonly RootFacts[],
): EvolvedSkill {
  const pinLevel = record?.pinLevel ?? 'none';
  // An agent may know the skill by its name or by its folder.
  const { folder } = entry;
  const names = [entry.name, folder.slice(folder.lastIndexOf('/') + 1)];
  const sources = roots.flatMap(({ root, manifests, pins }) =>
    names.map((name) =>
      pins === undefined ? 'unknown' : provenanceOf({ name, root, folder }, record, manifests),
    ),
  );
  const isPinned = roots.some(({ pins }) => names.some((name) => pins?.has(name)));
  return {
    entry,
    provenance: sources.find((source) => source !== 'agent') ?? 'agent',
    pinned: entry.pinned || pinLevel !== 'none' || isPinned,
    pinLevel,
  };
}

interface RootFacts {
  readonly root: Root;
  readonly manifests: ReturnType<typeof readManifests>;
  /** The names that the root's agent has pinned; undefined when the record cannot be read. */
  readonly pins: ReadonlySet<string> | undefined;
}

function rootFacts(files: Files, root: Root): RootFacts {
  return { root, manifests: readManifests(files, root.path), pins: pinsIn(files, root) };
}

/** Hermes keeps its pins with its usage counts, in a record by name. */
function pinsIn(files: Files, root: Root): ReadonlySet<string> | undefined {
  return unlessRefused(() => {
    const file = files.read(`${root.path}/${hermesRecords.usage}`);
    if (file === undefined) return new Set<string>();
    const records = parseJson(new TextDecoder().decode(file.bytes));
    if (!isObject(records)) return undefined;
    return new Set(Object.keys(records).filter((name) => mayBePinned(records[name])));
  });
}

/** Everything but a plain no counts as a pin, because an unknown value could be one. */
function mayBePinned(record: unknown): boolean {
  if (!isObject(record)) return true;
  return !/^(?:false|no|off|n|0)?$/i.test(String(record['pinned'] ?? '').trim());
}
