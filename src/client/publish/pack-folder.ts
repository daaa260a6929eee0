/*
 * A folder becomes a bundle, checked before anything is sent: a fault of the SKILL.md, a secret or what the scanner blocks is
 * refused here with file and line. The registry checks all of it again, and has the last word.
 */

import { basename } from 'node:path';
import type { Kind } from '../../registry/api/names.js';
import type { ScanFinding, Verdict } from '../../scan/findings/finding.js';
import { scanFiles } from '../../scan/scan-files.js';
import { packBundle } from '../../skill/bundle/pack-bundle.js';
import { readBundle } from '../../skill/bundle/read-bundle.js';
import { badBundle } from '../../skill/bundle/refusal.js';
import type { DiagnosticCode } from '../../skill/diagnostic.js';
import { parseSkill } from '../../skill/parse.js';
import type { Skill } from '../../skill/skill.js';
import { validateSkill } from '../../skill/validate.js';
import type { Files } from '../../system/files.js';
import { bundleCodec } from '../../system/gzip.js';
import { CoppiceError } from '../../text/errors.js';
import { listUpTo } from '../../text/plural.js';
import { isUtf8 } from '../../text/utf8.js';
import { isSlug } from '../rules/item-names.js';
import { requiresOf } from '../rules/package-files.js';
import { readFolder } from '../source/read-folder.js';

export interface PackedSkill {
  /** The name in the frontmatter, else that of the folder. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** As the frontmatter has it, which may be no version at all. */
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
  /** Sentences for people: what does not stop it. */
  readonly warnings: readonly string[];
}

export interface PackOptions {
  readonly kind: Kind;
  /** Packs although a secret was found. */
  readonly allowSecret?: boolean;
}

export async function packFolder(
  files: Files,
  folder: string,
  { kind, allowSecret = false }: PackOptions,
): Promise<PackedSkill> {
  const folderName = basename(files.realPath(folder) ?? folder);
  const read = readFolder(files, folder);
  const skillFile = read.find(({ path }) => path === 'SKILL.md')?.bytes ?? new Uint8Array();
  const skill = parseSkill(skillFile, { folder: folderName });
  const { name, description, version, tags } = skill.fields;
  refuseFaults(skill);
  const slug = slugOf(name, folderName);
  const requires = requiresOf(skillFile, { kind, slug });

  const { verdict, findings, secrets } = scanFiles(name, read);
  if (secrets.length > 0 && !allowSecret)
    throw refusal('there is a secret in it', secrets, 'take it out and revoke it; see docs/scanner.md');
  if (verdict === 'block')
    throw refusal('the scanner refuses it', findings, 'see docs/scanner.md, and `coppice scan`');

  const bundle = packBundle(read, bundleCodec);
  // Read back: only then is it known that everybody else can.
  const { digest, contentDigest, sizeBytes } = await readBundle(bundle, bundleCodec);
  return {
    ...{ slug, name, description, version, tags, requires, bundle, digest, contentDigest, sizeBytes },
    files: read.map(({ path }) => path),
    ...{ verdict, findings },
    warnings: warningsOf(skill, slug),
  };
}

function slugOf(name: string, folderName: string): string {
  const slug = [name, folderName].find(isSlug);
  if (slug !== undefined) return slug;
  throw new CoppiceError('bad-name', `${JSON.stringify(name)} cannot be the slug of an item`, {
    hint: 'the name in the frontmatter must be lower-case letters, digits and hyphens',
  });
}

/** What a registry refuses, because no listing could show it. */
const refused: ReadonlySet<DiagnosticCode> = new Set([
  'description-missing',
  'description-too-long',
  'name-too-long',
]);

function refuseFaults({ source, reading, diagnostics }: Skill): void {
  if (!isUtf8(source)) throw badBundle('SKILL.md is not UTF-8');
  const fault =
    diagnostics.find(({ code, severity }) => severity === 'error' || refused.has(code)) ??
    (reading === 'none' ? diagnostics[0] : undefined);
  if (fault !== undefined) throw badBundle(`SKILL.md, line ${Math.max(1, fault.line)}: ${fault.message}`);
}

function warningsOf(skill: Skill, slug: string): readonly string[] {
  return validateSkill(skill, { mode: 'portable', folder: slug })
    .filter(({ severity }) => severity !== 'info')
    .map(({ line, message }) => `SKILL.md, line ${Math.max(1, line)}: ${message}`);
}

function refusal(what: string, findings: readonly ScanFinding[], hint: string): CoppiceError {
  const places = findings.map(
    ({ rule, file, line }) => `${file}${line === undefined ? '' : `, line ${line}`} (${rule})`,
  );
  return new CoppiceError('bad-bundle', `${what}: ${listUpTo(1, places)}`, { hint, data: { findings } });
}
