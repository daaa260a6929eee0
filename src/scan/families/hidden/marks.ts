/*
 * Programs that put invisible characters into what they write: a mark by which others recognise the text, or data that
 * leaves inside it. Programs that find or remove such characters name them as well, so what counts is that one is added.
 */

import { isCode } from '../../package/content-kind.js';
import { linesWith } from '../../package/lines.js';
import type { PreparedFile } from '../../package/prepare.js';
import type { RuleMatch } from './rules.js';

const maxNames = 20;

export function findMarks(file: PreparedFile): readonly RuleMatch[] {
  const { text, lines, content } = file;
  if (!isCode(content) || !invisible.test(text)) return [];
  const names = new Set<string>();
  for (const index of linesWith(file, anyInvisible)) {
    const line = (lines[index] ?? '').slice(0, 400);
    if (distinctIn(line) >= 2 && !removes.test(line)) for (const name of assigned(line)) names.add(name);
  }
  if (names.size === 0) return [];
  for (const line of lines) {
    if (names.size >= maxNames) break;
    const [, name = '', value = ''] = derived.exec(line.slice(0, 400)) ?? [];
    if (name !== '' && [...names].some((known) => mentions(value, known)) && !removes.test(value))
      names.add(name);
  }
  const added = lines.findIndex((line) => isAdded(line.slice(0, 400), names));
  if (added === -1) return [];
  const isSent = sends.test(text);
  return [
    {
      rule: 'marks',
      severity: isSent ? 'high' : 'medium',
      line: added + 1,
      excerpt: lines[added] ?? '',
      why: isSent
        ? 'The program adds invisible characters to text that it sends.'
        : 'The program adds invisible characters to text.',
    },
  ];
}

const escaped = String.raw`\\u\{?(?:200[b-f]|2060|206[1-4]|feff|180e)\}?`;
const invisible = new RegExp(`${escaped}|[\u200b-\u200d\u2060\ufeff]`, 'i');
const anyInvisible = new RegExp(invisible.source, 'gi');

function distinctIn(line: string): number {
  return new Set((line.match(anyInvisible) ?? []).map((each) => each.toLowerCase())).size;
}

/** The names that a line sets, as in `ONE, ZERO = "…", "…"` or `const bit = (b) => …`. */
function assigned(line: string): readonly string[] {
  const [, names = ''] =
    /^[^\S\n]*(?:export )?(?:const |let |var |final |my |def )?([A-Za-z_$@][\w$]*(?: *, *[A-Za-z_$][\w$]*){0,3})(?: *:[^=\n]{1,40})? *=(?!=)/.exec(
      line,
    ) ?? [];
  return names.split(/ *, */).filter((name) => name !== '');
}

const derived =
  /^[^\S\n]*(?:export )?(?:const |let |var |return )?([A-Za-z_$][\w$]*)(?: *: *\w+)? *=(?!=)(.{1,300})/;
const removes =
  /\breplace(?:All)?\s*\(|\.sub\s*\(|\bsplit\s*\(|\bstrip\s*\(|\bincludes\s*\(|\bfilter\s*\(|\btest\s*\(|\btranslate\s*\(|re\.compile|RegExp|\/\[|(?:^|\s)(?:not )?in (?:text|line|s|content|value)\b|\bcount\s*\(|indexOf/;

function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + name.length))) return true;
  return false;
}

/** The name is joined to other text: with a plus, in a template, or as the bits of a message. */
function isAdded(line: string, names: ReadonlySet<string>): boolean {
  if (!/[+`{]|join|concat|f["']/.test(line)) return false;
  for (const name of names) {
    if (!mentions(line, name) || assigned(line).includes(name)) continue;
    const word = name.replace(/\$/g, '\\$');
    const use = new RegExp(
      String.raw`\+=? *${word}\b|\b${word}(?:\[[^\]\n]{1,80}\]|\([^)\n]{0,80}\))? *\+(?!\+)|[{]${word}(?:\[[^\]\n]{1,40}\]|\([^)\n]{0,40}\))?[}]|\.map\([^\n]{0,80}${word}\b[^\n]{0,60}\.join\(|join\([^\n]{0,40}${word}\b[^\n]{0,40}\bfor\b|concat\( *${word}\b`,
    );
    if (use.test(line) && !removes.test(line.replace(/\.split\(\s*["']{2}\s*\)/g, ''))) return true;
  }
  return false;
}

const sends =
  /\b(?:requests|httpx|axios|session|client|got|ky)\.(?:post|put|patch)\s*\(|\bfetch\s*\(|urlopen\s*\(|https?\.request\s*\(|\.(?:send|reply|sendMessage|send_message|chat_postMessage|postMessage|tweet|create_?comment)\s*\(|smtplib|nodemailer/;
