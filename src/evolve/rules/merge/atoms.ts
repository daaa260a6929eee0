/*
 * Splits a text into what must not get lost in a merge: headings, list items and table rows, sentences, lines of code,
 * whole code blocks and links. Every character of a text that is not layout is in an atom, whatever the text is.
 */

export const atomKinds = ['heading', 'item', 'sentence', 'code', 'block', 'link'] as const;
export type AtomKind = (typeof atomKinds)[number];

export interface Atom {
  readonly kind: AtomKind;
  /** Normalised; of a block, the exact text. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

export function atomsOf(text: string): readonly Atom[] {
  const atoms: Atom[] = [];
  let paragraph: { kind: 'item' | 'sentence'; line: number; parts: string[] } | undefined;
  let block: { fence: string; line: number; lines: string[] } | undefined;
  const endParagraph = () => {
    if (paragraph !== undefined)
      atoms.push(...proseAtoms(paragraph.kind, paragraph.parts.join(' '), paragraph.line));
    paragraph = undefined;
  };
  const endBlock = () => {
    if (block !== undefined) atoms.push(...blockAtoms(block.lines, block.line));
    block = undefined;
  };
  text.split(/\r?\n/).forEach((content, index) => {
    const line = index + 1;
    if (block !== undefined) {
      if (closes(content, block.fence)) endBlock();
      else block.lines.push(content);
      return;
    }
    const fence = openingFence.exec(content);
    if (fence?.groups !== undefined) {
      endParagraph();
      block = { fence: fence.groups['fence'] ?? '', line, lines: [] };
      // What follows the fence names the language, and may be more than that.
      atoms.push(...proseAtoms('sentence', fence.groups['info'] ?? '', line));
      return;
    }
    const heading = /^ {0,3}#{1,6}[ \t]+/.exec(content);
    const item = /^\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/.exec(content);
    if (content.trim() === '' || heading !== null || item !== null || isTableRow(content)) endParagraph();
    if (content.trim() === '') return;
    if (heading !== null)
      atoms.push(...proseAtoms('heading', headingText(content.slice(heading[0].length)), line));
    else if (isTableRow(content)) atoms.push(...proseAtoms('item', content, line));
    else if (item !== null) paragraph = { kind: 'item', line, parts: [item[1] ?? ''] };
    else {
      paragraph ??= { kind: 'sentence', line, parts: [] };
      paragraph.parts.push(content.replace(/^\s*(?:>\s?)+/, ''));
    }
  });
  endParagraph();
  endBlock();
  return atoms;
}

const openingFence =
  /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?<fence>`{3,}(?!`)|~{3,}(?!~))(?<info>[^`]*)$/;

function closes(content: string, fence: string): boolean {
  const found = /^\s*(?:>\s*)*(`{3,}|~{3,})\s*$/.exec(content)?.[1];
  return found !== undefined && found[0] === fence[0] && found.length >= fence.length;
}

function isTableRow(content: string): boolean {
  return /^\s*\|/.test(content);
}

/** Without the marks that may close a heading; those of "C#" are part of it. */
function headingText(text: string): string {
  const open = withoutEnd(text.trimEnd(), '#');
  return open === '' || /\s$/.test(open.slice(-1)) ? open : text;
}

/** What is equal in two texts although they are laid out differently: white space and bold marks do not count. */
export function normalised(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').replace(boldText, '$1').trim();
}

/** Around words, and not as in `src/**`, `2**8` or a code span. */
const boldText =
  /(?<=^|[\s("'“‘>[|:])\*\*(?=[^\s*])((?:[^*`]|`[^`]{0,200}`){1,500}?)(?<=[^\s*])\*\*(?=$|[\s.,;:!?)"'”’\]|])/g;

/** Without these characters at its end. A pattern for that takes long where many of them are inside. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** Rulers, underlines of headings and separators of tables are layout. */
const onlyLayout = /^[\s|:=_*>#+~`-]*$/;

function proseAtoms(kind: 'heading' | 'item' | 'sentence', text: string, line: number): readonly Atom[] {
  const whole = normalised(text);
  if (onlyLayout.test(whole)) return [];
  const sentences = kind === 'heading' ? [whole] : sentencesIn(whole);
  return [
    ...sentences.map((sentence): Atom => ({ kind, text: sentence, line })),
    ...linksIn(whole).map((target): Atom => ({ kind: 'link', text: target, line })),
  ];
}

/** Of a normalised text; together they are all of it. */
export function sentencesIn(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?][)"'”’]*) (?=[^\p{Ll}\s])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => !onlyLayout.test(sentence));
}

function blockAtoms(lines: readonly string[], line: number): readonly Atom[] {
  if (lines.every((content) => content.trim() === '')) return [];
  const code = lines.flatMap((content, at): readonly Atom[] =>
    content.trim() === '' ? [] : [{ kind: 'code', text: normalised(content), line: line + at + 1 }],
  );
  return [...code, { kind: 'block', text: lines.join('\n'), line }];
}

/**
 * The targets of links, images and reference definitions, and plain addresses. The patterns have limits, so that no text
 * takes long; what is longer than a link is part of its sentence all the same.
 */
export function linksIn(text: string): readonly string[] {
  const inline = Array.from(
    text.matchAll(/\]\(\s{0,20}<?((?:[^)\s>\]]|\](?!\()){1,1000})>?(?:\s{1,20}["'(][^)]{0,500})?\)/g),
    ([, target = '']) => target,
  );
  const defined = Array.from(
    text.matchAll(/^[ \t]{0,20}\[[^\]\n]{1,200}\]:\s{0,20}<?(\S{1,1000}?)>?(?:\s|$)/gm),
    ([, target = '']) => target,
  );
  const plain = Array.from(text.matchAll(/https?:\/\/[^\s<>()`"'\]]+/g), ([address]) =>
    withoutEnd(address, '.,;:!?'),
  );
  return [...new Set([...inline, ...defined, ...plain])];
}

/** Whether a link leads to a file beside the text, and not to a section, an address or an absolute path. */
export function isRelativeLink(target: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|\/|#|~|\$|\{)/i.test(target) && /[./]/.test(target);
}

/** The path in the package that a relative link leads to; undefined where it leads out of it. */
export function linkedPath(from: string, target: string): string | undefined {
  const path = decoded(target.replace(/[#?].*$/, ''));
  const names = from.includes('/') ? from.split('/').slice(0, -1) : [];
  for (const name of path.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined;
    } else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
