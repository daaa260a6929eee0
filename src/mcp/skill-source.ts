/*
 * The skills of the library as resources of the Skills extension: an entry for each with the digest of every file, the
 * files themselves, and their folders. Reading a SKILL.md counts as a view. What reads the library is loaded with it.
 */

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import {
  DIRECTORY_MIME_TYPE,
  type Skill,
  SkillCatalogError,
  type SkillSource,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills';
import { mergedNotice } from '../library/rules/invocation.js';
import type { SkillLibrary } from '../library/skill-library.js';
import { resourceChildren, resourceContent, resourceType } from '../skill/resources.js';
import { CoppiceError } from '../text/errors.js';
import type * as Offers from './offered-skill.js';
import { locationOf, skillPath, skillUri } from './rules/skill-uri.js';
import type { McpContext } from './tools/tool.js';

/** The files of all skills on a page are read for it. */
const pageSize = 50;
/** A list of resources has no pages; skills/list has them all. */
const maxResources = 200;

export function skillSource(context: McpContext): SkillSource {
  return {
    list: ({ cursor }) =>
      open(context, async (library, offers) => {
        const { skills, nextCursor } = library.list({ cursor, limit: pageSize });
        const offered = skills.filter(offers.isOffered);
        const entries = await Promise.all(offered.map((skill) => entryOf(library, offers, skill)));
        const found = entries.flatMap((entry) => entry ?? []);
        return { skills: found, ...(nextCursor !== null && { nextCursor }) };
      }),
    get: (uri) =>
      open(context, (library, offers) => {
        const at = offers.locate(library, uri);
        // An entry has one address: neither that of a skill that was merged into it, nor another spelling.
        const isEntry = at?.path === 'SKILL.md' && skillUri(at.skill) === uri;
        return isEntry ? entryOf(library, offers, at.skill) : undefined;
      }),
    read: (uri) => open(context, (library, offers) => readFile(library, offers, uri)),
    readDirectory: (uri) =>
      open(context, async (library, offers) => {
        const at = offers.locate(library, uri);
        const entry = at && (await entryOf(library, offers, at.skill));
        const resources = entry ? childrenOf(entry, at.path) : [];
        return resources.length === 0 ? undefined : { resources };
      }),
    listResources: () =>
      open(context, (library, offers) => {
        const offered = library.list({ limit: maxResources }).skills.filter(offers.isOffered);
        return offered.map((skill) => {
          const { name, description } = skill;
          return { uri: skillUri(skill), name, description, mimeType: 'text/markdown' };
        });
      }),
  };
}

type ReadResult = Awaited<ReturnType<SkillSource['read']>>;
type Child = NonNullable<Awaited<ReturnType<NonNullable<SkillSource['readDirectory']>>>>['resources'][number];

/** Unlike in a tool, a refusal is an error of the protocol here. */
async function open<T>(
  { openLibrary }: McpContext,
  run: (library: SkillLibrary, offers: typeof Offers) => T | Promise<T>,
): Promise<T> {
  try {
    return await run(await openLibrary(), await import('./offered-skill.js'));
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    const { InvalidParams, InternalError } = ProtocolErrorCode;
    throw new ProtocolError(error.code === 'bad-value' ? InvalidParams : InternalError, error.message);
  }
}

/** Undefined for what the extension does not allow. */
async function entryOf(
  library: SkillLibrary,
  { contentsOf }: typeof Offers,
  skill: Offers.OfferedSkill,
): Promise<Skill | undefined> {
  const contents = contentsOf(library, skill);
  if (contents === undefined) return undefined;
  try {
    return await skillEntry(skillPath(skill), contents);
  } catch (error) {
    if (error instanceof SkillCatalogError) return undefined;
    throw error;
  }
}

function readFile(library: SkillLibrary, { locate, bytesAt }: typeof Offers, uri: string): ReadResult {
  const at = locate(library, uri);
  const bytes = at && bytesAt(library, at);
  if (at === undefined || bytes === undefined) return undefined;
  if (at.path === 'SKILL.md') library.reading.usage.record(at.skill.id, 'view');
  const { skill, path, formerName } = at;
  const isMerged = formerName !== undefined && path === 'SKILL.md';
  return resourceContent(path, isMerged ? withNotice(bytes, mergedNotice(formerName, skill.name)) : bytes);
}

/** At the end: the frontmatter stays what the file begins with. */
function withNotice(bytes: Uint8Array, notice: string): Uint8Array {
  return Buffer.concat([bytes, Buffer.from(`\n${notice}\n`)]);
}

/** Folders have no address of their own in the entry, so theirs is cut from that of a file in them. */
function childrenOf({ resources }: Skill, folder: string): Child[] {
  const files = (resources === 'dynamic' ? [] : resources).map((file) => ({
    ...file,
    path: locationOf(file.uri)?.path ?? '',
  }));
  return resourceChildren(files, folder).map(({ name, file: { uri, path, size }, depth }) =>
    depth === 0
      ? { uri, name, mimeType: resourceType(path), size }
      : { uri: uri.split('/').slice(0, -depth).join('/'), name, mimeType: DIRECTORY_MIME_TYPE },
  );
}
