/*
 * Finds what is on the disk, once for Coppice and all clients: every root, with the skills below it as they are written
 * and everything that is wrong with them.
 */

import { basename } from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { agents } from '../../agents/index.js';
import { parseSettingsText } from '../../agents/settings-text.js';
import type { Diagnostic } from '../../skill/diagnostic.js';
import { parseSkill } from '../../skill/parse.js';
import type { Skill } from '../../skill/skill.js';
import { validateSkill } from '../../skill/validate.js';
import type { Files } from '../../system/files.js';
import { CoppiceError, sentenceOf, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { countCharacters } from '../../text/utf8.js';
import { walkRoot } from '../folders/walk.js';
import { summaryOf } from '../read/read-summary.js';
import { locationDiagnostic } from '../rules/diagnostics.js';
import type { SkillLocation } from '../rules/entry.js';
import type { FoundRoot, FoundSkill } from '../rules/found-skill.js';

export function findOnDisk(files: Files, paths: readonly string[]): ReadonlyMap<string, FoundRoot> {
  return new Map([...new Set(paths)].map((path) => [path, findRoot(files, path)]));
}

function findRoot(files: Files, path: string): FoundRoot {
  const { skills: locations, folders, diagnostics: found } = walkRoot(files, path);
  const diagnostics = [...found];
  const linked = foldersLinkedIn(files, path);
  const skills: FoundSkill[] = [];
  for (const location of locations) {
    const file = `${path}/${location.file}`;
    try {
      const skill = findSkill(files, file, location, linked.has(location.realFolder) ? 1 : depthOf(location));
      if (skill !== undefined) skills.push(skill);
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      diagnostics.push(locationDiagnostic('unreadable', file, sentenceOf(error), error.hint));
    }
  }
  const exists = folders.some((folder) => folder.path === '' && folder.mtimeMs !== undefined);
  return { path, exists, skills, folders: folders.length + locations.length, diagnostics };
}

/** The real paths of the folders that links directly in the root lead to. */
function foldersLinkedIn(files: Files, root: string): ReadonlySet<string> {
  const links = (unlessRefused(() => files.list(root)) ?? []).filter(({ kind }) => kind === 'link');
  return new Set(links.flatMap(({ name }) => unlessRefused(() => files.realPath(`${root}/${name}`)) ?? []));
}

function depthOf({ folder }: SkillLocation): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function findSkill(
  files: Files,
  path: string,
  location: SkillLocation,
  depth: number,
): FoundSkill | undefined {
  const content = files.read(path);
  // The file may have been removed since the walk.
  if (content === undefined) return undefined;
  const folder = basename(path.slice(0, path.lastIndexOf('/')));
  const skill = parseSkill(content.bytes, { folder });
  const { description, whenToUse = '' } = skill.fields;
  return {
    location,
    summary: summaryOf(skill),
    path,
    depth,
    isLinkedFile: files.stat(path, { follow: false })?.kind === 'link',
    sha256: sha256Hex(content.bytes),
    listingCharacters: countCharacters(description) + countCharacters(whenToUse),
    policies: policiesIn(files, path.slice(0, path.lastIndexOf('/'))),
    modelInvocable: skill.frontmatter['disable-model-invocation'] !== 'true',
    frontmatter: skill.frontmatter,
    diagnostics: [...skill.diagnostics, ...portableFaults(skill, folder)],
  };
}

/** A file that cannot be read or parsed says nothing. */
function policiesIn(files: Files, folder: string): ReadonlyMap<string, unknown> {
  const policies = new Map<string, unknown>();
  for (const path of policyPaths) {
    const content = unlessRefused(() => files.read(`${folder}/${path}`, { maxBytes: maxPolicyBytes }));
    const parsed = content && parseSettingsText(new TextDecoder().decode(content.bytes), 'yaml');
    if (parsed?.ok) policies.set(path, parsed.value);
  }
  return policies;
}

const policyPaths = agents.flatMap(({ skills }: Agent) => skills.policyFile?.path ?? []);
const maxPolicyBytes = 256 * 1024;

/** Where nothing could be read, missing fields are not reported again. */
function portableFaults(skill: Skill, folder: string): readonly Diagnostic[] {
  if (skill.reading === 'none') return [];
  return validateSkill(skill, { mode: 'portable', folder }).filter(
    ({ code }) => !skill.diagnostics.some((known) => known.code === code),
  );
}
