/*
 * The proof that a merge loses nothing: every atom of every source is in the result, equal after normalising, or a
 * person dropped it with a reason. Code blocks are there byte for byte, files by their hash, and every link that led
 * somewhere still does. What is missing is named line by line.
 */

import { blockOf, bodyOf } from '../../../skill/layout.js';
import { parseSkill } from '../../../skill/parse.js';
import { sha256Hex } from '../../../text/hash.js';
import { isEqual } from '../../../text/shape.js';
import {
  type AtomKind,
  atomsOf,
  isRelativeLink,
  linkedPath,
  linksIn,
  normalised,
  sentencesIn,
} from './atoms.js';
import { effectiveKeys } from './compose.js';
import { type Drop, dropFor } from './dropped.js';
import {
  isMarkdown,
  placedFiles,
  type ResultPackage,
  rawEntries,
  type SourcePackage,
  textOf,
} from './package.js';

export const lossKinds = [
  'heading',
  'item',
  'sentence',
  'code',
  'block',
  'link',
  'description',
  'frontmatter',
  'file',
  'dead-link',
  'folder-variable',
  'own-folder',
  'filled-in',
  'trigger',
  'listing',
] as const;
export type LossKind = (typeof lossKinds)[number];

export interface Loss {
  /** The id of the source. */
  readonly source: string;
  readonly kind: LossKind;
  readonly text: string;
  /** The line in the body of the source; null where it is not a line of it. */
  readonly line: number | null;
}

export interface DroppedAtom extends Loss {
  readonly reason: string;
  readonly replacement: string | null;
}

export interface LossReport {
  readonly missing: readonly Loss[];
  readonly dropped: readonly DroppedAtom[];
  /** How many atoms of the sources were looked for. */
  readonly atoms: number;
}

export function lossOf(
  sources: readonly SourcePackage[],
  result: ResultPackage,
  drops: readonly Drop[],
): LossReport {
  const kept = keptIn(result);
  const losses = sources.flatMap((source) => sourceLosses(source, kept));
  const atoms = sources.reduce((sum, source) => sum + countOf(source), 0);
  const isThere = ({ replacement }: Drop) =>
    replacement === undefined || kept.texts.some((text) => text.includes(replacement.trim()));
  return { ...withoutDropped(sources, losses, drops.filter(isThere)), atoms };
}

/** Splits losses into those that a person dropped and those that are missing. */
export function withoutDropped(
  sources: readonly SourcePackage[],
  losses: readonly Loss[],
  drops: readonly Drop[],
): Pick<LossReport, 'missing' | 'dropped'> {
  const missing: Loss[] = [];
  const dropped: DroppedAtom[] = [];
  for (const loss of losses) {
    const source = sources.find(({ id }) => id === loss.source);
    const drop = source && (dropFor(drops, source, loss.text) ?? blockDrop(drops, source, loss));
    // A line that names its own folder works elsewhere only if something else takes its place.
    const isEnough = !needsReplacement(loss) || drop?.replacement !== undefined;
    if (drop === undefined || !isEnough) missing.push(loss);
    else dropped.push({ ...loss, reason: drop.reason, replacement: drop.replacement ?? null });
  }
  return { missing, dropped };
}

export function needsReplacement({ kind }: Pick<Loss, 'kind'>): boolean {
  return kind === 'folder-variable' || kind === 'own-folder';
}

/** A block is not there byte for byte because a line of it was dropped; its other lines are looked for on their own. */
function blockDrop(drops: readonly Drop[], source: SourcePackage, { kind, text }: Loss): Drop | undefined {
  if (kind !== 'block') return undefined;
  for (const line of text.split('\n')) {
    const drop = line.trim() === '' ? undefined : dropFor(drops, source, line);
    if (drop !== undefined) return drop;
  }
  return undefined;
}

