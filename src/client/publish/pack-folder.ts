/*
 * Packs a folder into a bundle, or the one file of an agent or a command, and checks it before anything is sent: faults
 * of the SKILL.md, secrets and findings that the scanner blocks are refused here with file and line. The registry checks
 * everything again and decides.
 */

import { basename } from 'node:path';
import type { Kind } from '../../registry/api/names.js';
import type { ScanFinding, Verdict } from '../../scan/findings/finding.js';
import { scanFiles } from '../../scan/scan-files.js';
import { packBundle } from '../../skill/bundle/pack-bundle.js';
import { readBundle } from '../../skill/bundle/read-bundle.js';
import { badBundle } from '../../skill/bundle/refusal.js';
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.js';
import { extensionFields } from '../../skill/fields-extension.js';
import { parseSkill } from '../../skill/parse.js';
import { specifiedFields } from '../../skill/portable.js';
import type { Skill } from '../../skill/skill.js';
import { validateSkill } from '../../skill/validate.js';
import type { Files } from '../../system/files.js';
import { bundleCodec } from '../../system/gzip.js';
import { CoppiceError } from '../../text/errors.js';
import { listUpTo } from '../../text/plural.js';
import { isUtf8 } from '../../text/utf8.js';
import { isSlug } from '../rules/item-names.js';
import { requireSize, requiresOf } from '../rules/package-files.js';
import { readFolder } from '../source/read-folder.js';
import type { StoreFile } from '../store/store.js';

export interface PackedSkill {
  /** The name in the frontmatter, else the name of the folder. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** As in the frontmatter; may not be a valid version. */
  readonly version: string | undefined;
  readonly tags: readonly string[];
  readonly requires: readonly string[];
  readonly bundle: Uint8Array;
  readonly digest: string;
  readonly contentDigest: string;
  readonly sizeBytes: number;
  /** Their paths. */
  readonly files: readonly string[];
  readonly verdict: Verdict;
  readonly findings: readonly ScanFinding[];
  /** Warnings, as sentences. */
  readonly warnings: readonly string[];
}

export interface PackOptions {
  readonly kind: Kind;
  /** Packs even if a secret was found. */
  readonly allowSecret?: boolean;
}

export async function packFolder(files: Files, folder: string, options: PackOptions): Promise<PackedSkill> {
  return await pack(readFolder(files, folder), basename(files.realPath(folder) ?? folder), options);
}

/** An agent or a command as its agent reads it (`.claude/agents/reviewer.md`): in a bundle, it is the SKILL.md. */
export async function packFile(files: Files, path: string, options: PackOptions): Promise<PackedSkill> {
  const content = files.read(path);
  if (content === undefined) throw new CoppiceError('not-found', `there is no file ${path}`);
  if (!path.endsWith('.md') || options.kind === 'skill')
    throw new CoppiceError('bad-value', `${path} is not the file of an agent or a command`, {
      hint: 'give the folder of a skill, or a .md file with --kind agent or --kind command',
    });
  requireSize(content.bytes.length, path);
  const file = { path: 'SKILL.md', bytes: content.bytes, executable: false };
  return await pack([file], basename(path, '.md'), options);
}

async function pack(
  read: readonly StoreFile[],
  folderName: string,
  { kind, allowSecret = false }: PackOptions,
): Promise<PackedSkill> {
  const skillFile = read.find(({ path }) => path === 'SKILL.md')?.bytes ?? new Uint8Array();
  const skill = parseSkill(skillFile, { folder: folderName });
  const { name, description, version, tags } = skill.fields;
  refuseFaults(skill);
  const slug = slugOf(name, folderName);
  const requires = requiresOf(skillFile, { kind, slug });

  const { verdict, findings, secrets } = scanFiles(name, read);
  if (secrets.length > 0 && !allowSecret)
    throw refusal('it contains a secret', secrets, 'remove and revoke the secret; see docs/scanner.md');
  if (verdict === 'block')
    throw refusal('blocked by the scanner', findings, 'see docs/scanner.md, and run coppice scan');

  const bundle = packBundle(read, bundleCodec);
  // Read back, to make sure that everybody else can read it.
  const { digest, contentDigest, sizeBytes } = await readBundle(bundle, bundleCodec);
  return {
    slug,
    name,
    description,
    version,
    tags,
    requires,
    bundle,
    digest,
    contentDigest,
    sizeBytes,
    files: read.map(({ path }) => path),
    verdict,
    findings,
    warnings: warningsOf(skill, kind, slug),
  };
}

function slugOf(name: string, folderName: string): string {
  const slug = [name, folderName].find(isSlug);
  if (slug !== undefined) return slug;
  throw new CoppiceError('bad-name', `${JSON.stringify(name)} cannot be the slug of an item`, {
    hint: 'use lower-case letters, digits and hyphens for the name in the frontmatter',
  });
}

/** Faults that a registry refuses, because a listing could not show the item. */
const refused: ReadonlySet<DiagnosticCode> = new Set([
  'description-missing',
  'description-too-long',
  'name-too-long',
]);

function refuseFaults({ source, reading, diagnostics }: Skill): void {
  if (!isUtf8(source)) throw badBundle('SKILL.md is not UTF-8');
  const fault =
    diagnostics.find(({ code }) => refused.has(code)) ?? (reading === 'none' ? diagnostics[0] : undefined);
  if (fault !== undefined) throw badBundle(`SKILL.md, line ${Math.max(1, fault.line)}: ${fault.message}`);
}

/** Also what only validators and packagers object to, since others will install it; a long text is no fault. */
function warningsOf(skill: Skill, kind: Kind, slug: string): readonly string[] {
  const isShown = ({ code }: Diagnostic): boolean => {
    if (code === 'body-long') return false;
    // The file of a command has no name: it is that of the file.
    if (code === 'name-missing') return kind !== 'command';
    return code !== 'field-not-portable' || Object.keys(skill.frontmatter).some(isUnknownField);
  };
  return validateSkill(skill, { mode: 'portable', folder: slug })
    .filter(isShown)
    .map(({ line, message }) => `SKILL.md, line ${Math.max(1, line)}: ${message}`);
}

/** Fields of Coppice are no fault of what is published to a registry of Coppice. */
function isUnknownField(field: string): boolean {
  return !specifiedFields.includes(field) && !extensionFields.includes(field);
}

function refusal(what: string, findings: readonly ScanFinding[], hint: string): CoppiceError {
  const places = findings.map(
    ({ rule, file, line }) => `${file}${line === undefined ? '' : `, line ${line}`} (${rule})`,
  );
  return new CoppiceError('bad-bundle', `${what}: ${listUpTo(1, places)}`, { hint, data: { findings } });
}
