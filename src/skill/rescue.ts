/*
 * The way out of frontmatter that is not valid YAML. The block is cut into its top-level entries, and each is read
 * by itself: as it stands, else with its faulty lines mended, else as plain text. So one bad entry costs no other
 * entry anything, and every line is looked at a fixed number of times however broken the block is.
 */

import type { Diagnostic } from './diagnostic.js';
import { entryKey, mendEntry, textOfEntry } from './rescue-entry.js';
import type { Frontmatter, FrontmatterValue, Reading } from './skill.js';
import { isMap, readYaml } from './yaml.js';

export interface Rescue {
  readonly frontmatter: Frontmatter;
  readonly reading: Exclude<Reading, 'clean'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** `faultLine` is where reading the block as a whole failed; both lines are counted in the file. */
export function rescueFrontmatter(block: string, firstLine: number, faultLine: number): Rescue {
  const frontmatter: Record<string, FrontmatterValue> = {};
  const mended: Fault[] = [];
  const split: Fault[] = [];
  for (const entry of topLevelEntries(block, firstLine)) {
    const isHopeless = mended.length + split.length >= faultLimit;
    const { how, fields, fault } = isHopeless ? readAsText(entry) : readEntry(entry);
    Object.assign(frontmatter, fields);
    if (how === 'mended') mended.push(fault);
    if (how === 'text') split.push(fault);
  }

  if (Object.keys(frontmatter).length === 0) {
    return { frontmatter, reading: 'none', diagnostics: [unreadable(faultLine)] };
  }
  const faults = [
    ...summarise(mended, 'yaml-repaired', 'it was read after its faulty lines were mended'),
    ...summarise(split, 'yaml-split', 'it was read as plain text'),
  ];
  return {
    frontmatter,
    reading: split.length > 0 ? 'split' : 'repaired',
    diagnostics: faults.length > 0 ? faults : [readByField(faultLine)],
  };
}

/** Nobody writes so many faults by hand, and each costs an exception. */
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
  | { readonly how: 'mended' | 'text'; readonly fields: Frontmatter; readonly fault: Fault };

function readEntry(entry: Entry): EntryReading {
  const asItStands = readMap(entry.lines, entry.key);
  if (asItStands !== undefined) return { how: 'clean', fields: asItStands };
  const { lines, firstMend } = mendEntry(entry.lines);
  const fields = firstMend === undefined ? undefined : readMap(lines, entry.key);
  if (firstMend === undefined || fields === undefined) return readAsText(entry);
  return {
    how: 'mended',
    fields,
    fault: { key: entry.key, line: entry.line + firstMend.line, fix: firstMend.fix },
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

/** One diagnostic for all entries that were saved in the same way: it names the first and counts the others. */
function summarise(
  faults: readonly Fault[],
  code: 'yaml-repaired' | 'yaml-split',
  how: string,
): Diagnostic[] {
  const [first, ...others] = faults;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (${others.length} more like it)`;
  const message = `"${first.key}" is not valid YAML; ${how}${more}.`;
  return [{ code, severity: 'warning', line: first.line, message, fix: first.fix }];
}

function readByField(line: number): Diagnostic {
  return {
    code: 'yaml-repaired',
    severity: 'warning',
    line,
    message: 'The frontmatter cannot be read as a whole; each field was read by itself.',
    fix: 'remove or indent what belongs to no field',
  };
}

function unreadable(line: number): Diagnostic {
  return {
    code: 'frontmatter-unreadable',
    severity: 'error',
    line,
    message: 'No field could be read between the fences.',
    fix: 'write one "key: value" on each line',
  };
}
