/*
 * What a project wants: the meaning of `coppice.toml`. Written by people, and by `add` and `remove`, which keep every
 * comment in it.
 */

import { type TargetName, targetNames } from '../../agents/install.js';
import { isItemSlug, itemSlugRule, namespaceOf } from '../../registry/api/item-slug.js';
import type { Kind } from '../../registry/api/names.js';
import { didYouMean } from '../../text/closest.js';
import { printTomlValue } from '../../text/edit/toml.js';
import { CoppiceError } from '../../text/errors.js';
import { isTable } from '../../text/shape.js';
import {
  isRange,
  isSameItem,
  isSlug,
  itemTitle,
  kindsOfItems,
  registryUrl,
  slugRule,
  tableOfKind,
} from './item-names.js';
import { readToml, refuseConflicts, type TomlDocument, type TomlPath } from './toml-document.js';

export interface Manifest {
  /** Undefined where nothing comes from a registry. */
  readonly registry: RegistryAddress | undefined;
  /** Whose folders the items are linked into; `claude` by default. */
  readonly agents: readonly TargetName[];
  /** Each (kind, slug) once, in the order of the file. */
  readonly items: readonly ManifestItem[];
}

export interface RegistryAddress {
  /** An origin, with a path where the registry is below one; no slash at the end. */
  readonly url: string;
  readonly tenant: string;
}

export function isSameRegistry(a: RegistryAddress | undefined, b: RegistryAddress | undefined): boolean {
  return a?.url === b?.url && a?.tenant === b?.tenant;
}

export interface ManifestItem {
  readonly kind: Kind;
  readonly slug: string;
  /** The name that it is installed under; by default the slug without its namespace. */
  readonly as?: string | undefined;
  readonly wanted: Wanted;
}

export type Wanted =
  | { readonly from: 'registry'; readonly range: string }
  /** `path` is the folder in the repository, empty for its root; without a `ref`, its default branch. */
  | { readonly from: 'git'; readonly url: string; readonly ref: string | undefined; readonly path: string }
  /** As written: relative to the project, or absolute. */
  | { readonly from: 'path'; readonly path: string };

export interface ItemName {
  readonly kind: Kind;
  readonly slug: string;
}

/**
 * The text of `coppice.toml` to what it means. A file that cannot be read whole is refused with the line: half of what a
 * project wants is not what it wants.
 */
export const manifestName = 'coppice.toml';

/** `name` is what messages call the file. */
export function readManifest(text: string, name: string = manifestName): Manifest {
  refuseConflicts(text, name, 'keep what both sides want and remove the markers; then run coppice ensure');
  const document = readToml(text, name, 'correct the line; docs/sharing-skills.md has the format');
  const format = document.table['version'] ?? 1;
  if (typeof format === 'number' && format > 1)
    throw new CoppiceError('newer-format', `${name} has format ${format}, but this program reads format 1`, {
      hint: 'update Coppice',
    });
  document.tableAt([], ['version', 'registry', 'require', ...Object.values(tableOfKind)]);
  if (format !== 1) throw document.fault(['version'], 'version is that of the format, which is 1');
  const place = document.tableAt(['registry'], ['url', 'tenant', 'agents']);
  const registry = readRegistry(document);
  const agents = readAgents(document, place?.['agents']);
  return { registry, agents, items: readItems(document, registry) };
}

function readRegistry(document: TomlDocument): RegistryAddress | undefined {
  const [given, tenant] = [document.textAt(['registry', 'url']), document.textAt(['registry', 'tenant'])];
  if (given === undefined && tenant === undefined) return undefined;
  if (given === undefined || tenant === undefined)
    throw document.fault(['registry'], 'a registry has both a url and a tenant');
  const url = registryUrl(given);
  if (url === undefined)
    throw document.fault(
      ['registry', 'url'],
      `registry.url must be an address like https://skills.example.com`,
    );
  if (!isSlug(tenant))
    throw document.fault(['registry', 'tenant'], `registry.tenant is not a slug; ${slugRule}`);
  return { url, tenant };
}

function readAgents(document: TomlDocument, given: unknown): readonly TargetName[] {
  const at = ['registry', 'agents'];
  if (given === undefined) return ['claude'];
  if (!Array.isArray(given) || given.length === 0)
    throw document.fault(at, `registry.agents must be a list of ${targetNames.join(', ')}`);
  const agents = given.map((name: unknown) => {
    const agent = targetNames.find((known) => known === name);
    if (agent !== undefined) return agent;
    throw document.fault(
      at,
      `registry.agents has ${JSON.stringify(name)}, which is none of ${targetNames.join(', ')}`,
      didYouMean(String(name), targetNames, 1),
    );
  });
  return [...new Set(agents)];
}

function readItems(document: TomlDocument, registry: RegistryAddress | undefined): readonly ManifestItem[] {
  const items: ManifestItem[] = [];
  const add = (item: ManifestItem, at: TomlPath, nameAt: TomlPath = at) => {
    if (items.some((other) => isSameItem(other, item)))
      throw document.fault(nameAt, `${itemTitle(item)} is named twice`, 'remove one of them');
    if (item.wanted.from === 'registry' && registry === undefined)
      throw document.fault(
        at,
        `there is no registry for ${itemTitle(item)}`,
        'add its url and your tenant under [registry]',
      );
    items.push(item);
  };
  for (const table of Object.keys(document.table)) {
    if (table === 'require') for (const { item, at } of readRequire(document)) add(item, at);
    const kind = kindsOfItems.find((one) => tableOfKind[one] === table);
    const list = document.table[table];
    if (kind === undefined) continue;
    if (!Array.isArray(list) || !list.every(isTable)) throw document.fault([table], notTables(table));
    for (const index of list.keys()) {
      const at = [table, index];
      add(readItem(document, kind, at), at, [...at, 'slug']);
    }
  }
  return items;
}

