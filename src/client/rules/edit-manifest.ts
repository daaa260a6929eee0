/*
 * Adds, removes and changes one item in the text of `coppice.toml`. Every other byte stays: comments, order, spelling,
 * line ends. If that is impossible, the edit is refused, because the file belongs to the people who wrote it.
 */

import type { Kind } from '../../registry/api/names.js';
import { printTomlValue } from '../../text/edit/toml.js';
import { outlineOf, type Span, type Statement, tokensFrom } from '../../text/edit/toml-outline.js';
import { CoppiceError } from '../../text/errors.js';
import { lineBreakOf, splitMark } from '../../text/utf8.js';
import { isSameItem, itemTitle, kindsOfItems, tableOfKind } from './item-names.js';
import {
  type ItemName,
  type Manifest,
  type ManifestItem,
  manifestName,
  readManifest,
  type Wanted,
} from './manifest.js';
import {
  addRequireLine,
  hasRequireTables,
  removeRequireLine,
  requireLine,
  setRequireRange,
  withCommentsAbove,
} from './require-tables.js';

/**
 * Adds an item in the form that the file has: a line in the tables of `[require]`, sorted, or a block after the others of
 * its kind. Refused if it is already there.
 */
export function addItem(text: string, item: ManifestItem): string {
  const manifest = readManifest(text);
  if (manifest.items.some((other) => isSameItem(other, item)))
    throw new CoppiceError('already-exists', `${itemTitle(item)} is already in ${manifestName}`);
  if (item.wanted.from === 'registry' && manifest.registry === undefined)
    throw new CoppiceError('bad-config', `${manifestName} does not name a registry for ${itemTitle(item)}`, {
      hint: 'add its url and your tenant under [registry]',
    });
  const { mark, content } = splitMark(text);
  const wanted = { ...manifest, items: [...manifest.items, item] };
  if (hasRequireTables(content)) {
    const byHand = `add it by hand: ${requireLine(item)}`;
    return mark + checked(addRequireLine(content, item), wanted, byHand);
  }
  const byHand = `add it by hand: ${linesOf(item).join(' ')}`;
  const end = blocksOf(content, manifest, item.kind, byHand).at(-1)?.end;
  const lineBreak = lineBreakOf(content);
  const block = linesOf(item).join(lineBreak);
  const edited =
    end === undefined
      ? content + gapAtEnd(content, lineBreak) + block + lineBreak
      : splice(content, behindComments(content, end), lineBreak + lineBreak + block);
  return mark + checked(edited, wanted, byHand);
}

/** Removes an item with the comments inside it; those above and below stay. Refused if it is not there. */
export function removeItem(text: string, name: ItemName): string {
  const manifest = readManifest(text);
  const item = existing(manifest, name);
  const { mark, content } = splitMark(text);
  const byHand = `remove ${itemTitle(name)} by hand`;
  const edited = isInRequire(text, name)
    ? removeRequireLine(content, name)
    : splice(content, withGap(content, blockOf(content, manifest, item, byHand)), '');
  return (
    mark + checked(edited, { ...manifest, items: manifest.items.filter((other) => other !== item) }, byHand)
  );
}

/** The item of another name in the place of one, in any version: they share no numbers. */
export function replaceItem(text: string, { kind, slug }: ItemName, into: string): string {
  const without = removeItem(text, { kind, slug });
  const isThere = readManifest(without).items.some((other) => isSameItem(other, { kind, slug: into }));
  return isThere ? without : addItem(without, { kind, slug: into, wanted: { from: 'registry', range: '*' } });
}

/** Only for items from a registry. */
export function setRange(text: string, name: ItemName, range: string): string {
  const manifest = readManifest(text);
  const item = existing(manifest, name);
  if (item.wanted.from !== 'registry')
    throw new CoppiceError(
      'conflict',
      `${itemTitle(name)} does not come from a registry, so it has no version`,
      {
        hint: 'remove it first, then add it again',
      },
    );
  const { mark, content } = splitMark(text);
  const byHand = `set it by hand: version = ${printTomlValue(range)}`;
  const edited = isInRequire(text, name)
    ? setRequireRange(content, item, range)
    : splice(content, ...rangeSplice(content, blockOf(content, manifest, item, byHand).statements, range));
  const changed: ManifestItem = { ...item, wanted: { from: 'registry', range } };
  const items = manifest.items.map((other) => (other === item ? changed : other));
  return mark + checked(edited, { ...manifest, items }, byHand);
}

