/*
 * The outline of a frontmatter block: a tree of its maps, lists and scalars with their offsets in the text, so that an
 * edit can replace the characters of one value and keep all others.
 */

import { CST, Parser } from 'yaml';
import { isEmptyScalar, type ScalarStyle } from './write.js';

export interface Outline {
  readonly text: string;
  /** The line break for lines that are added. */
  readonly newline: string;
  /** How many spaces the block indents a map below its key. */
  readonly step: number;
  /** Undefined when the block has no entry yet. */
  readonly root: OutlineMap | undefined;
  /** The offsets of anchors whose value is repeated elsewhere by an alias. */
  readonly aliased: readonly number[];
}

/** Offsets of UTF-16 code units in the block's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of a value covers its anchor and tag too. */
export type OutlineNode =
  | OutlineMap
  | OutlineList
  | OutlineScalar
  | (Span & { readonly kind: 'empty' | 'alias' | 'other' });

export interface OutlineMap extends Collection {
  readonly kind: 'map';
  readonly items: readonly OutlineEntry[];
}

export interface OutlineList extends Collection {
  readonly kind: 'list';
  readonly items: readonly OutlineItem[];
}

interface Collection extends Span {
  readonly flow: boolean;
  /** After the opening bracket of a flow collection; where a block collection starts. */
  readonly inside: number;
  /** The column of the items of a block collection. */
  readonly column: number;
}

interface OutlineScalar extends Span {
  readonly kind: 'scalar';
  readonly style: ScalarStyle;
  readonly text: string;
  /** The column of the content of a block scalar, if its first line shows it. */
  readonly contentColumn: number | undefined;
}

/** From the key, or its `?`, to the end of the value. */
export interface OutlineEntry extends Span {
  /** Undefined for a key that is a collection or an alias. */
  readonly key: string | undefined;
  readonly keyStyle: ScalarStyle;
  /** After the colon; undefined when there is none, as in `{a}`. */
  readonly colonEnd: number | undefined;
  readonly value: OutlineNode;
}

/** From the dash, if it has one, to the end of the value. */
interface OutlineItem extends Span {
  readonly value: OutlineNode;
}

/** Undefined when the text is not a map, or not one that an edit can preserve. */
export function outlineOf(text: string, newline: string): Outline | undefined {
  const tokens = [...new Parser().parse(text)];
  if (tokens.some((token) => token.type === 'error' || token.type === 'directive')) return undefined;
  const document = tokens.find((token) => token.type === 'document');
  if (document?.value === undefined)
    return { text, newline, step: defaultIndent, root: undefined, aliased: [] };
  const root = nodeOf(document.value, document.start, document.offset);
  if (root.kind !== 'map') return undefined;
  return { text, newline, step: stepOf(root), root, aliased: aliasedAnchors(document) };
}

const defaultIndent = 2;

function stepOf(root: OutlineMap): number {
  for (const { value } of root.items) {
    if (value.kind === 'map' && !value.flow) return value.column - root.column;
  }
  return defaultIndent;
}

function nodeOf(token: CST.Token | undefined, before: readonly CST.SourceToken[], at: number): OutlineNode {
  const properties = before.filter(({ type }) => type === 'anchor' || type === 'tag');
  const start = properties[0]?.offset ?? token?.offset ?? at;
  switch (token?.type) {
    case undefined:
      return { kind: 'empty', start, end: endOf(properties.at(-1)) ?? at };
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar': {
      const end = token.offset + token.source.length;
      const text = textOf(token) ?? '';
      if (token.type === 'scalar' && isEmptyScalar(text)) return { kind: 'empty', start, end };
      return { kind: 'scalar', start, end, style: styleOf(token), text, contentColumn: undefined };
    }
    case 'block-scalar':
      return blockScalarOf(token, start);
    case 'block-map':
    case 'block-seq':
    case 'flow-collection':
      return collectionOf(token, start);
    case 'alias':
      return { kind: 'alias', start, end: token.offset + token.source.length };
    default:
      return { kind: 'other', start, end: endOf(token) ?? start };
  }
}