/** The tables with one line for each item: a range, or a table that says where else it comes from. */
function readRequire(document: TomlDocument) {
  const tables = document.tableAt(['require'], Object.values(tableOfKind)) ?? {};
  return Object.keys(tables).flatMap((table) => {
    const kind = kindsOfItems.find((one) => tableOfKind[one] === table);
    const lines = document.tableAt(['require', table]) ?? {};
    if (kind === undefined) return [];
    return Object.entries(lines).map(([slug, value]) => {
      const at = ['require', table, slug];
      if (!isItemSlug(slug))
        throw document.fault(at, `${JSON.stringify(slug)} is not a slug; ${itemSlugRule}`);
      if (!isTable(value)) return { item: { kind, slug, wanted: readRange(document, at) }, at };
      document.tableAt(at, ['version', 'git', 'path', 'ref', 'as']);
      return { item: { kind, slug, ...readAs(document, at), wanted: wantedOf(document, at, slug) }, at };
    });
  });
}

function readRange(document: TomlDocument, at: TomlPath): Wanted {
  const range = document.textAt(at);
  if (range === undefined || !isRange(range))
    throw document.fault(at, `${JSON.stringify(range)} is not a range of versions such as "^1.2"`);
  return { from: 'registry', range: range.trim() };
}

/** Of `agents`, because that is what the folders to link into are called, too. */
function notTables(table: string): string {
  const other = table === 'agents' ? '; whose folders to link into is agents under [registry]' : '';
  return `${table} must be written as tables, each under [[${table}]]${other}`;
}

function readItem(document: TomlDocument, kind: Kind, at: TomlPath): ManifestItem {
  document.tableAt(at, ['slug', 'version', 'git', 'path', 'ref', 'as']);
  const slug = document.textAt([...at, 'slug']);
  if (slug === undefined) throw document.fault(at, `a ${kind} needs a slug`);
  if (!isItemSlug(slug))
    throw document.fault([...at, 'slug'], `${JSON.stringify(slug)} is not a slug; ${itemSlugRule}`);
  return { kind, slug, ...readAs(document, at), wanted: wantedOf(document, at, slug) };
}

function readAs(document: TomlDocument, at: TomlPath): Pick<ManifestItem, 'as'> {
  const as = document.textAt([...at, 'as']);
  if (as === undefined) return {};
  if (isSlug(as)) return { as };
  throw document.fault([...at, 'as'], `${JSON.stringify(as)} cannot be the name of a folder; ${slugRule}`);
}

/** A name with a namespace is one of the registry, and is looked up nowhere else. */
function wantedOf(document: TomlDocument, at: TomlPath, slug: string): Wanted {
  const wanted = readWanted(document, at);
  if (wanted.from === 'registry' || namespaceOf(slug) === null) return wanted;
  throw document.fault(at, `${slug} has a namespace, so it comes from the registry: use a name without one`);
}

function readWanted(document: TomlDocument, at: TomlPath): Wanted {
  const [range, url, path, ref] = ['version', 'git', 'path', 'ref'].map((key) =>
    document.textAt([...at, key]),
  );
  const refuse = (key: string, what: string) => document.fault([...at, key], what);
  if (range !== undefined) {
    if (url !== undefined) throw refuse('git', 'version is of a registry, and cannot go with git: use ref');
    if (path !== undefined) throw refuse('path', 'version is of a registry, and cannot go with path');
    if (!isRange(range))
      throw refuse('version', `${JSON.stringify(range)} is not a range of versions such as "^1.2"`);
  }
  if (ref !== undefined && url === undefined) throw refuse('ref', 'ref is of a repository, and needs git');
  if (ref?.startsWith('-')) throw refuse('ref', 'ref must not begin with a hyphen');
  if (url?.startsWith('-')) throw refuse('git', 'git must not begin with a hyphen');
  if (url !== undefined) {
    const folder = folderIn(path ?? '');
    if (folder === undefined) throw refuse('path', 'path must be a folder inside the repository');
    return { from: 'git', url, ref, path: folder };
  }
  return path === undefined ? { from: 'registry', range: range?.trim() ?? '*' } : { from: 'path', path };
}

/** In one spelling. Undefined where it leads elsewhere. */
function folderIn(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '.' && segment !== '');
  return path.startsWith('/') || segments.includes('..') ? undefined : segments.join('/');
}

/** The manifest that `init` writes: with the registry, if there is one, and with what else can be said, as comments. */
export function newManifest(registry: RegistryAddress | undefined): string {
  const { url, tenant } = registry ?? { url: 'https://skills.example.com', tenant: 'team' };
  const place = [`[registry]`, `url = ${printTomlValue(url)}`, `tenant = ${printTomlValue(tenant)}`];
  return [
    '# What this project wants of skills, agents and commands. `coppice add SLUG` adds one, `coppice ensure` installs',
    '# them as coppice.lock says. Keep both files in version control.',
    '',
    ...(registry === undefined ? place.map((line) => `# ${line}`) : place),
    `# agents = ["claude"]  # whose folders to link into: ${targetNames.join(', ')}`,
    '',
    '[require.skills]',
    '# code-review = "^1.2"                              # a range of versions as in npm; "*" is any version',
    '# house-style = { path = "./skills/house-style" }   # or a folder, or { git = "URL", path = "skills/pdf" }',
    '',
    '[require.agents]',
    '',
    '[require.commands]',
    '',
  ].join('\n');
}