/** From the header to the end of the last statement. */
interface Block extends Span {
  readonly statements: readonly Statement[];
}

/** The blocks of a kind, one per item. Refused if some items are written in another way, such as an inline list. */
function blocksOf(content: string, manifest: Manifest, kind: Kind, byHand: string): readonly Block[] {
  const items = blockItems(content, manifest, kind);
  const blocks: Block[] = [];
  let own = false;
  for (const statement of outlineOf(content)) {
    const { lines } = statement;
    if (statement.value === undefined) own = statement.repeats && statement.path[0] === tableOfKind[kind];
    const last = blocks.at(-1);
    if (own && statement.value === undefined) blocks.push({ ...lines, statements: [statement] });
    else if (own && last !== undefined)
      blocks.splice(-1, 1, { ...last, end: lines.end, statements: [...last.statements, statement] });
  }
  if (blocks.length === items.length) return blocks;
  throw notEditable(byHand);
}

/** The items of a kind that are not in the tables of `[require]`. */
function blockItems(content: string, { items }: Manifest, kind: Kind): readonly ManifestItem[] {
  return items.filter((item) => item.kind === kind && !isInRequire(content, item));
}

function blockOf(content: string, manifest: Manifest, item: ManifestItem, byHand: string): Block {
  const index = blockItems(content, manifest, item.kind).indexOf(item);
  const block = blocksOf(content, manifest, item.kind, byHand)[index];
  if (block === undefined) throw notEditable(byHand);
  return block;
}

