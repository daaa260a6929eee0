/*
 * What a client will really see of the skills on the disk, by its rules, and why it does not see the others.
 */

import { diagnosticCodes } from '../../skill/diagnostic.js';
import type { HiddenReason } from '../rules/filters.js';
import type { FoundRoot, FoundSkill } from '../rules/found-skill.js';
import type { PlacedClientRoot } from './client-roots.js';
import type { Client, ListingLimits } from './clients.js';

export interface ClientView {
  readonly name: string;
  /** Whether it is used on this machine; what it would see is worked out all the same. */
  readonly present: boolean;
  readonly roots: readonly { readonly path: string; readonly exists: boolean }[];
  readonly sees: readonly SeenSkill[];
  readonly hidden: readonly UnseenSkill[];
  /** How much its listing takes; null where no limit is known. */
  readonly listing: { readonly characters: number; readonly limit: number } | null;
}

interface SeenSkill {
  readonly name: string;
  readonly path: string;
  /** The listing is full before it, or its description is longer than the listing has room for. */
  readonly cut: boolean;
}

export interface UnseenSkill {
  readonly name: string;
  readonly path: string;
  readonly reason: UnseenReason;
  readonly message: string;
  /** The one that is taken instead, where another has its name. */
  readonly instead: string | null;
}

/** `shadowed`: another of the same name comes first. */
export type UnseenReason =
  | HiddenReason
  | 'untrusted'
  | 'too-deep'
  | 'no-folder'
  | 'file-name-case'
  | 'linked-file'
  | 'refused';

export interface ClientLook {
  readonly present: boolean;
  readonly roots: readonly PlacedClientRoot[];
  /** By path. */
  readonly found: ReadonlyMap<string, FoundRoot>;
  /** Whether the project is trusted by Coppice. */
  readonly trusted: boolean;
}

export function simulate(client: Client, { present, roots, found, trusted }: ClientLook): ClientView {
  const taken: FoundSkill[] = [];
  const names = new Map<string, FoundSkill>();
  const packages = new Set<string>();
  const hidden: UnseenSkill[] = [];
  for (const { path, scope } of roots) {
    for (const skill of found.get(path)?.skills ?? []) {
      const needsTrust = client.needsTrust && scope === 'project' && !trusted;
      const unseen = needsTrust ? untrusted(client) : whyUnseen(client, skill);
      if (unseen !== undefined) {
        hidden.push({ ...named(skill), ...unseen, instead: null });
        continue;
      }
      // The same package by another way is no second skill.
      if (packages.has(skill.place.realFolder)) continue;
      packages.add(skill.place.realFolder);
      const other = names.get(skill.summary.name);
      if (other === undefined || client.sameName === 'all') {
        names.set(skill.summary.name, skill);
        taken.push(skill);
      } else hidden.push({ ...named(skill), ...sameName[client.sameName], instead: other.path });
    }
  }
  return {
    name: client.name,
    present,
    roots: roots.map(({ path }) => ({ path, exists: found.get(path)?.exists ?? false })),
    ...listed(taken, client.listing),
    hidden,
  };
}

type Why = Pick<UnseenSkill, 'reason' | 'message'>;

/** Which projects a client trusts is its own affair and not looked up; what is trusted here stands in for it. */
function untrusted({ name }: Client): Why {
  return {
    reason: 'untrusted',
    message: `the project is not trusted here, and ${name} asks for trust of its own`,
  };
}

const sameName = {
  first: { reason: 'shadowed', message: 'another one of this name comes first' },
  unstable: { reason: 'shadowed', message: 'another one has this name, and which of them is taken changes' },
} as const;

function whyUnseen(client: Client, skill: FoundSkill): Why | undefined {
  const { depth, place } = skill;
  if (depth > client.depth) {
    const reach = client.depth === 1 ? 'one folder' : `${client.depth} folders`;
    return { reason: 'too-deep', message: `it lies more than ${reach} below the root` };
  }
  if (depth === 0 && !client.rootIsSkill) {
    return { reason: 'no-folder', message: 'it lies in the root itself, not in a folder of its own' };
  }
  if (!isExact(place.file)) return { reason: 'file-name-case', message: 'the file is not called SKILL.md' };
  if (skill.isLinkedFile && !client.linkedFiles)
    return { reason: 'linked-file', message: 'SKILL.md is a link' };
  const fault = skill.diagnostics.find(({ code }) => client.refuses.includes(code));
  return fault && { reason: 'refused', message: lowerFirst(diagnosticCodes[fault.code]) };
}

/** As a listing in the order of the names; when it is full, what follows reaches the model without a description. */
function listed(
  skills: readonly FoundSkill[],
  limits: ListingLimits | undefined,
): Pick<ClientView, 'sees' | 'listing'> {
  const ordered = skills.toSorted((a, b) => (a.summary.name < b.summary.name ? -1 : 1));
  if (limits === undefined) {
    return { sees: ordered.map((skill) => ({ ...named(skill), cut: false })), listing: null };
  }
  let characters = 0;
  const sees = ordered.map((skill) => {
    const described = Math.min(skill.listingCharacters, limits.description);
    characters +=
      '- : \n'.length + skill.summary.name.length + described + (limits.paths ? skill.path.length : 0);
    return {
      ...named(skill),
      cut: characters > limits.characters || skill.listingCharacters > limits.description,
    };
  });
  return { sees, listing: { characters, limit: limits.characters } };
}

function isExact(file: string): boolean {
  return file.slice(file.lastIndexOf('/') + 1) === 'SKILL.md';
}

function named({ summary, path }: FoundSkill): { readonly name: string; readonly path: string } {
  return { name: summary.name, path };
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
