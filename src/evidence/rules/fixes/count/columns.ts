/*
 * The general form of commands that were run in several sessions. Words that differ become placeholders, and words that
 * differ in the same way in the failing command and in the fix get the same one: `docker run <name>` and
 * `docker build -t <name> .`.
 */

/** The commands of one session, each as words. The first is the failing one, the others are the fix. */
export type CommandRow = readonly (readonly string[])[];

export interface GeneralForm {
  readonly commands: readonly string[];
  /** Whether the failing command has all placeholders of the fix. */
  readonly isBound: boolean;
}

/** Undefined if the rows have different numbers of words or commands. */
export function generalForm(rows: readonly CommandRow[]): GeneralForm | undefined {
  const [first] = rows;
  if (first === undefined || rows.some((row) => shapeOf(row) !== shapeOf(first))) return undefined;
  const names = new Map<string, string>();
  const used: Set<string>[] = [];
  const commands = first.map((words, line) => {
    const placeholders = new Set<string>();
    used.push(placeholders);
    return words
      .map((_, column) => {
        const values = rows.map((row) => row[line]?.[column] ?? '');
        return generalWord(values, names, placeholders);
      })
      .join(' ');
  });
  const [given = new Set<string>(), ...needed] = used;
  const isBound = needed.every((placeholders) => [...placeholders].every((name) => given.has(name)));
  return { commands, isBound };
}

function shapeOf(row: CommandRow): string {
  return row.map((words) => words.length).join(' ');
}

/** The words of a command line as written; quotes keep blanks together. */
export function wordsOfLine(line: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  for (const char of line.slice(0, maxLine)) {
    if (quote === '' && /\s/.test(char)) {
      if (word !== '') words.push(word);
      word = '';
      continue;
    }
    if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = '';
    word += char;
  }
  return word === '' ? words : [...words, word];
}

const maxLine = 2_000;

function generalWord(
  values: readonly string[],
  names: Map<string, string>,
  placeholders: Set<string>,
): string {
  const [first = ''] = values;
  if (values.every((value) => value === first)) return first;
  const { start, end } = commonEnds(values);
  const middles = values.map((value) => value.slice(start, value.length - end));
  const key = JSON.stringify(middles);
  const name = names.get(key) ?? newName(middles, new Set(names.values()));
  names.set(key, name);
  placeholders.add(name);
  return `${first.slice(0, start)}<${name}>${first.slice(first.length - end)}`;
}

interface CommonEnds {
  readonly start: number;
  readonly end: number;
}

/** The lengths of the common beginning and end, up to a mark such as `/` or `=`, so that no word is torn. */
function commonEnds(values: readonly string[]): CommonEnds {
  const shortest = Math.min(...values.map((value) => value.length));
  const [first = ''] = values;
  const isCommon = (at: number, fromEnd: boolean) =>
    values.every((value) =>
      fromEnd ? value.at(-1 - at) === first.at(-1 - at) : value.charAt(at) === first.charAt(at),
    );
  let start = 0;
  for (let at = 0; at < shortest && isCommon(at, false); at += 1)
    if (isMark(first.charAt(at))) start = at + 1;
  let end = 0;
  for (let at = 0; at < shortest - start && isCommon(at, true); at += 1)
    if (isMark(first.charAt(first.length - 1 - at))) end = at + 1;
  return { start, end };
}

function isMark(char: string): boolean {
  return char !== '' && '/=:@,\'"'.includes(char);
}

function newName(values: readonly string[], taken: ReadonlySet<string>): string {
  const kind = kindOf(values);
  if (!taken.has(kind)) return kind;
  let number = 2;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

function kindOf(values: readonly string[]): string {
  const all = (pattern: RegExp) => values.every((value) => pattern.test(value));
  if (all(/^\d{1,20}$/)) return 'n';
  if (all(/^[a-z]{2,10}:\/\//i)) return 'url';
  if (all(/^[^/]{1,200}\.[a-z\d]{1,8}$/i)) return 'file';
  return all(/\//) ? 'path' : 'name';
}
