/*
 * Tiers 2 and 3: one whole skill with all that is known about it and a list of its files; and one of those files.
 */

import { basename, normalize } from 'node:path';
import { diagnosticCodes } from '../../skill/diagnostic.js';
import { type DigestOutcome, skillDigest } from '../../skill/digest.js';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import type { Frontmatter } from '../../skill/skill.js';
import { closest } from '../../text/closest.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { listUpTo } from '../../text/plural.js';
import { decodePlainText } from '../../text/utf8.js';
import { type Provenance, presentState, type SkillState } from '../../usage/rules/record.js';
import { listPackageFiles, type PackageFiles, readPackageFile } from '../folders/package-files.js';
import { maxFileBytes } from '../folders/scanned-package.js';
import { type LocatedDiagnostic, located, locationCodes, locationDiagnostic } from '../rules/diagnostics.js';
import type { SkillEntry } from '../rules/entry.js';
import type { Readiness } from '../rules/invocation.js';
import { blockedError, isWithheld, type SkillVerdict } from '../rules/verdict.js';
import { verdictOf } from '../verdicts/verdicts.js';
import type { ReadLibrary } from './catalog.js';
import { provenanceOf, readManifests } from './provenance.js';
import { readinessOf } from './readiness.js';
import { findSkill } from './resolve.js';

/** A skill with its body, its metadata and the files in its folder. */
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
  /** The digest of the package; null when it has none. */
  readonly digest: string | null;
  readonly files: PackageFiles;
  /** The whole frontmatter. */
  readonly metadata: Frontmatter;
  readonly provenance: Provenance;
  readonly state: SkillState;
  readonly pinned: boolean;
  readonly readiness: Readiness;
  /** What the scanner says about the package with this very SKILL.md. */
  readonly scan: SkillVerdict;
  readonly diagnostics: readonly LocatedDiagnostic[];
  readonly hint: string;
}

export function viewSkill(library: ReadLibrary, typed: string): SkillView {
  const { files, usage, environment } = library;
  const { entry, diagnostics } = findSkill(library, typed);
  const content = files.read(entry.path);
  if (content === undefined)
    throw new CoppiceError('not-found', `${entry.path} was removed while it was being read`, {
      hint: 'try again',
    });
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
    scan: verdictOf(library, entry, new Map([[basename(entry.path), content.bytes]])),
    diagnostics: [
      ...diagnostics,
      ...located(entry.path, skill.diagnostics),
      ...withoutDigest(digest, entry.folder),
    ],
    hint: 'view NAME FILE shows one of the files',
  };
}

/** Without anything that its author wrote: what is left is Coppice's own, such as the rule that was found. */
export function withheldView(view: SkillView): SkillView {
  const { files, scan, diagnostics, readiness } = view;
  const kinds = Object.keys(files).map((kind) => [kind, []]);
  return {
    ...view,
    description: '',
    category: null,
    body: '',
    files: Object.fromEntries(kinds),
    metadata: {},
    readiness: { ...readiness, missingEnvironment: [], missingCommands: [] },
    scan: { ...scan, findings: scan.findings.map((finding) => ({ ...finding, excerpt: '' })) },
    diagnostics: diagnostics.map((found) => ({ ...found, message: meaningOf(found) })),
  };
}

/** The sentence about the code, as the message may quote the file. */
function meaningOf({ code }: LocatedDiagnostic): string {
  const meanings: Readonly<Record<string, string>> = { ...diagnosticCodes, ...locationCodes };
  return meanings[code] ?? '';
}

function withoutDigest(outcome: DigestOutcome | undefined, folder: string): readonly LocatedDiagnostic[] {
  if (outcome?.kind === 'digest') return [];
  const { reason, path } = outcome ?? { reason: 'unreadable', path: '' };
  const message = `The package has no digest: ${reason.replaceAll('-', ' ')}.`;
  return [locationDiagnostic('no-digest', path === '' ? folder : `${folder}/${path}`, message)];
}

/** One file of a skill: its text, or only its size if it is not text. */
export type FileView =
  | { readonly id: string; readonly file: string; readonly content: string }
  | { readonly id: string; readonly file: string; readonly binary: true; readonly bytes: number };

/** Refused for a skill that is withheld from agents, unless it is allowed. */
export function viewSkillFile(
  library: ReadLibrary,
  typed: string,
  path: string,
  { allowBlocked = false }: { readonly allowBlocked?: boolean } = {},
): FileView {
  const { entry } = findSkill(library, typed);
  const file = readPackageFile(library.files, entry.folder, path, allowBlocked ? maxViewBytes : maxFileBytes);
  if (!allowBlocked && (file === undefined || file.bytes.length === file.sizeBytes)) {
    const handedOut = file && new Map([[normalize(path), file.bytes]]);
    const verdict = verdictOf(library, entry, handedOut);
    if (isWithheld(verdict)) throw blockedError(entry.id, verdict);
  }
  // Names the other files, which are the words of the skill as well.
  if (file === undefined) throw noSuchFile(library, entry, path);
  // The file may be cut off in the middle of a character.
  const text = decodePlainText(file.bytes, { stream: true });
  if (text === undefined) return { id: entry.id, file: path, binary: true, bytes: file.sizeBytes };
  if (file.bytes.length === file.sizeBytes) return { id: entry.id, file: path, content: text };
  throw new CoppiceError('too-large', `${path} has ${file.sizeBytes} bytes, which is too large to show`, {
    hint: `open ${entry.folder}/${path} yourself`,
  });
}

const maxViewBytes = 8 * 1024 * 1024;

function noSuchFile({ files }: ReadLibrary, { id, folder }: SkillEntry, path: string): CoppiceError {
  const existing = Object.values(listPackageFiles(files, folder)).flat();
  const near = closest(path, existing);
  const list = listUpTo(20, [...new Set([...near, ...existing])]);
  return new CoppiceError('not-found', `${id} has no file ${path}`, {
    hint: existing.length > 0 ? `its files are: ${list}` : 'it has no files besides its SKILL.md',
  });
}
