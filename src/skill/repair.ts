/*
 * Reads frontmatter that is not valid YAML. The block is split into its top-level entries, and each is read on its own:
 * unchanged, else with its faulty lines repaired, else as plain text. So one bad entry does not affect the others, and
 * every line is read a fixed number of times, however broken the block is.
 */

import { type Diagnostic, severityOf } from './diagnostic.js';
import type { Frontmatter, FrontmatterValue, Reading } from './skill.js';
import { isMap, readYaml } from './yaml.js';

interface RepairedFrontmatter {
  readonly frontmatter: Frontmatter;
  readonly reading: Exclude<Reading, 'clean'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** `faultLine` is where reading the block as a whole failed; both lines are counted in the file. */
export function repairFrontmatter(block: string, firstLine: number, faultLine: number): RepairedFrontmatter {
  const frontmatter: Record<string, FrontmatterValue> = {};
  const repaired: Fault[] = [];
  const split: Fault[] = [];
  for (const entry of topLevelEntries(block, firstLine)) {
    const isBeyondLimit = repaired.length + split.length >= faultLimit;
    const { how, fields, fault } = isBeyondLimit ? readAsText(entry) : readEntry(entry);
    Object.assign(frontmatter, fields);
    if (how === 'repaired') repaired.push(fault);
    if (how === 'text') split.push(fault);
  }

  if (Object.keys(frontmatter).length === 0) {
    return { frontmatter, reading: 'none', diagnostics: [unreadable(faultLine)] };
  }
  const faults = [
    ...summarise(repaired, 'yaml-repaired', 'it was read after its faulty lines were repaired'),
    ...summarise(split, 'yaml-split', 'it was read as plain text'),
  ];
  return {
    frontmatter,
    reading: split.length > 0 ? 'split' : 'repaired',
    diagnostics: faults.length > 0 ? faults : [readByField(faultLine)],
  };
}

/** Nobody makes so many mistakes by hand, and each costs an exception. */
const faultLimit = 1000;

interface Entry {
  readonly key: string;
  readonly line: number;
  readonly lines: readonly string[];
}

interface Fault {
  readonly key: string;
  readonly line: number;
  readonly fix: string;
}

/** An entry starts at an outermost line with a key; every line up to the next such line belongs to it. */
function topLevelEntries(block: string, firstLine: number): Entry[] {
  const lines = block.split(/\r\n|\r|\n/);
  const margin = lines.find((line) => /^ *[^\s#]/.test(line))?.match(/^ */)?.[0] ?? '';
  const entries: { key: string; line: number; lines: string[] }[] = [];
  lines.forEach((line, index) => {
    const text = line.startsWith(margin) ? line.slice(margin.length) : line;
    const key = entryKey(text);
    if (key !== undefined) entries.push({ key, line: firstLine + index, lines: [text] });
    else entries.at(-1)?.lines.push(text);
  });
  return entries;
}

type EntryReading =
  | { readonly how: 'clean'; readonly fields: Frontmatter; readonly fault?: undefined }
  | { readonly how: 'repaired' | 'text'; readonly fields: Frontmatter; readonly fault: Fault };

function readEntry(entry: Entry): EntryReading {
  const unchanged = readMap(entry.lines, entry.key);
  if (unchanged !== undefined) return { how: 'clean', fields: unchanged };
  const { lines, firstRepair } = repairEntry(entry.lines);
  const fields = firstRepair === undefined ? undefined : readMap(lines, entry.key);
  if (firstRepair === undefined || fields === undefined) return readAsText(entry);
  return {
    how: 'repaired',
    fields,
    fault: { key: entry.key, line: entry.line + firstRepair.line, fix: firstRepair.fix },
  };
}

function readAsText({ key, line, lines }: Entry): EntryReading {
  const fault = { key, line, fix: 'indent the lines of this field evenly, and quote its values' };
  return { how: 'text', fields: key === '__proto__' ? {} : { [key]: textOfEntry(lines) }, fault };
}

function readMap(lines: readonly string[], key: string): Frontmatter | undefined {
  const reading = readYaml(lines.join('\n'), { firstLine: 0, aliasLimit: 0 });
  return reading.ok && isMap(reading.value) && Object.hasOwn(reading.value, key) ? reading.value : undefined;
}

/** One diagnostic for all entries that were read in the same way: it names the first and counts the others. */
function summarise(
  faults: readonly Fault[],
  code: 'yaml-repaired' | 'yaml-split',
  how: string,
): Diagnostic[] {
  const [first, ...others] = faults;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (${others.length} more like it)`;
  const message = `"${first.key}" is not valid YAML; ${how}${more}.`;
  return [{ code, severity: severityOf[code], line: first.line, message, fix: first.fix }];
}

function readByField(line: number): Diagnostic {
  return {
    code: 'yaml-repaired',
    severity: severityOf['yaml-repaired'],
    line,
    message: 'The frontmatter cannot be read as a whole, so each field was read on its own.',
    fix: 'remove or indent lines that belong to no field',
  };
}

function unreadable(line: number): Diagnostic {
  return {
    code: 'frontmatter-unreadable',
    severity: severityOf['frontmatter-unreadable'],
    line,
    message: 'No field could be read from the frontmatter.',
    fix: 'write one "key: value" per line',
  };
}

/**
 * The block as valid YAML that reads as the repaired one does: faulty lines are written as they were read, all others
 * stay. Undefined where a field that is not text could only be read as text.
 */
export function repairedBlock(block: string): string | undefined {
  const newline = block.includes('\r\n') ? '\r\n' : '\n';
  const entries = topLevelEntries(block, 0);
  const before = block.split(/\r\n|\r|\n/).slice(0, entries[0]?.line ?? 0);
  const lines = before.filter((line) => /^\s*(#|$)/.test(line));
  for (const entry of entries.slice(0, faultLimit)) {
    const written = writtenEntry(entry);
    if (written === undefined) return undefined;
    lines.push(...written);
  }
  const text = lines.join(newline);
  return text.endsWith(newline) ? text : text + newline;
}

function writtenEntry({ key, lines }: Entry): readonly string[] | undefined {
  if (readMap(lines, key) !== undefined) return lines;
  const repaired = repairEntry(lines);
  if (repaired.firstRepair !== undefined && readMap(repaired.lines, key) !== undefined) return repaired.lines;
  return textFields.has(key) ? [`${key}: ${JSON.stringify(textOfEntry(lines))}`] : undefined;
}

const textFields: ReadonlySet<string> = new Set([
  'name',
  'description',
  'license',
  'compatibility',
  'when_to_use',
]);

interface RepairedEntry {
  readonly lines: readonly string[];
  readonly firstRepair: Repair | undefined;
}

interface Repair {
  /** Counted from 0 in the entry. */
  readonly line: number;
  readonly fix: string;
}

/**
 * Repairs a top-level entry that cannot be read, line by line: tabs become spaces, and a value that is not valid (a
 * colon in it, a reserved first character, a quote that does not close, text after a block indicator) is put in quotes,
 * together with the lines that continue it.
 */
function repairEntry(entry: readonly string[]): RepairedEntry {
  const repairs: Repair[] = [];
  const spaced = entry.map((line, index) => {
    const [repairedLine, fix] =
      index === 0
        ? [line.replace(tightColon, '$1: '), 'put a space after the colon']
        : [line.replace(tabbedIndent, spacesForTabs), 'indent with spaces instead of tabs'];
    if (repairedLine !== line) repairs.push({ line: index, fix });
    return repairedLine;
  });

  const lines: string[] = [];
  for (let at = 0; at < spaced.length; ) {
    const slot = findValue(spaced[at] ?? '');
    const end = slot === undefined ? at + 1 : endOfValue(spaced, at + 1, slot.column);
    const own = spaced.slice(at, end);
    const isKnownFault = own.length === entry.length && repairs.length === 0;
    const isTried = !isKnownFault && repairs.length < repairLimit;
    if (slot === undefined || (isTried && isReadable(own, slot.column))) {
      for (const line of own) lines.push(line);
    } else {
      lines.push(slot.before + JSON.stringify(asText(slot.value, own.slice(1))));
      repairs.push({ line: at, fix: 'put the value in quotes' });
    }
    at = end;
  }
  return { lines, firstRepair: repairs[0] };
}

/** Nobody makes so many mistakes by hand, and each attempt costs an exception. */
const repairLimit = 1000;

/** The key that an outermost line starts with; undefined when the line belongs to the entry before it. */
export function entryKey(line: string): string | undefined {
  const key = outermostKey.exec(line)?.[1] ?? tightColon.exec(line)?.[1];
  return key === undefined ? undefined : unquote(key);
}

/** All of an entry that cannot be repaired, as the text of its key. */
function textOfEntry(entry: readonly string[]): string {
  const [first = '', ...rest] = entry;
  return asText(first.slice(first.indexOf(':') + 1).trim(), rest);
}

// A key is one word, or in quotes: several words before a colon are far more often prose.
const keyPattern = /("[^"]*"|'[^']*'|[^\s:#'"[\]{},&*!|>%@`?-][^\s:]*)[ \t]*:(?=[ \t]|$)/.source;
const outermostKey = new RegExp(`^${keyPattern}`);
const valueLine = new RegExp(`^( *(?:- +)*)(?:${keyPattern})?[ \\t]*(.*)$`, 's');
const tightColon = /^([A-Za-z_][\w-]*):(?=[^\s:/])/;
const tabbedIndent = /^ *\t[ \t]*/;
const itemOrComment = /^(?:-(?:[ \t]|$)|#)/;

function spacesForTabs(indent: string): string {
  return indent.replaceAll('\t', '  ');
}

interface ValueSlot {
  /** The text before the value, with the space that separates them. */
  readonly before: string;
  readonly value: string;
  /** Lines indented deeper than this belong to the value. */
  readonly column: number;
}

/** Undefined for a line without a value of its own: the lines below it are then read one by one. */
function findValue(line: string): ValueSlot | undefined {
  const [, lead = '', key, value = ''] = valueLine.exec(line) ?? [];
  if (value === '' || value.startsWith('#')) return undefined;
  if (key !== undefined) return { before: `${lead}${key}: `, value, column: lead.length };
  if (lead.includes('-')) return { before: lead, value, column: lead.lastIndexOf('-') };
  return undefined;
}

/** A value continues over blank lines, deeper lines, and text that is neither a key nor an item nor a comment. */
function endOfValue(lines: readonly string[], from: number, column: number): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = line.trimStart();
    if (text === '' || line.length - text.length > column) continue;
    if (outermostKey.test(text) || itemOrComment.test(text)) return at;
  }
  return lines.length;
}

function isReadable(lines: readonly string[], column: number): boolean {
  const [first = '', ...rest] = lines;
  const shifted = rest.map((line) => line.slice(Math.min(column, line.length - line.trimStart().length)));
  return readYaml([first.slice(column), ...shifted].join('\n'), { firstLine: 1, aliasLimit: 0 }).ok;
}

/** The text without the block indicator or quotes that made it unreadable. */
function asText(value: string, continuation: readonly string[]): string {
  const block = /^([|>])[-+\d]{0,2}(?:[ \t]+(.*))?$/s.exec(value);
  const lines = [block === null ? value : (block[2] ?? ''), ...continuation];
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
  if (block?.[1] === '|') return text;
  return block === null ? unquote(joinLines(text)) : joinLines(text);
}

/** Joins lines as YAML does; a blank line stays a line break. */
function joinLines(text: string): string {
  return text.replace(/\n+/g, (breaks) => (breaks.length === 1 ? ' ' : '\n'));
}

function unquote(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  if (text.length > 1 && text.endsWith(quote)) {
    const inner = text.slice(1, -1);
    return quote === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'");
  }
  return text.includes(quote, 1) ? text : text.slice(1);
}
