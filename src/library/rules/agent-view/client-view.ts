/*
 * What an agent will really see of the skills on the disk, by its record and its settings, and why it does not see the
 * others.
 */

import type { Agent, DefinitionKind, Switch } from '../../../agents/agent.js';
import { fillListing, type Listed, type ListingEntry } from '../../../agents/listing.js';
import { diagnosticCodes } from '../../../skill/diagnostic.js';
import type { Catalog } from '../catalog.js';
import type { SkillEntry } from '../entry.js';
import { explainHidden, type HiddenReason, isForPlatform } from '../filters.js';
import type { FoundRoot, FoundSkill, ReadFolder } from '../found-skill.js';
import { type TrustFacts, whyUntrusted } from './agent-trust.js';
import {
  definitionsView,
  type FoundDefinition,
  type SeenDefinition,
  type UnseenDefinition,
} from './definitions.js';

export interface ClientView {
  readonly name: string;
  /** Whether it is used on this machine; what it would see is worked out all the same. */
  readonly present: boolean;
  readonly roots: readonly { readonly path: string; readonly exists: boolean }[];
  readonly sees: readonly SeenSkill[];
  readonly hidden: readonly UnseenSkill[];
  /** The subagents and the commands that it reads from files; null where it is not known to have any. */
  readonly agents: readonly SeenDefinition[] | null;
  readonly commands: readonly SeenDefinition[] | null;
  readonly hiddenAgents: readonly UnseenDefinition[];
  readonly hiddenCommands: readonly UnseenDefinition[];
  /** How much its listing takes; null where there is no limit, or none is known. */
  readonly listing: { readonly characters: number; readonly limit: number } | null;
}

export interface SeenSkill {
  readonly name: string;
  readonly path: string;
  /** What its entry in the listing needs before anything is cut. */
  readonly characters: number;
  /** The part of them that is the description. */
  readonly ofDescription: number;
  /** The characters of the description that are left after cutting. */
  readonly shownOfDescription: number;
  /** The listing is too full for all of its description, or the description is longer than the listing takes. */
  readonly cut: boolean;
  readonly listed: Listed;
  /** What may hide it that only the running agent can decide, as a reason; null where nothing does. */
  readonly mayBeHidden: string | null;
  /** Why it is listed by its name only or not at all, where that was somebody's choice. */
  readonly because: string | null;
}

export interface UnseenSkill {
  readonly name: string;
  readonly path: string;
  readonly reason: UnseenReason;
  readonly message: string;
  /** The skill of the same name that is loaded instead. */
  readonly instead: string | null;
}

/** `shadowed`: another skill of the same name takes precedence; `switched-off`: a setting of the agent turns it off. */
export type UnseenReason =
  | HiddenReason
  | 'switched-off'
  | 'untrusted'
  | 'not-chosen'
  | 'too-deep'
  | 'no-folder'
  | 'hidden-folder'
  | 'file-name-case'
  | 'linked-file'
  | 'refused';

interface ClientFacts extends TrustFacts {
  readonly present: boolean;
  /** The strongest first. */
  readonly roots: readonly ReadFolder[];
  /** By path. */
  readonly found: ReadonlyMap<string, FoundRoot>;
  readonly definitions: Readonly<Record<DefinitionKind, readonly FoundDefinition[]>>;
  /** The real folders of the packages that the scanner of Coppice blocks. */
  readonly blocked: ReadonlySet<string>;
  /** By the names that the agent uses. */
  readonly useCounts: ReadonlyMap<string, number>;
}

export function simulate(agent: Agent, facts: ClientFacts): ClientView {
  const { present, roots, found } = facts;
  const taken: TakenSkill[] = [];
  const names = new Map<string, TakenSkill>();
  const packages = new Set<string>();
  const hidden: UnseenSkill[] = [];
  for (const root of roots) {
    const inner = roots.filter(({ path }) => path.startsWith(`${root.path}/`));
    for (const skill of found.get(root.path)?.skills ?? []) {
      // A skill in an inner root is read with that root.
      if (inner.some(({ path }) => skill.path.startsWith(`${path}/`))) continue;
      if (root.isSkill && skill.depth > 0) continue;
      const plain = root.plugin ? `${root.plugin.name}:${skill.summary.name}` : skill.summary.name;
      const isClash = root.nestedIn !== undefined && names.has(plain);
      const name = isClash ? `${root.nestedIn}:${plain}` : plain;
      const turned = switchOf(agent, facts, root, skill);
      const unseen = whyUnseen(agent, facts, root, skill, turned);
      if (unseen !== undefined) {
        hidden.push({ name, path: skill.path, ...unseen, instead: null });
        continue;
      }
      // A package that is reached by a second path is still one skill.
      if (packages.has(skill.location.realFolder)) continue;
      packages.add(skill.location.realFolder);
      const other = names.get(name);
      if (other === undefined || agent.skills.sameName === 'all') {
        const entry = { name, path: skill.path, skill, root, turned };
        names.set(name, entry);
        taken.push(entry);
      } else
        hidden.push({
          name,
          path: skill.path,
          reason: 'shadowed',
          message: sameNameText(agent),
          instead: other.path,
        });
    }
  }
  return {
    name: agent.title,
    present,
    roots: roots
      .map(({ path, writtenBy }) => ({ path, writtenBy, exists: found.get(path)?.exists ?? false }))
      // A folder of another program is of no interest until it exists.
      .filter(({ writtenBy, exists }) => exists || writtenBy === undefined)
      .map(({ path, exists }) => ({ path, exists })),
    ...listed(agent, taken, facts),
    hidden,
    ...definitionViews(agent, facts),
  };
}

