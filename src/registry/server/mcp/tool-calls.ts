/*
 * The tools: searching, reading a skill (which counts as a view), and getting its files (which counts as a download).
 */

import type { BundleFile } from '../../../skill/bundle/read-bundle.js';
import { CoppiceError } from '../../../text/errors.js';
import { listUpTo } from '../../../text/plural.js';
import { decodeUtf8 } from '../../../text/utf8.js';
import type { ItemAnswer, ItemRow, VersionAnswer } from '../../api/item.js';
import { baseOf } from '../../api/item-slug.js';
import type { Kind } from '../../api/names.js';
import { fetchFile, fetchFiles } from '../../items/catalog/fetch-bundle.js';
import { noSuchItem } from '../../items/catalog/find-item.js';
import { type FoundVersion, findLatest, findVersion } from '../../items/catalog/find-version.js';
import { followAbsorbed } from '../../items/catalog/follow-absorbed.js';
import { listItems } from '../../items/catalog/list-items.js';
import { readItem } from '../../items/catalog/read-item.js';
import { readVersion } from '../../items/catalog/read-version.js';
import type { ItemName } from '../../rules/access/principal.js';
import { fileContent } from '../../rules/skill-uri.js';
import { keyOf } from '../../rules/versions/item-key.js';
import { recordUse } from '../../usage/record-usage.js';
import type { McpContext } from './context.js';

export async function getSkill(context: McpContext, wanted: RequestedSkill): Promise<object> {
  const { found, item, version, asked } = await findRequested(context, wanted);
  const { bytes } = await fetchFile(context.catalog, found, 'SKILL.md');
  recordUse(context.registry, context, 'view', found);
  const others = version.files.map(({ path }) => path).filter((path) => path !== 'SKILL.md');
  return {
    kind: found.kind,
    slug: found.slug,
    version: found.version,
    digest: found.digest,
    ...absorbedText(asked, found),
    ...(item.version !== found.version && { latest: item.version }),
    ...(version.yanked && { yanked: version.yanked.reason }),
    ...(item.deprecated && { deprecated: item.deprecated }),
    ...(version.requires.length > 0 && { requires: version.requires }),
    ...(others.length > 0 && { files: others }),
    skill_md: decodeUtf8(bytes),
    hint:
      others.length + version.requires.length === 0
        ? 'This is the whole skill.'
        : 'install_skill returns its files, and list_dependencies what it requires.',
  };
}

function absorbedText(asked: string | undefined, { slug }: FoundVersion): object {
  return asked === undefined ? {} : { absorbed: `${asked} was absorbed into ${slug}: use that name` };
}

interface RequestedSkill extends ItemName {
  readonly version?: string | undefined;
}

interface FoundSkill {
  readonly found: FoundVersion;
  readonly item: ItemAnswer;
  readonly version: VersionAnswer;
  /** The old name that led to it. */
  readonly asked?: string;
}

/** A given version, even of an archived item, or the latest of an item that is not archived. */
async function findRequested(
  context: McpContext,
  { kind, slug, version: named }: RequestedSkill,
): Promise<FoundSkill> {
  const {
    catalog,
    registry: { database },
    tenant,
  } = context;
  const name = { kind, slug };
  const found =
    named === undefined
      ? await findLatest(catalog, tenant.id, name)
      : await findVersion(catalog, tenant.id, name, named);
  const [item, version] = await Promise.all([
    readItem(database, tenant.id, name),
    readVersion(database, tenant.id, name, found.version),
  ]);
  const isHidden = named === undefined && found.state === 'archived';
  const into = isHidden ? (await followAbsorbed(database, tenant.id, [name])).get(keyOf(name)) : undefined;
  if (into !== undefined) return { ...(await findRequested(context, { kind, slug: into })), asked: slug };
  if (item === undefined || version === undefined || isHidden) throw noSuchItem(name);
  if (version.scan.verdict === 'block') throw blockedVersion(version);
  return { found, item, version };
}

