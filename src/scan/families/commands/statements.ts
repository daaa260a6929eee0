/*
 * Splits Python and JavaScript into statements, each with the statements that set the names it uses, so that a rule sees
 * `requests.post(url, data=key)` together with where the key was read. This is not a parser: brackets join lines, and
 * the value of a name is what was last assigned to it.
 */

import { syntaxes } from '../../code/syntax.js';
import type { Statement } from './step.js';

interface LocatedStatement extends Statement {
  /** The line within the text, from 0. */
  readonly line: number;
  readonly lastLine: number;
}

const maxLines = 30;
const maxStatementLength = 4_000;
const maxValuesLength = 2_400;
const maxValueLength = 600;
const maxWords = 300;

/**
 * Yields statements one by one, because the value of a name changes with each assignment: call `resolved` and `paths`
 * before the next statement. Few callers do, so values are tracked only on demand.
 */
export function* statementsOf(text: string, language: Statement['language']): Generator<LocatedStatement> {
  const statements = joinedLines(text, language);
  const values = new Map<string, string>();
  let tracked = 0;
  const trackUntil = (end: number) => {
    for (const { text: written } of statements.slice(tracked, end)) {
      const names = namesSet(written);
      if (names.length === 0) continue;
      const value = withValues(written, values, maxValueLength);
      for (const name of names) values.set(name, value);
    }
    tracked = end;
  };
  for (const [index, { text: written, line, lastLine }] of statements.entries()) {
    let known: string | undefined;
    const resolved = () => {
      if (known !== undefined) return known;
      trackUntil(index);
      known = withValues(written, values, written.length + maxValuesLength);
      return known;
    };
    yield { language, text: written, line, lastLine, resolved, paths: () => withHome(resolved()) };
  }
}

/** The statement, followed by the values of its names, up to the limit. */
function withValues(written: string, values: ReadonlyMap<string, string>, limit: number): string {
  let result = written;
  const names = values.size === 0 ? [] : new Set(written.match(/[A-Za-z_$][\w$]*/g)?.slice(0, maxWords));
  for (const name of names) {
    if (result.length >= limit) break;
    const value = values.get(name);
    if (value !== undefined) result += `\n${value}`;
  }
  return result.slice(0, limit);
}

/** The string literals of a statement, in order. */
export function literalsIn(text: string): readonly string[] {
  const quoted = text
    .slice(0, maxStatementLength)
    .matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/gs);
  return [...quoted].map(([, double, single, back]) =>
    (double ?? single ?? back ?? '').replace(/\\(["'`])/g, '$1'),
  );
}

interface JoinedLines {
  readonly text: string;
  readonly line: number;
  readonly lastLine: number;
}

function joinedLines(text: string, language: Statement['language']): readonly JoinedLines[] {
  const comment = comments[language];
  const found: JoinedLines[] = [];
  let open: { parts: string[]; line: number; depth: number; length: number } | undefined;
  const end = (lastLine: number) => {
    if (open !== undefined)
      found.push({ text: open.parts.join('\n').slice(0, maxStatementLength), line: open.line, lastLine });
    open = undefined;
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || comment.test(line)) continue;
    open ??= { parts: [], line: index, depth: 0, length: 0 };
    open.parts.push(line);
    open.length += line.length;
    open.depth += depthOf(line);
    const opensBlock = syntaxes[language].blocks === 'braces' && /(?:=>|\))\s*\{\s*$/.test(line);
    if (open.depth <= 0 || opensBlock || open.parts.length >= maxLines || open.length > maxStatementLength)
      end(index);
  }
  end(lines.length - 1);
  return found;
}

const comments = Object.fromEntries(
  Object.entries(syntaxes).map(([language, { lineComments, blockComments }]) => {
    const starts = lineComments.map((mark) => mark.replace(/[/-]/g, '\\$&'));
    return [
      language,
      new RegExp(`^\\s*(?:${[...starts, ...(blockComments.length > 0 ? ['\\*', '\\/\\*'] : [])].join('|')})`),
    ];
  }),
) as Readonly<Record<Statement['language'], RegExp>>;

function depthOf(line: string): number {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) depth += depthByCode[line.charCodeAt(at)] ?? 0;
  return depth;
}

const depthByCode = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return Number('(['.includes(character)) - Number(')]'.includes(character));
});

function namesSet(statement: string): readonly string[] {
  if (!/=|\bfor\b|\bas\b|\.(?:append|push|extend|update|add|write)\b/.test(statement)) return [];
  const names: string[] = [];
  setting.lastIndex = 0;
  for (let set = setting.exec(statement); set !== null; set = setting.exec(statement))
    names.push(set[1] ?? set[2] ?? set[3] ?? set[4] ?? set[5] ?? '');
  const unpacked = /^\s*(?:const|let|var)\s*\{([^{}=]{1,400})\}\s*=\s*process\.env\b/.exec(statement)?.[1];
  if (unpacked !== undefined) names.push(...(unpacked.match(/[A-Za-z_$][\w$]*(?=\s*(?:,|$))/g) ?? []));
  return names;
}

const setting =
  /(?:^|[\s;(,{])([A-Za-z_$][\w$]*)(?:\.[\w$]{1,40}|\[[^\]\n]{0,80}\])?\s*(?:\+|:\s*[\w[\]., ]{1,40})?=(?![=>])|\bfor\s+(?:const\s+|let\s+)?\(?(\w+)\s+(?:in|of)\b|\bfor\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\b|\bas\s+(\w+)\s*:|\b(\w+)\.(?:append|push|extend|update|add|write)\s*\(/g;

const homes =
  /(?:Path\.home\(\)|os\.homedir\(\)|homedir\(\)|(?:os\.)?path\.expanduser\(\s*["']~["']\s*\)|process\.env\.HOME\b|process\.env\[["']HOME["']\]|os\.environ(?:\.get\(|\[)["']HOME["'][\])]|os\.getenv\(["']HOME["']\))/g;

/** Joins paths that are built from pieces. */
function withHome(text: string): string {
  return text
    .replace(homes, '"~"')
    .replace(/\$\{"~"\}/g, '~')
    .replace(/["']\s*(?:\/|,|\+)\s*["']\/?(?=[.\w])/g, '/');
}
