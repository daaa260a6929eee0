/*
 * The library as one object, for programs that embed it: operations on skills by their names. Each method calls one
 * function of this folder, looks up the skill, respects its pin and records the write.
 */

import { basename, join } from 'node:path';
import { type Ids, randomIds } from '../system/ids.js';
import { CoppiceError } from '../text/errors.js';
import type { PinLevel } from '../usage/rules/record.js';
import { type Library, type LibraryOptions, openLibrary } from './open-library.js';
import { readCatalog } from './read/catalog.js';
import { type Listing, type ListRequest, listSkills } from './read/list.js';
import { type OfferRule, offerToAgent } from './read/offer-to-agent.js';
import { offeredPluginSkills } from './read/plugins.js';
import { findSkill, findSkillToChange } from './read/resolve.js';
import { type FileView, type SkillView, viewSkill, viewSkillFile } from './read/view.js';
import { checkRequest, checkValue, misuse, type RequestShape } from './rules/call-check.js';
import type { Commands } from './rules/commands.js';
import { type CommandChanges, commandChanges } from './rules/commands.js';
import type { SkillEntry } from './rules/entry.js';
import { type PromptIndex, promptIndex } from './rules/prompt.js';
import type { Root } from './rules/root.js';
import { blockedError, blockedWrite, isWithheld, withheldBecause } from './rules/verdict.js';
import { offeredCommands } from './use/bundles.js';
import { type Findings, type FindRequest, findSkills, type SimilarSkill, similarSkills } from './use/find.js';
import type { SemanticModels, SemanticRequest } from './use/find-by-meaning.js';
import { type Invoked, type InvokeRequest, invoke } from './use/invoke.js';
import { promptSkills } from './use/prompt-skills.js';
import { recordAcceptance } from './verdicts/accept.js';
import type { JudgedSkill } from './verdicts/judged-skill.js';
import { verdictAfter, verdictOf } from './verdicts/verdicts.js';
import { archiveSkill } from './write/archive.js';
import { type ArchivedSkill, archivedSkills } from './write/archive-find.js';
import { archivedToRestore, restoreSkill } from './write/archive-restore.js';
import {
  type AuthorOptions,
  editSkill,
  type Patch,
  patchSkill,
  removeSupportFile,
  writeSupportFile,
} from './write/author.js';
import { createSkill } from './write/author-create.js';
import type { Written } from './write/author-result.js';
import { entryDiff, type History, history } from './write/history.js';
import { findEntry } from './write/ledger.js';
import { renameSkill } from './write/rename.js';
import { type UndoOutcome, undo } from './write/undo.js';
import type { RecoveredEntry, WriteDeps } from './write/write-target.js';

/** The machine, the user and the folder whose skills the library manages. */
export interface SkillLibraryOptions extends LibraryOptions {
  readonly ids?: Ids;
  /** Called for every interrupted change that a write first finished or reverted. */
  readonly onRecovered?: (recovered: RecoveredEntry) => void;
  /** Hand out skills that the scanner blocks, too: a person's decision. False by default. */
  readonly allowBlocked?: boolean;
}

/** Who changes a skill, why, and which content they expect. */
export interface ChangeOptions {
  /** Declared, never guessed; `user` by default. */
  readonly by?: 'user' | 'agent';
  /** Refuse unless the file concerned has this hash now. */
  readonly expectedSha256?: string | undefined;
  readonly reason?: string | undefined;
}

/** A new skill. The name is also that of its folder. */
export interface CreateRequest {
  readonly name: string;
  readonly description: string;
  readonly body?: string | undefined;
  readonly category?: string | undefined;
}

/** What was decided about a skill that the scanner blocks. */
export interface Accepted {
  readonly id: string;
  /** Of what the scanner read; null when the decision was taken back. */
  readonly digest: string | null;
  /** Of the ledger; null when nothing changed. */
  readonly entry: string | null;
}

/**
 * All skills that one person has on one machine. Every change is in the ledger and can be undone; nothing is deleted.
 */
export class SkillLibrary {
  /** What reading needs; the functions of this room take it. */
  readonly reading: Library;
  readonly #options: LibraryOptions;
  readonly #deps: WriteDeps;
  readonly #allowBlocked: boolean;
  #commands: Commands | undefined;

