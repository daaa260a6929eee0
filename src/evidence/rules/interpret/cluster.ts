/*
 * Reduces an error text to what errors of the same cause share: the most informative line, without variable parts. Errors
 * with the same cluster count as one cause.
 */

/** At most 120 code points; empty only for a blank text. The text must be redacted. */
export function clusterOf(text: string): string {
  const lines = text
    .slice(0, maxTextCharacters)
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const message = withoutVariableParts(mostInformativeLine(lines)) || (lines[0] ?? '');
  return Array.from(message).slice(0, maxClusterCharacters).join('').trim();
}

const maxTextCharacters = 4096;
const maxClusterCharacters = 120;

/** Python puts the error into the last line of a traceback; other programs into the first line with an error word. */
function mostInformativeLine(lines: readonly string[]): string {
  const trace = lines.findIndex((line) => /^Traceback\b.*:$/.test(line));
  const message = trace < 0 ? undefined : lines.findLast((line) => /^[\w.]+(?::|$)/.test(line));
  return (
    message ??
    lines.find((line) => errorWords.test(line) && !frame.test(line) && !counting.test(line)) ??
    lines.find((line) => /\p{L}{2}/u.test(line) && !frame.test(line) && !counting.test(line)) ??
    lines[0] ??
    ''
  );
}

const errorWords =
  /\b(?:\w*error|\w*exception|fatal|panic(?:ked)?|fail(?:ed|ure)?|denied|refused|not found|no such|cannot|can't|unable|invalid|unexpected|undefined|missing|timed out)\b/i;
const frame = /^(?:at |File "|from |goroutine |throw |\^|\.\.\. \d+ more|node:internal)/;
/** Lines that say that something failed, or what was run, but not why. */
const counting =
  /^(?:exit(?:ed)? |(?:the )?(?:process|command) exited|wall time|chunk id|warning: truncated output|total output lines|(?:command|directory|signal|background pids|process group pgid): |(?:stdout|stderr|output|error): \((?:none|empty)\)$|output:$|[{[]$)/i;

/** Variable parts with their placeholders; the order matters, because a path may contain a number. */
const variableParts: readonly (readonly [RegExp, string])[] = [
  [/\[redacted:[\w-]{1,40}\]/g, '<secret>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`<>)]{1,500}/gi, '<url>'],
  [/"[^"]{0,300}"|`[^`']{0,300}['`]|(?<!\w)'[^']{0,300}'|‘[^’]{0,300}’|“[^”]{0,300}”/g, '<text>'],
  [
    /(?:[A-Za-z]:\\|~\/|\.{1,2}\/|(?<![\w<])\/)[^\s:;,()<>"']{1,500}|\b[\w.@-]{1,100}\/[^\s:;,()<>"']{1,500}/g,
    '<path>',
  ],
  [
    /\b[\w-]{1,100}\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|cs?|cpp|h|json|ya?ml|toml|md|txt|sh|html|css|lock|log)\b/g,
    '<path>',
  ],
  [/\b0x[0-9a-f]{1,40}\b|\b(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,64}\b/gi, '<hex>'],
  [/<path>(?::\d+){1,2}/g, '<path>'],
  [/(?<![A-Za-z\d])[+-]?\d[\d_,]{0,30}(?:\.\d{1,30}){0,4}/g, '<n>'],
  [/\s+/g, ' '],
];

function withoutVariableParts(line: string): string {
  return variableParts
    .reduce((result, [pattern, placeholder]) => result.replace(pattern, placeholder), line.slice(0, 1000))
    .trim();
}