function collectionOf(
  token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection,
  start: number,
): OutlineMap | OutlineList {
  const flow = token.type === 'flow-collection';
  const inside = flow ? token.offset + 1 : token.offset;
  const column = token.indent;
  const closing = flow ? endOf(token.end[0]) : undefined;
  if (token.type === 'block-map' || (flow && token.start.source === '{')) {
    const items = token.items.flatMap(entryOf);
    return { kind: 'map', flow, inside, column, start, end: closing ?? items.at(-1)?.end ?? inside, items };
  }
  const items = token.items.flatMap(itemOf);
  return { kind: 'list', flow, inside, column, start, end: closing ?? items.at(-1)?.end ?? inside, items };
}

function entryOf({ start: before, key, sep, value }: CST.CollectionItem): OutlineEntry[] {
  // An item with neither is only the comments, or the comma, after the last entry.
  if (key === undefined && sep === undefined) return [];
  const first = before.find(({ type }) => type === 'explicit-key-ind' || type === 'anchor' || type === 'tag');
  const colonEnd = endOf(sep?.find(({ type }) => type === 'map-value-ind'));
  const keyEnd = endOf(key) ?? colonEnd ?? 0;
  const node = nodeOf(value, sep ?? [], colonEnd ?? keyEnd);
  return [
    {
      key: key === null ? '' : textOf(key),
      keyStyle: styleOf(key),
      colonEnd,
      value: node,
      start: first?.offset ?? key?.offset ?? keyEnd,
      end: node.end,
    },
  ];
}

function itemOf({ start: before, sep, value }: CST.CollectionItem): OutlineItem[] {
  const dash = before.find(({ type }) => type === 'seq-item-ind');
  if (dash === undefined && value === undefined && sep === undefined) return [];
  // `[a: b]` is a map of one entry without its own brackets; nothing here needs its content.
  const node: OutlineNode =
    sep === undefined
      ? nodeOf(value, before, endOf(dash) ?? 0)
      : { kind: 'other', start: endOf(before.at(-1)) ?? 0, end: endOf(value) ?? 0 };
  return [{ value: node, start: dash?.offset ?? node.start, end: node.end }];
}

function blockScalarOf(token: CST.BlockScalar, start: number): OutlineScalar {
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  const headerText = header !== undefined && 'source' in header ? header.source : '';
  const contentStart = endOf(token.props.at(-1)) ?? token.offset;
  // The lines after the last one with text belong to a value only when its header keeps them.
  const content = headerText.includes('+') ? token.source.replace(/\r?\n$/, '') : token.source.trimEnd();
  return {
    kind: 'scalar',
    start,
    end: content === '' ? (endOf(header) ?? contentStart) : contentStart + content.length,
    style: headerText.startsWith('>') ? 'folded' : 'literal',
    text: textOf(token) ?? '',
    contentColumn: /\d/.test(headerText) ? undefined : /^(?: *\r?\n)*( +)/.exec(token.source)?.[1]?.length,
  };
}

function aliasedAnchors(document: CST.Document): readonly number[] {
  const anchors: CST.SourceToken[] = document.start.filter(({ type }) => type === 'anchor');
  const aliases = new Set<string>();
  CST.visit(document, ({ start, key, sep, value }) => {
    anchors.push(...[...start, ...(sep ?? [])].filter(({ type }) => type === 'anchor'));
    for (const token of [key, value]) if (token?.type === 'alias') aliases.add(token.source.slice(1));
  });
  return anchors.filter(({ source }) => aliases.has(source.slice(1))).map(({ offset }) => offset);
}

function styleOf(token: CST.Token | null | undefined): ScalarStyle {
  if (token?.type === 'single-quoted-scalar') return 'single';
  return token?.type === 'double-quoted-scalar' ? 'double' : 'plain';
}

/** Undefined for a token that is not a scalar. Faults are ignored: the block was already read without any. */
function textOf(token: CST.Token | undefined): string | undefined {
  if (!CST.isScalar(token)) return undefined;
  return CST.resolveAsScalar(token, false, () => undefined)?.value;
}

function endOf(token: CST.Token | null | undefined): number | undefined {
  if (token === null || token === undefined) return undefined;
  return token.offset + ('source' in token ? token.source.length : 0);
}