/** Publishing refuses such a version; one that came in another way is handed to no agent either. */
function blockedVersion({ slug, version, scan: { findings } }: VersionAnswer): CoppiceError {
  const rules =
    findings.length === 0 ? '' : `: ${listUpTo(3, [...new Set(findings.map(({ rule }) => rule))])}`;
  return new CoppiceError('forbidden', `the scanner blocks ${slug} ${version}${rules}`, {
    hint: 'only a person can decide about it; the page of the version shows why',
  });
}

/** A larger skill is too large for a conversation. */
const maxBytes = 1024 * 1024;

/** A skill that is too large is fetched from the route of its bundle instead, which then counts the download. */
export async function installSkill(context: McpContext, wanted: RequestedSkill): Promise<object> {
  const { found, version, asked } = await findRequested(context, wanted);
  const { kind, slug, requires } = version;
  const facts = {
    kind,
    slug,
    version: version.version,
    digest: version.digest,
    content_digest: version.content_digest,
    ...absorbedText(asked, found),
    ...(version.yanked && { yanked: version.yanked.reason }),
    ...(requires.length > 0 && { requires }),
  };
  if (version.unpacked_bytes > maxBytes) {
    const path = `/v1/skills/${encodeURIComponent(slug)}/versions/${encodeURIComponent(version.version)}/bundle.tar.gz?kind=${kind}`;
    const hint = `It has ${version.unpacked_bytes} bytes, too many to send here: fetch the url with the credential of this server, check that the sha256 of the bytes is the digest, and unpack them.`;
    return { ...facts, size_bytes: version.size_bytes, url: `${context.origin}${path}`, hint };
  }
  const files = await fetchFiles(context.catalog, found.digest);
  recordUse(context.registry, context, 'download', found);
  const then = requires.length === 0 ? '' : ' list_dependencies lists what else to install.';
  return {
    ...facts,
    files: files.map(sentFile),
    hint: `Write the files into a folder ${baseOf(slug)} where you keep your ${kind}s.${then}`,
  };
}

function sentFile(file: BundleFile): object {
  const content = fileContent(file.bytes);
  return {
    path: file.path,
    digest: file.digest,
    size_bytes: file.bytes.length,
    ...(file.executable && { executable: true }),
    ...(typeof content === 'string'
      ? { text: content }
      : { base64: Buffer.from(content).toString('base64') }),
  };
}

interface SearchArguments {
  readonly kind: Kind;
  readonly limit: number;
  readonly question?: string | undefined;
  readonly keywords?: string[] | undefined;
  /** The former name of the question. */
  readonly query?: string | undefined;
  readonly tags?: string[] | undefined;
  readonly semantic?: boolean | undefined;
}

/** Returns enough of each item to choose one, and no more. */
export async function searchSkills({ catalog, tenant }: McpContext, given: SearchArguments): Promise<object> {
  const page = await listItems(catalog, tenant.id, { ...given, state: 'published' });
  const hint =
    page.items.length === 0
      ? whenNothingWasFound(given)
      : 'get_skill returns the whole text of one, by its slug.';
  return {
    items: page.items.filter(({ scan_verdict }) => scan_verdict !== 'block').map(shortRow),
    ...(page.next_cursor !== null && { more: true }),
    hint,
  };
}

function whenNothingWasFound({ question, query, keywords = [] }: SearchArguments): string {
  return (question ?? query) !== undefined && keywords.length === 0
    ? 'Nothing was found; add keywords: 3 to 8 short English terms that the text of the right one would contain.'
    : 'Nothing was found; try other or fewer words, or leave out tags.';
}

function shortRow({ kind, slug, version, description, tags, deprecated, similarity }: ItemRow): object {
  return {
    ...(kind !== 'skill' && { kind }),
    slug,
    version,
    description,
    ...(tags.length > 0 && { tags }),
    ...(deprecated && { deprecated }),
    ...(similarity !== undefined && { similarity: Math.round(similarity * 1_000) / 1_000 }),
  };
}