  constructor(options: SkillLibraryOptions) {
    checkRequest('new SkillLibrary', options, optionsShape);
    const { ids = randomIds, onRecovered, allowBlocked = false, ...opened } = options;
    const { files, clock, home } = opened;
    this.reading = openLibrary(opened);
    this.#options = opened;
    this.#allowBlocked = allowBlocked;
    this.#deps = { files, clock, ids, home, usage: this.reading.usage, ...(onRecovered && { onRecovered }) };
  }

  /** Without skills that the scanner blocks, like everything that hands out skills; `withheld` names them. */
  list(request: ListRequest = {}): Listing {
    checkRequest('list', request, listShape);
    return listSkills(this.reading, request, this.#offer());
  }

  /** Refused for a skill that the scanner blocks. */
  view(name: string): SkillView {
    checkValue('view', 'the name of a skill', name, 'text');
    const view = viewSkill(this.reading, name);
    if (isWithheld(view.scan) && !this.#allowBlocked) throw blockedError(view.id, view.scan);
    return view;
  }

  viewFile(name: string, file: string): FileView {
    checkValue('viewFile', 'the name of a skill', name, 'text');
    checkValue('viewFile', 'the path of a file', file, 'text');
    return viewSkillFile(this.reading, name, file, { allowBlocked: this.#allowBlocked });
  }

  /** By words. */
  search(request: FindRequest): Findings {
    checkRequest('search', request, searchShape);
    if ('semantic' in request || 'rerank' in request)
      throw misuse('search compares words only', 'searchByMeaning(request, models) searches by meaning too');
    return findSkills(this.reading, request, this.#offer());
  }

  /** By words and meaning together. The models are yours; one that is missing or fails is an error. */
  async searchByMeaning(request: SemanticRequest, models: SemanticModels): Promise<Findings> {
    checkRequest('searchByMeaning', request, { ...searchShape, rerank: 'boolean?' });
    checkRequest('searchByMeaning', models, { textLimit: 'number' });
    const { findSkillsByMeaning } = await import('./use/find-by-meaning.js');
    return await findSkillsByMeaning(this.reading, request, models, { offer: this.#offer() });
  }

  /** The index for an agent's prompt; the skills that fit the query come first. */
  prompt(request: { readonly budgetTokens: number; readonly query?: string }): PromptIndex {
    checkRequest('prompt', request, { budgetTokens: 'number', query: 'text?' });
    const { budgetTokens, query } = request;
    const hits = query === undefined ? [] : this.search({ text: query, limit: 20 }).results;
    const { skills } = promptSkills(this.reading, this.#offer());
    return promptIndex(skills, { budgetTokens, first: hits.map(({ id }) => id) });
  }

  commands(): Commands {
    this.#commands = offeredCommands(this.reading, this.#offer(), offeredPluginSkills(this.reading));
    return this.#commands;
  }

  /** What has changed about the commands since they were last read, so that an agent can be informed. */
  reload(): CommandChanges {
    const before = this.#commands ?? { commands: [], diagnostics: [] };
    return commandChanges(before, this.commands());
  }

  /** The message for one to five commands and an instruction; counts as a use. Refused for a blocked skill. */
  async invoke(request: InvokeRequest): Promise<Invoked> {
    checkRequest('invoke', request, { typed: 'text', session: 'text?', runtimeNote: 'text?' });
    const { config, configPath } = this.reading;
    const allowBlocked = this.#allowBlocked;
    return await invoke({ library: this.reading, config, configPath }, { ...request, allowBlocked });
  }

  /** Lets agents have a skill that the scanner blocks, as it is now: a person's decision, never an agent's. */
  async accept(name: string, reason: string): Promise<Accepted> {
    checkValue('accept', 'the name of a skill', name, 'text');
    checkValue('accept', 'the reason', reason, 'text');
    const { entry } = findSkill(this.reading, name);
    const verdict = verdictOf(this.reading, entry);
    const { digest } = verdict;
    if (digest === null) throw blockedError(entry.id, verdict);
    if (verdict.verdict !== 'block')
      throw new CoppiceError(
        'bad-value',
        `the scanner does not block ${entry.id}, so there is nothing to accept`,
        {
          hint: `coppice scan ${entry.id} shows what it found`,
        },
      );
    if (reason.trim() === '')
      throw new CoppiceError('bad-value', 'the reason is empty', { hint: 'say why the skill is safe' });
    if (verdict.accepted !== null) return { id: entry.id, digest, entry: null };
    const acceptance = { digest, reason, at: this.reading.clock.now() };
    const recorded = await recordAcceptance(this.#deps, entry, acceptance);
    return { id: entry.id, digest, entry: recorded?.id ?? null };
  }

  async unaccept(name: string): Promise<Accepted> {
    checkValue('unaccept', 'the name of a skill', name, 'text');
    const { entry } = findSkill(this.reading, name);
    const recorded = await recordAcceptance(this.#deps, entry, null);
    return { id: entry.id, digest: null, entry: recorded?.id ?? null };
  }

  /** In the only root that was chosen, else in the one that the configuration names. */
  async create(
    request: CreateRequest,
    { by = 'user' }: ChangeOptions = {},
  ): Promise<Written & { similar: readonly SimilarSkill[] }> {
    checkRequest('create', request, createShape);
    const everywhere = this.#everywhere();
    const skill = { ...request, root: this.#rootToCreateIn(), createdBy: by, taken: this.#taken(everywhere) };
    const { root, category = '', name } = skill;
    const folder = join(root.path, category, name);
    const created = { id: `${root.label}:${name}`, name, folder, path: join(folder, 'SKILL.md') };
    const written = await this.#scanned(created, by, (check) =>
      createSkill(this.#deps, skill, { actor: by, check }),
    );
    return { ...written, similar: similarSkills(everywhere, written.path) };
  }

  /** An agent may not write what the scanner blocks; a person may, and the result says so. */
  async edit(name: string, content: Uint8Array | string, options: ChangeOptions = {}): Promise<Written> {
    const { entry, pin } = this.#chosen('edit', name);
    checkValue('edit', 'the content of SKILL.md', content, 'content');
    return await this.#scanned(entry, options.by, (check) =>
      editSkill(this.#deps, entry, content, { ...authorOptions(options, pin), check }),
    );
  }

  async patch(name: string, patch: Patch, options: ChangeOptions = {}): Promise<Written> {
    const { entry, pin } = this.#chosen('patch', name);
    checkRequest('patch', patch, { find: 'text', replace: 'text' });
    return await this.#scanned(entry, options.by, async (check) => {
      try {
        return await patchSkill(this.#deps, entry, patch, { ...authorOptions(options, pin), check });
      } catch (error) {
        // The refusal of a patch that does not fit quotes the lines that come closest.
        if (options.by === 'agent') this.#refuseWithheld(entry);
        throw error;
      }
    });
  }

  async writeFile(
    name: string,
    path: string,
    content: Uint8Array | string,
    options: ChangeOptions = {},
  ): Promise<Written> {
    const { entry, pin } = this.#chosen('writeFile', name);
    checkValue('writeFile', 'the path of a file', path, 'text');
    checkValue('writeFile', 'the content of a file', content, 'content');
    return await this.#scanned(entry, options.by, (check) =>
      writeSupportFile(this.#deps, entry, path, content, { ...authorOptions(options, pin), check }),
    );
  }

  async removeFile(name: string, path: string, options: ChangeOptions = {}): Promise<Written> {
    const { entry, pin } = this.#chosen('removeFile', name);
    checkValue('removeFile', 'the path of a file', path, 'text');
    return await removeSupportFile(this.#deps, entry, path, authorOptions(options, pin));
  }

  async rename(name: string, newName: string, options: ChangeOptions = {}): Promise<Written> {
    const { entry, pin } = this.#chosen('rename', name);
    checkValue('rename', 'the new name', newName, 'text');
    const taken = this.#taken(this.#everywhere(), entry);
    return await renameSkill(this.#deps, entry, newName, { ...authorOptions(options, pin), taken });
  }

  async archive(name: string, { by = 'user', reason }: ChangeOptions = {}): Promise<Written> {
    const { entry, pin } = this.#chosen('archive', name);
    return await archiveSkill(this.#deps, { target: entry, pin, reason }, { actor: by });
  }

  archived(): readonly ArchivedSkill[] {
    return archivedSkills(this.reading, this.reading.roots);
  }

  /** Of several with one id, the one that was archived last. */
  async restore(
    name: string,
    { by = 'user', reason, as }: ChangeOptions & { readonly as?: string | undefined } = {},
  ): Promise<Written> {
    checkValue('restore', 'the name of a skill', name, 'text');
    const skill = archivedToRestore(this.reading, name);
    const taken = this.#taken(this.#everywhere());
    return await restoreSkill(this.#deps, skill, { actor: by, as, reason, taken });
  }

  history(name?: string): History {
    if (name !== undefined) checkValue('history', 'the name of a skill', name, 'text');
    return history(this.reading, name);
  }

  /** What an entry of the history changed, as a unified diff. */
  diff(entry: string): string {
    checkValue('diff', 'the id of an entry', entry, 'text');
    return entryDiff(this.reading, findEntry(this.reading, entry));
  }

  /** Of an entry or of a run. */
  async undo(
    entry: string,
    { by = 'user', force = false }: ChangeOptions & { readonly force?: boolean } = {},
  ): Promise<readonly UndoOutcome[]> {
    checkValue('undo', 'the id of an entry or a run', entry, 'text');
    return await undo(this.#deps, entry, { actor: by, force });
  }

  #offer(): OfferRule {
    return offerToAgent(this.reading, { allowBlocked: this.#allowBlocked });
  }

  #refuseWithheld(skill: JudgedSkill): void {
    const verdict = verdictOf(this.reading, skill);
    if (isWithheld(verdict) && !this.#allowBlocked) throw blockedError(skill.id, verdict);
  }

  /** Judges the skill as a change would make it, before anything is written. */
  async #scanned(
    skill: JudgedSkill,
    by: ChangeOptions['by'],
    write: (check: NonNullable<AuthorOptions['check']>) => Promise<Written>,
  ): Promise<Written> {
    let blocked: string | undefined;
    const written = await write(({ path, bytes }) => {
      if (bytes === null) return;
      const verdict = verdictAfter(this.reading, skill, new Map([[path, bytes]]));
      if (!isWithheld(verdict)) return;
      if (by === 'agent') throw blockedWrite(skill.id, verdict);
      blocked = withheldBecause(verdict);
    });
    return blocked === undefined ? written : { ...written, blocked };
  }

  /** A pin in the frontmatter counts as much as one that was set. */
  #chosen(method: string, name: string): { readonly entry: SkillEntry; readonly pin: PinLevel } {
    checkValue(method, 'the name of a skill', name, 'text');
    const entry = findSkillToChange(this.reading, name);
    const set = this.reading.usage.get(entry.id)?.pinLevel ?? 'none';
    return { entry, pin: set === 'none' && entry.pinned ? 'pin' : set };
  }

  /** A name must be free in every root, not only in those that were chosen. */
  #everywhere(): Library {
    return openLibrary({ ...this.#options, onlyRoots: [] });
  }

  #taken(everywhere: Library, except?: SkillEntry): (name: string) => string | undefined {
    const { skills, hidden } = readCatalog(everywhere);
    const entries = [...skills, ...hidden.map(({ entry }) => entry)].filter(
      ({ folder }) => folder !== except?.folder,
    );
    return (name) => {
      const owner = entries.find((entry) => entry.name === name || basename(entry.folder) === name);
      return owner && `${owner.id} (${owner.path})`;
    };
  }

  #rootToCreateIn(): Root {
    const { roots, config } = this.reading;
    const [only] = this.#options.onlyRoots?.length ? roots : [];
    const label = config['library.create_in'];
    const root = only ?? roots.find((known) => known.label === label);
    if (root) return root;
    throw new CoppiceError('bad-config', `library.create_in is not the label of a root: ${label}`, {
      hint: `use one of: ${roots.map((known) => known.label).join(', ')}`,
    });
  }
}

const optionsShape: RequestShape = {
  files: 'object',
  clock: 'object',
  home: 'text',
  userHome: 'text',
  workingFolder: 'text',
  platform: 'text',
  environment: 'object',
};

const listShape: RequestShape = {
  category: 'text?',
  query: 'text?',
  limit: 'number?',
  cursor: 'text?',
  all: 'boolean?',
  plugins: 'boolean?',
};

const searchShape: RequestShape = {
  text: 'text',
  keywords: 'texts?',
  limit: 'number?',
  archived: 'boolean?',
};

const createShape: RequestShape = {
  name: 'text',
  description: 'text',
  body: 'text?',
  category: 'text?',
};

function authorOptions({ by = 'user', expectedSha256, reason }: ChangeOptions, pin: PinLevel) {
  return { actor: by, pin, expectedSha256, reason };
}