function definitionViews(
  agent: Agent,
  facts: ClientFacts,
): Pick<ClientView, 'agents' | 'commands' | 'hiddenAgents' | 'hiddenCommands'> {
  const { agent: ofAgents, command: ofCommands } = facts.definitions;
  const subagents = definitionsView(agent, 'agent', ofAgents, facts);
  const commands = definitionsView(agent, 'command', ofCommands, facts);
  return {
    agents: subagents?.sees ?? null,
    commands: commands?.sees ?? null,
    hiddenAgents: subagents?.hidden ?? [],
    hiddenCommands: commands?.hidden ?? [],
  };
}

interface TakenSkill {
  readonly name: string;
  readonly path: string;
  readonly skill: FoundSkill;
  readonly root: ReadFolder;
  readonly turned: Switch | undefined;
}

function switchOf(
  { settings, skills }: Agent,
  { documents, machine }: ClientFacts,
  { scope, plugin }: ReadFolder,
  { summary, path, location }: FoundSkill,
): Switch | undefined {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const file = path.slice(folder.length);
  const folderName = folder.slice(folder.lastIndexOf('/') + 1);
  const names = [summary.name, ...(skills.folderNames ? [folderName] : [])];
  const switched = {
    names: plugin === undefined ? names : names.map((name) => `${plugin.name}:${name}`),
    paths: [path, location.realFolder + file],
    scope,
    ...(plugin && { plugin: plugin.key }),
  };
  return settings?.switchOf(documents, switched, machine);
}

type Why = Pick<UnseenSkill, 'reason' | 'message'>;

function whyUnseen(
  agent: Agent,
  facts: ClientFacts,
  root: ReadFolder,
  skill: FoundSkill,
  turned: Switch | undefined,
): Why | undefined {
  const { skills } = agent;
  const untrusted = whyUntrusted(agent, facts, root);
  if (untrusted !== undefined) return { reason: 'untrusted', message: untrusted };
  const { chosen, chosenBy } = root;
  if (chosen !== undefined && skill.location.folder.split('/')[0] !== chosen)
    return { reason: 'not-chosen', message: `it is not in the folder that ${root.path}/${chosenBy} names` };
  const misplaced = whyMisplaced(agent, root, skill);
  if (misplaced !== undefined) return misplaced;
  const fault = skill.diagnostics.find(({ code }) => skills.refuses.includes(code));
  if (fault !== undefined) return { reason: 'refused', message: faultAlone(diagnosticCodes[fault.code]) };
  const { platforms } = skill.summary;
  if (skills.platforms && !isForPlatform(platforms, facts.machine.platform))
    return { reason: 'platform', message: `it supports only these platforms: ${platforms.join(', ')}` };
  if (root.plugin?.offByDefault)
    return { reason: 'switched-off', message: `its plugin ${root.plugin.key} is off until you turn it on` };
  if (turned?.state !== 'off') return undefined;
  return { reason: 'switched-off', message: `it is turned off by ${turned.setting} in ${turned.file}` };
}

function whyMisplaced({ skills }: Agent, root: ReadFolder, skill: FoundSkill): Why | undefined {
  const { depth, location } = skill;
  if (depth > skills.depth) {
    const reach = skills.depth === 1 ? 'one folder' : `${skills.depth} folders`;
    return { reason: 'too-deep', message: `SKILL.md is more than ${reach} below the root` };
  }
  if (depth === 0 && !skills.rootIsSkill && !root.isSkill)
    return { reason: 'no-folder', message: 'SKILL.md is in the root itself, not in a folder of its own' };
  if (!skills.hiddenFolders && location.folder.split('/').some((segment) => segment.startsWith('.')))
    return { reason: 'hidden-folder', message: 'SKILL.md is in a folder whose name begins with a dot' };
  if (!isExact(location.file)) return { reason: 'file-name-case', message: 'the file is not named SKILL.md' };
  if (skill.isLinkedFile && !skills.linkedFiles)
    return { reason: 'linked-file', message: 'SKILL.md is a symbolic link' };
  return undefined;
}

function sameNameText({ skills: { sameName } }: Agent): string {
  return sameName === 'unstable' || sameName === 'last'
    ? 'another skill has the same name, and which one is loaded varies'
    : 'another skill of the same name takes precedence';
}

