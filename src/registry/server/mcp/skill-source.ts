/*
 * The skills of the tenant as resources of the Skills extension: an entry for each with the digest of every file, the
 * files themselves, and their folders. A skill whose name or frontmatter the extension does not allow, or that exceeds
 * the limits for hosts, is left out; the tools still offer it. Reading a SKILL.md counts as a view, as over HTTP.
 */

import {
  DIRECTORY_MIME_TYPE,
  SKILL_LIMITS,
  type Skill,
  SkillCatalogError,
  type SkillSource,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills';
import { sql } from 'kysely';
import { isResourceName, resourceChildren, resourceContent, resourceType } from '../../../skill/resources.js';
import type { ItemState } from '../../api/names.js';
import type { Queries } from '../../data/db/database.js';
import type { StoredFile } from '../../data/db/tables.js';
import { fetchFiles } from '../../items/catalog/fetch-bundle.js';
import { decodeCursor, encodeCursor } from '../../rules/cursor.js';
import { fileUri, pathIn, skillPath, slugIn } from '../../rules/skill-uri.js';
import { recordUse } from '../../usage/record-usage.js';
import type { McpContext } from './context.js';

const pageSize = 50;

/** `guard` handles all errors. */
export function skillSource(
  context: McpContext,
  guard: <T>(run: () => Promise<T>) => Promise<T>,
): SkillSource {
  return {
    list: ({ cursor }) => guard(() => listEntries(context, cursor)),
    get: (uri) =>
      guard(async () => {
        const at = await locate(context, uri);
        return at?.path === 'SKILL.md' ? entryOf(at.skill) : undefined;
      }),
    read: (uri) => guard(() => readFile(context, uri)),
    readDirectory: (uri) =>
      guard(async () => {
        const at = await locate(context, uri);
        const resources = at ? childrenOf(at.skill, at.path) : [];
        return resources.length === 0 ? undefined : { resources };
      }),
  };
}

type SkillPage = Awaited<ReturnType<SkillSource['list']>>;
type ReadResult = Awaited<ReturnType<SkillSource['read']>>;
type Child = NonNullable<Awaited<ReturnType<NonNullable<SkillSource['readDirectory']>>>>['resources'][number];

const about = 'skills of MCP';

async function listEntries({ registry, tenant }: McpContext, cursor: string | undefined): Promise<SkillPage> {
  const [after] = cursor === undefined ? [''] : decodeCursor(cursor, about);
  const found = await readOfferedSkills(registry.database, tenant.id, String(after), pageSize + 1);
  const page = found.slice(0, pageSize);
  const entries = await Promise.all(page.map(entryOf));
  const last = found.length > pageSize ? page.at(-1) : undefined;
  return {
    skills: entries.flatMap((entry) => entry ?? []),
    ...(last && { nextCursor: encodeCursor([last.slug], about) }),
  };
}

/** The SKILL.md of every skill, in pages; the other files are in its entry and its folders. */
export async function listResources(context: McpContext, cursor: string | undefined) {
  const { skills, nextCursor } = await listEntries(context, cursor);
  const resources = skills.map(({ uri, frontmatter }) => ({
    uri,
    name: String(frontmatter['name'] ?? ''),
    description: String(frontmatter['description'] ?? ''),
    mimeType: resourceType('SKILL.md'),
  }));
  return { resources, ...(nextCursor !== undefined && { nextCursor }) };
}

async function entryOf(skill: OfferedSkill): Promise<Skill | undefined> {
  if (!isAllowed(skill)) return undefined;
  try {
    const { uri, frontmatter } = await skillEntry(skillPath(skill), { 'SKILL.md': skill.head });
    const resources = skill.files.map(({ path, digest, size_bytes }) => ({
      uri: fileUri(skill, path),
      digest,
      size: size_bytes,
    }));
    return { uri, frontmatter, resources };
  } catch (error) {
    if (error instanceof SkillCatalogError) return undefined;
    throw error;
  }
}

function isAllowed({ name, files, unpackedBytes }: OfferedSkill): boolean {
  const isSmall = files.length <= SKILL_LIMITS.files && unpackedBytes <= SKILL_LIMITS.bytes;
  return isSmall && isResourceName(name);
}

interface Located {
  readonly skill: OfferedSkill;
  /** Empty for the folder of the skill. */
  readonly path: string;
}

async function locate({ registry, tenant }: McpContext, uri: string): Promise<Located | undefined> {
  const slug = slugIn(uri);
  const skill = slug && (await findOfferedSkill(registry.database, tenant.id, slug));
  if (!skill || !isAllowed(skill)) return undefined;
  const path = pathIn(uri, skill);
  return path === undefined ? undefined : { skill, path };
}

async function readFile(context: McpContext, uri: string): Promise<ReadResult> {
  const at = await locate(context, uri);
  if (at === undefined) return undefined;
  const files = await fetchFiles(context.catalog, at.skill.digest);
  const file = files.find(({ path }) => path === at.path);
  if (file === undefined) return undefined;
  if (at.path === 'SKILL.md') recordUse(context.registry, context, 'view', at.skill);
  return resourceContent(at.path, file.bytes);
}

function childrenOf(skill: OfferedSkill, folder: string): Child[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  return resourceChildren(skill.files, folder).map(({ name, file, depth }) => {
    const uri = fileUri(skill, prefix + name);
    return depth === 0
      ? { uri, name, mimeType: resourceType(file.path), size: file.size_bytes }
      : { uri, name, mimeType: DIRECTORY_MIME_TYPE };
  });
}

/** The latest version of a skill that the scanner does not block, with only a part of its text, since a page has many of them. */
interface OfferedSkill {
  readonly itemId: number;
  readonly versionId: number;
  readonly slug: string;
  readonly state: ItemState;
  readonly name: string;
  readonly digest: string;
  readonly unpackedBytes: number;
  readonly files: readonly StoredFile[];
  /** The beginning of the SKILL.md, with its frontmatter. */
  readonly head: string;
}

/** The skills of the catalog after the given slug, sorted by slug. */
function readOfferedSkills(
  queries: Queries,
  tenantId: number,
  after: string,
  limit: number,
): Promise<readonly OfferedSkill[]> {
  return select(queries, tenantId)
    .where('item.state', '=', 'published')
    .where(sql`item.slug collate "C"`, '>', after)
    .orderBy(sql`item.slug collate "C"`)
    .limit(limit)
    .execute();
}

/** Also finds flagged skills, which are not listed. */
function findOfferedSkill(
  queries: Queries,
  tenantId: number,
  slug: string,
): Promise<OfferedSkill | undefined> {
  return select(queries, tenantId)
    .where('item.slug', '=', slug)
    .where('item.state', '<>', 'archived')
    .executeTakeFirst();
}

const headLength = 20_000;

function select(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('items as item')
    .innerJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
    )
    .select([
      'item.id as itemId',
      'version.id as versionId',
      'item.slug',
      'item.state',
      'version.name',
      'version.digest',
      'version.unpacked_bytes as unpackedBytes',
      'version.files',
      sql<string>`left(version.skill_md, ${headLength})`.as('head'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('version.scan_verdict', '<>', 'block')
    .where('item.kind', '=', 'skill');
}