interface Kept {
  /** The SKILL.md of the result, normalised as a whole. */
  readonly own: string;
  readonly ownLines: ReadonlySet<string>;
  readonly prose: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
  readonly blocks: ReadonlySet<string>;
  /** Addresses, and the hashes of the files that relative links lead to. */
  readonly links: ReadonlySet<string>;
  readonly hashes: ReadonlySet<string>;
  /** The hashes of the files that have an effect at their place. */
  readonly placed: ReadonlyMap<string, string>;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** The texts of all files, for what stands in them as it was written. */
  readonly texts: readonly string[];
  /** The text of every relative link that leads nowhere. */
  readonly dead: ReadonlySet<string>;
}

function keptIn(result: ResultPackage): Kept {
  const prose = new Set<string>();
  const code = new Set<string>();
  const blocks = new Set<string>();
  const links = new Set<string>();
  const dead = new Set<string>();
  const texts: string[] = [];
  const own = parseSkill(result.get('SKILL.md')?.bytes ?? new Uint8Array());
  for (const sentence of sentencesIn(normalised(own.fields.description))) prose.add(sentence);
  for (const [path, { bytes }] of result) {
    const text = textOf(bytes);
    if (text === undefined) continue;
    texts.push(text.replaceAll('\r\n', '\n'));
    if (!isMarkdown(path)) continue;
    const body = path === 'SKILL.md' ? bodyOf(own) : text;
    for (const atom of atomsOf(body)) {
      if (atom.kind === 'code') code.add(atom.text);
      else if (atom.kind === 'block') blocks.add(atom.text);
      else if (atom.kind !== 'link') prose.add(atom.text);
    }
    for (const target of linksIn(body)) {
      const key = linkKey(result, path, target);
      if (key === undefined) dead.add(target);
      else links.add(key);
    }
  }
  const hashes = new Set(Array.from(result.values(), ({ bytes }) => sha256Hex(bytes)));
  return {
    own: normalised(`${own.fields.description}\n${bodyOf(own)}`),
    ownLines: new Set(bodyOf(own).split('\n').map(normalised)),
    prose,
    code,
    blocks,
    links,
    hashes,
    placed: new Map(
      placedFiles.flatMap((path) => {
        const file = result.get(path);
        return file === undefined ? [] : [[path, sha256Hex(file.bytes)] as const];
      }),
    ),
    frontmatter: own.frontmatter,
    texts,
    dead,
  };
}

