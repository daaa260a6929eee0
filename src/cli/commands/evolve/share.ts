/*
 * `coppice evolve review --share`: what a proposal would make of its skill, sent to the registry as a draft for the
 * team to decide on. The skill here is not changed, and the proposal stays pending.
 */

import { type Context, wholeLibraryOf } from '../../../app/context.js';
import { claimAbout } from '../../../app/eval/gate.js';
import { contentOf } from '../../../app/eval/target.js';
import { remoteOf } from '../../../app/project/project.js';
import { isSlug } from '../../../client/rules/item-names.js';
import { readFolder } from '../../../client/source/read-folder.js';
import type { StoreFile } from '../../../client/store/store.js';
import { evolvedSkills } from '../../../evolve/notes/skills.js';
import { findProposal } from '../../../evolve/proposals/proposal-folder.js';
import { isBaseOf, readSkillFiles } from '../../../evolve/proposals/subject.js';
import { type ProposedFile, proposedChange } from '../../../evolve/rules/proposal/change.js';
import type { Proposal } from '../../../evolve/rules/proposal/proposal.js';
import type { SkillEntry } from '../../../library/rules/entry.js';
import { packBundle } from '../../../skill/bundle/pack-bundle.js';
import { isCaseFile } from '../../../skill/package-names.js';
import type { Files } from '../../../system/files.js';
import { bundleCodec } from '../../../system/gzip.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';

export async function shareProposal(context: Context, wanted: string): Promise<Report> {
  const library = wholeLibraryOf(context);
  const proposal = findProposal(library, wanted);
  const { id, skill, title } = proposal;
  const entry = evolvedSkills(library).find(skill)?.entry;
  if (entry === undefined) throw new CoppiceError('skill-not-found', `the skill ${skill} no longer exists`);
  if (!isSlug(entry.name))
    throw new CoppiceError('bad-name', `${entry.name} cannot be the slug of an item`, {
      hint: `rename it with: coppice rename ${skill} NEW-NAME`,
    });
  const after = changed(readFolder(library.files, entry.folder), changeOf(library.files, entry, proposal));
  const bundle = packBundle(after, bundleCodec);
  const given = after.filter(({ path }) => !isCaseFile(path));
  const evaluation = claimAbout(library, contentOf(given, entry.folder, skill).digest);
  const remote = await remoteOf(context);
  const item = { kind: 'skill', slug: entry.name } as const;
  const notes = `${title} (${id})`;
  const draft = await remote.propose(
    { ...item, origin: 'evolver', notes, ...(evaluation && { evaluation }) },
    bundle,
  );
  return {
    document: { id, skill, ...item, draft: draft.id, registry: remote.place.url },
    text: `${printable(`shared ${id} for ${skill} as the draft ${draft.id}`)}\n`,
    notes: `it is published only after review at ${remote.place.url}\n`,
  };
}

/** None where it was accepted: then the skill is what was proposed. */
function changeOf(files: Files, entry: SkillEntry, proposal: Proposal): readonly ProposedFile[] {
  const { id, skill, state } = proposal;
  if (state === 'accepted') return [];
  if (state === 'rejected')
    throw new CoppiceError('already-decided', `the proposal ${id} was rejected`, {
      hint: `coppice evolve review accept ${id} accepts it after all`,
    });
  const present = readSkillFiles(files, entry);
  if (present === undefined || !isBaseOf(proposal, present.base))
    throw new CoppiceError('changed-on-disk', `${skill} was changed since it was proposed`, {
      hint: `coppice evolve propose ${skill} proposes it again`,
    });
  const change = proposedChange(proposal, present);
  if (change.kind === 'change') return change.files;
  throw new CoppiceError('would-break-skill', `the proposal ${id} cannot be applied: ${change.why}`);
}

function changed(files: readonly StoreFile[], changes: readonly ProposedFile[]): readonly StoreFile[] {
  const kept = files.filter(({ path }) => !changes.some((change) => change.path === path));
  const written = changes.flatMap(({ path, after }) =>
    after === null ? [] : { path, bytes: new TextEncoder().encode(after), executable: false },
  );
  return [...kept, ...written];
}