/** Comments directly below belong to the block above, unless a header follows at once. */
function behindComments(content: string, end: number): Span {
  const comments = /(?:\r?\n[ \t]*#[^\r\n]*)*/y;
  comments.lastIndex = end;
  const at = end + (comments.exec(content)?.[0].length ?? 0);
  const isAbove = /^\r?\n[ \t]*\[/.test(content.slice(at));
  return isAbove ? { start: end, end } : { start: at, end: at };
}

function gapAtEnd(content: string, lineBreak: string): string {
  if (content.trim() === '' || /\n[ \t]*\r?\n$/.test(content)) return '';
  return content.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
}

/** Includes the last line break, and one of the empty lines if the block is between two. */
function withGap(content: string, { start, end }: Span): Span {
  const lineBreak = /\r?\n|$/y;
  lineBreak.lastIndex = end;
  const next = end + (lineBreak.exec(content)?.[0].length ?? 0);
  const before = /(?:^|\n)([ \t]*\r?\n)$/.exec(content.slice(0, start))?.[1] ?? '';
  const after = /^(?:[ \t]*\r?\n|$)/.exec(content.slice(next))?.[0];
  if (before !== '' && after !== undefined) return { start: start - before.length, end: next };
  return { start, end: start === 0 ? next + (after?.length ?? 0) : next };
}

function rangeSplice(content: string, statements: readonly Statement[], range: string): [Span, string] {
  const keyed = (key: string) => statements.find(({ path, value }) => value && path.at(-1) === key);
  const version = keyed('version')?.value;
  if (version !== undefined) return [version, printTomlValue(range)];
  const { start = 0, end = 0 } = keyed('slug')?.lines ?? {};
  const indent = /^[ \t]*/.exec(content.slice(start))?.[0] ?? '';
  return [{ start: end, end }, `${lineBreakOf(content)}${indent}version = ${printTomlValue(range)}`];
}

function splice(content: string, { start, end }: Span, put: string): string {
  return content.slice(0, start) + put + content.slice(end);
}

/** The edited text, if it has the wanted meaning and nothing else changed. */
function checked(edited: string | undefined, wanted: Manifest, byHand: string): string {
  if (edited !== undefined && canonical(readManifest(edited)) === canonical(wanted)) return edited;
  throw notEditable(byHand);
}

/**
 * Converts every block (`[[skills]]`) to a line in the tables of `[require]`. Comments directly above a block and in it
 * are put above its line, in their order; all other comments stay where they are. Undefined if there is none to convert.
 */
export function upgradeManifest(text: string): string | undefined {
  const manifest = readManifest(text);
  const { mark, content } = splitMark(text);
  const byHand = 'write each item as one line under [require.skills], [require.agents] or [require.commands]';
  const moves = kindsOfItems.flatMap((kind) => {
    const blocks = blocksOf(content, manifest, kind, byHand);
    return blockItems(content, manifest, kind).flatMap((item, at) => {
      const block = blocks[at];
      return block === undefined ? [] : { item, block };
    });
  });
  if (moves.length === 0) return undefined;
  const spans = moves.map(({ item, block }) => {
    const [header] = block.statements;
    const start = header === undefined ? block.start : withCommentsAbove(content, header).start;
    return { item, start, end: block.end };
  });
  const rest = spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((soFar, span) => splice(soFar, withGap(soFar, span), ''), content);
  const edited = spans.reduce<string | undefined>(
    (soFar, { item, start, end }) =>
      soFar === undefined ? undefined : addRequireLine(soFar, item, commentsIn(content.slice(start, end))),
    rest,
  );
  return mark + checked(edited, manifest, byHand);
}

/** Each on a line of its own. What looks like a comment in a string of a block is none. */
function commentsIn(block: string): readonly string[] {
  const found: string[] = [];
  for (const { text } of tokensFrom(block, 0)) if (text.startsWith('#')) found.push(text.trimEnd());
  return found;
}

function isInRequire(text: string, { kind, slug }: ItemName): boolean {
  const { content } = splitMark(text);
  const table = tableOfKind[kind];
  return outlineOf(content).some(
    ({ path }) => path[0] === 'require' && path[1] === table && path[2] === slug,
  );
}

function canonical({ registry, agents, items }: Manifest): string {
  return JSON.stringify([registry, agents, items.map((item) => linesOf(item).join('\n')).sort()]);
}

function linesOf({ kind, slug, as, wanted }: ManifestItem): readonly string[] {
  const lines = [`[[${tableOfKind[kind]}]]`, `slug = ${printTomlValue(slug)}`];
  const say = (key: string, value: string) => lines.push(`${key} = ${printTomlValue(value)}`);
  if (as !== undefined) say('as', as);
  switch (wanted.from) {
    case 'registry':
      if (wanted.range !== '*') say('version', wanted.range);
      return lines;
    case 'git':
      say('git', wanted.url);
      if (wanted.path !== '') say('path', wanted.path);
      if (wanted.ref !== undefined) say('ref', wanted.ref);
      return lines;
    case 'path':
      say('path', wanted.path);
      return lines;
    default:
      return wanted satisfies never;
  }
}

function existing({ items }: Manifest, name: ItemName): ManifestItem {
  const item = items.find((other) => isSameItem(other, name));
  if (item !== undefined) return item;
  throw new CoppiceError('not-found', `${itemTitle(name)} is not in ${manifestName}`);
}

function notEditable(byHand: string): CoppiceError {
  const what = `${manifestName} is written in a way that cannot be edited automatically without changing other parts`;
  return new CoppiceError('bad-config', what, { hint: byHand });
}

function isAnyVersion(wanted: Wanted): boolean {
  return wanted.from === 'registry' && wanted.range === '*';
}

/** Adds an item, or changes the range of an existing one. Without a range, an existing item stays as it is. */
export function addOrUpdateItem(text: string, { items }: Manifest, item: ManifestItem): string {
  const known = items.find((other) => isSameItem(other, item));
  if (known === undefined) return addItem(text, item);
  if (item.as !== undefined && item.as !== known.as) {
    const wanted = isAnyVersion(item.wanted) ? known.wanted : item.wanted;
    return addItem(removeItem(text, known), { ...item, wanted });
  }
  if (JSON.stringify(known.wanted) === JSON.stringify(item.wanted)) return text;
  const { from } = item.wanted;
  if (from === 'registry' && known.wanted.from === 'registry')
    return item.wanted.range === '*' ? text : setRange(text, item, item.wanted.range);
  throw new CoppiceError('conflict', `${itemTitle(item)} is already in the manifest, from another source`, {
    hint: `remove it first with: coppice remove ${item.slug}`,
  });
}