/** The address, or the content that a relative link leads to; undefined where it leads to nothing in the package. */
function linkKey(
  files: ReadonlyMap<string, { readonly bytes: Uint8Array }>,
  from: string,
  target: string,
): string | undefined {
  if (!isRelativeLink(target)) return target;
  const path = linkedPath(from, target);
  const file = path === undefined ? undefined : files.get(path);
  if (file !== undefined) return sha256Hex(file.bytes);
  const isFolder =
    path !== undefined && [...files.keys()].some((known) => path === '' || known.startsWith(`${path}/`));
  return isFolder ? `${lastName(path)}/` : undefined;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function countOf({ skill, files }: SourcePackage): number {
  return atomsOf(bodyOf(skill)).length + Object.keys(skill.frontmatter).length + files.size;
}

function sourceLosses(source: SourcePackage, kept: Kept): readonly Loss[] {
  const { id, skill, files } = source;
  const body = bodyOf(skill);
  const loss = (kind: LossKind, text: string, line: number | null): Loss => ({
    source: id,
    kind,
    text,
    line,
  });
  const ofBody = atomsOf(body).flatMap(({ kind, text, line }): readonly Loss[] =>
    kind === 'link' || isKept(kind, text, kept) ? [] : [loss(kind, text, line)],
  );
  return [
    ...ofBody,
    ...linkLosses(source, body, kept),
    ...sentencesIn(normalised(skill.fields.description))
      .filter((sentence) => !kept.prose.has(sentence) && !kept.own.includes(sentence))
      .map((sentence) => loss('description', sentence, null)),
    ...frontmatterLosses(source, kept),
    ...[...files]
      .filter(([path, { bytes }]) => {
        const hash = sha256Hex(bytes);
        return placedFiles.includes(path) ? kept.placed.get(path) !== hash : !kept.hashes.has(hash);
      })
      .map(([path]) => loss('file', path, null)),
    ...lineLosses(source, body, kept),
  ];
}

function isKept(kind: Exclude<AtomKind, 'link'>, text: string, { prose, code, blocks }: Kept): boolean {
  switch (kind) {
    case 'code':
      return code.has(text);
    case 'block':
      return blocks.has(text);
    case 'heading':
    case 'item':
    case 'sentence':
      return prose.has(text);
    default:
      return kind satisfies never;
  }
}

/** A link that led to a file must lead to the same file. One that was dead before is the author's, and stays as it is. */
function linkLosses(
  { id, skill, files }: SourcePackage,
  body: string,
  { links, dead }: Kept,
): readonly Loss[] {
  const all = new Map([...files, ['SKILL.md', { bytes: skill.source, mode: 0o644 }] as const]);
  return linksIn(body).flatMap((target): readonly Loss[] => {
    const key = linkKey(all, 'SKILL.md', target);
    const leavesPackage = key === undefined && linkedPath('SKILL.md', target) === undefined;
    if (key !== undefined && links.has(key)) return [];
    if (key === undefined && !leavesPackage && dead.has(target)) return [];
    const line = body.slice(0, body.indexOf(target)).split('\n').length;
    return [{ source: id, kind: dead.has(target) ? 'dead-link' : 'link', text: target, line }];
  });
}

/** Keys with an effect must be in the result's own frontmatter; the others at least in a file of it. */
function frontmatterLosses(source: SourcePackage, { frontmatter, texts }: Kept): readonly Loss[] {
  const raw = rawEntries(blockOf(source.skill));
  const effective = new Set(effectiveKeys(source));
  return Object.entries(source.skill.frontmatter)
    .filter(([key]) => key !== 'name' && key !== 'description')
    .filter(([key, value]) => {
      if (isEqual(frontmatter[key], value)) return false;
      const written = raw.get(key);
      return effective.has(key) || written === undefined || !texts.some((text) => text.includes(written));
    })
    .map(([key]) => ({
      source: source.id,
      kind: 'frontmatter' as const,
      text: raw.get(key) ?? key,
      line: null,
    }));
}

/** Lines that are kept as they are, and would not do the same. */
function lineLosses({ id, name }: SourcePackage, body: string, { ownLines }: Kept): readonly Loss[] {
  const inOwnFolder = new RegExp(`\\bskills/(?:[\\w.-]+/)?${escaped(name)}(?![\\w-]|\\.\\w)`);
  return body.split(/\r?\n/).flatMap((content, index): readonly Loss[] => {
    const text = content.trim();
    const kinds: readonly (LossKind | false)[] = [
      folderVariable.test(text) && 'folder-variable',
      inOwnFolder.test(text.replace(/https?:\/\/\S+/g, '')) && 'own-folder',
      filledIn.test(text) && !ownLines.has(normalised(text)) && 'filled-in',
    ];
    return kinds.flatMap((kind) => (kind ? [{ source: id, kind, text, line: index + 1 }] : []));
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The folder of the skill itself, which is another one after the merge. */
const folderVariable =
  /\$\{?(?:[A-Z]+_)*SKILL_(?:DIR|ROOT|PATH|HOME)\b|\$\{?CLAUDE_PLUGIN_ROOT\b|\{\{?\s*(?:base_?dir|skill_?dir|skill_?path)\s*\}?\}/i;

/** What agents replace when they load a SKILL.md, and in no other file: the user's words, the output of a command. */
const filledIn = /\$(?:ARGUMENTS\b|\{ARGUMENTS\})|!`[^`]+`/;