/** The skills by name, each with how much of it reaches the model. */
function listed(
  agent: Agent,
  taken: readonly TakenSkill[],
  { documents, machine, useCounts, blocked }: ClientFacts,
): Pick<ClientView, 'sees' | 'listing'> {
  const entries = taken
    .toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
    .map((one): WantedEntry => {
      const { wanted, because } = wantedIn(agent, one);
      return {
        name: one.name,
        path: one.path,
        description: one.skill.listingCharacters,
        scope: one.root.scope,
        useCount: useCounts.get(one.name) ?? 0,
        wanted,
        because,
        mayBeHidden: whatMayHide(agent, one, blocked),
      };
    });
  const { environment } = machine;
  const filled = fillListing(agent.listing, entries, { documents, environment });
  return {
    sees: filled.entries.map(({ entry: { name, path, wanted, because, mayBeHidden }, listed, ...size }) => {
      const cut = wanted === 'whole' && listed !== 'whole';
      return { name, path, ...size, cut, listed, because, mayBeHidden };
    }),
    listing: filled.limit === undefined ? null : { characters: filled.characters, limit: filled.limit },
  };
}

interface WantedEntry extends ListingEntry {
  readonly because: string | null;
  readonly mayBeHidden: string | null;
}

function whatMayHide(
  { title, skills }: Agent,
  { root, skill }: TakenSkill,
  blocked: ReadonlySet<string>,
): string | null {
  const isSuspect = skills.quarantine && root.scope === 'project' && blocked.has(skill.location.realFolder);
  const reasons = [
    ...(isSuspect ? [`${title} may quarantine it, because the scanner of Coppice blocks it`] : []),
    ...(skills.conditions?.of(skill.frontmatter) ?? []),
  ];
  return reasons.join(', and ') || null;
}

/** What the user, the skill itself or the agent's rules ask for in the listing, before any limit applies. */
function wantedIn({ skills }: Agent, { skill, turned }: TakenSkill): Pick<WantedEntry, 'wanted' | 'because'> {
  const bySetting = turned && `${turned.setting} in ${turned.file}`;
  if (bySetting !== undefined && turned?.state === 'user-only')
    return { wanted: 'not-listed', because: bySetting };
  if (skills.modelInvocation && !skill.modelInvocable)
    return { wanted: 'not-listed', because: 'disable-model-invocation in its frontmatter' };
  const { policyFile } = skills;
  const policy = policyFile?.unlistedBy(skill.policies.get(policyFile.path));
  if (policy !== undefined) return { wanted: 'not-listed', because: `${policy} in its ${policyFile?.path}` };
  const fault = skill.diagnostics.find(({ code }) => skills.unlisted?.includes(code));
  if (fault !== undefined) return { wanted: 'not-listed', because: faultAlone(diagnosticCodes[fault.code]) };
  return bySetting === undefined
    ? { wanted: 'whole', because: null }
    : { wanted: 'name-only', because: bySetting };
}

function isExact(file: string): boolean {
  return file.slice(file.lastIndexOf('/') + 1) === 'SKILL.md';
}

/** The sentence up to what Coppice does about the fault, because the agent does something else. */
export function faultAlone(sentence: string): string {
  const [fault = ''] = sentence.replace(/\.$/, '').split(/, so |, and |; /, 1);
  return fault.charAt(0).toLowerCase() + fault.slice(1);
}

/**
 * What Coppice itself offers, in the same form as what the clients see. An untrusted skill is listed but not offered,
 * so it counts as hidden here.
 */
export function coppiceView(
  { skills, hidden }: Catalog,
  roots: readonly FoundRoot[],
  ofPlugins: readonly SkillEntry[],
): ClientView {
  const winners = new Map(skills.map((skill) => [skill.name, skill.path]));
  const trusted = skills.filter(({ root }) => root.trusted);
  return {
    name: 'Coppice',
    present: true,
    roots: [
      ...roots.map(({ path, exists }) => ({ path, exists })),
      ...[...new Set(ofPlugins.map(({ root }) => root.path))].map((path) => ({ path, exists: true })),
    ],
    sees: [...trusted, ...ofPlugins.map(({ id, path }) => ({ name: id, path }))]
      .map(({ name, path }) => ({
        name,
        path,
        characters: 0,
        ofDescription: 0,
        shownOfDescription: 0,
        cut: false,
        listed: 'whole' as const,
        because: null,
        mayBeHidden: null,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    hidden: [
      ...skills.filter(({ root }) => !root.trusted).map(untrusted),
      ...hidden.map(({ entry, reason }): UnseenSkill => {
        const { name, path } = entry;
        if (!entry.root.trusted) return untrusted(entry);
        const instead = reason === 'shadowed' ? (winners.get(name) ?? null) : null;
        return { name, path, reason, message: explainHidden(entry, reason).message, instead };
      }),
    ],
    // Coppice offers skills alone; `list --kind` finds the definitions of all agents.
    agents: null,
    commands: null,
    hiddenAgents: [],
    hiddenCommands: [],
    listing: null,
  };
}

function untrusted({ name, path }: SkillEntry): UnseenSkill {
  return { name, path, reason: 'untrusted', message: 'the project is not trusted', instead: null };
}
