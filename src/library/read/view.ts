/*
 * Tier 2: one whole skill, with all that is known about it and a list of its files.
 */

import { basename } from 'node:path';
import { type DigestOutcome, skillDigest } from '../../skill/digest.js';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import type { Frontmatter } from '../../skill/skill.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { type Provenance, presentState, type SkillState } from '../../usage/rules/record.js';
import type { Readiness } from '../use/invocation.js';
import type { Library } from './catalog.js';
import { type PlacedDiagnostic, placeDiagnostic, placed } from './entry-diagnostic.js';
import { provenanceOf, readManifests } from './entry-provenance.js';
import { unlessRefused } from './entry-refusal.js';
import { listPackageFiles, type PackageFiles } from './package-files.js';
import { readinessOf } from './readiness.js';
import { findSkill } from './resolve.js';

/** A skill, opened: its body, and what else its folder has. */
export interface SkillView {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string | null;
  readonly root: string;
  readonly trusted: boolean;
  readonly body: string;
  readonly path: string;
  readonly dir: string;
  /** Of the SKILL.md. */
  readonly sha256: string;
  /** Of the package; null when it has none. */
  readonly digest: string | null;
  readonly files: PackageFiles;
  /** The whole frontmatter. */
  readonly metadata: Frontmatter;
  readonly provenance: Provenance;
  readonly state: SkillState;
  readonly pinned: boolean;
  readonly readiness: Readiness;
  readonly diagnostics: readonly PlacedDiagnostic[];
  readonly hint: string;
}

export function viewSkill(library: Library, typed: string): SkillView {
  const { files, usage, environment } = library;
  const { entry, diagnostics } = findSkill(library, typed);
  const content = files.read(entry.path);
  if (content === undefined)
    throw new CoppiceError('not-found', `${entry.path} is gone`, { hint: 'try again' });
  const skill = parseSkill(content.bytes, { folder: basename(entry.folder) });
  const record = usage.get(entry.id);
  const digest = unlessRefused(() => skillDigest(entry.folder, files, sha256Hex));
  return {
    id: entry.id,
    name: skill.fields.name,
    description: skill.fields.description,
    category: entry.category ?? null,
    root: entry.root.shownAs,
    trusted: entry.root.trusted,
    body: bodyOf(skill),
    path: entry.path,
    dir: entry.folder,
    sha256: sha256Hex(content.bytes),
    digest: digest?.kind === 'digest' ? digest.digest : null,
    files: listPackageFiles(files, entry.folder),
    metadata: skill.frontmatter,
    provenance: provenanceOf(entry, record, readManifests(files, entry.root.path)),
    state: presentState(record),
    pinned: entry.pinned || record?.pinned === true,
    readiness: readinessOf(skill.fields, environment, files),
    diagnostics: [
      ...diagnostics,
      ...placed(entry.path, skill.diagnostics),
      ...withoutDigest(digest, entry.folder),
    ],
    hint: 'view NAME FILE opens one of the files',
  };
}

function withoutDigest(outcome: DigestOutcome | undefined, folder: string): readonly PlacedDiagnostic[] {
  if (outcome?.kind === 'digest') return [];
  const { reason, path } = outcome ?? { reason: 'unreadable', path: '' };
  const message = `The package has no digest: ${reason.replaceAll('-', ' ')}.`;
  return [placeDiagnostic('no-digest', path === '' ? folder : `${folder}/${path}`, message)];
}
