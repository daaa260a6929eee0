/*
 * What errors of the same cause have in common: the line that tells the most, without what differs from one time to
 * the next. Two errors with the same cluster are counted as one cause.
 */

/** At most 120 code points; empty only for a text that is blank. The text is redacted already. */
export function clusterOf(text: string): string {
  const lines = text
    .slice(0, maxTextCharacters)
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const message = withoutLocations(mostInformativeLine(lines)) || (lines[0] ?? '');
  return Array.from(message).slice(0, maxClusterCharacters).join('').trim();
}

const maxTextCharacters = 4096;
const maxClusterCharacters = 120;

/** Python tells the error in the last line of a traceback, all others in the first line that speaks of one. */
function mostInformativeLine(lines: readonly string[]): string {
  const trace = lines.findIndex((line) => /^Traceback\b.*:$/.test(line));
  const told = trace < 0 ? undefined : lines.findLast((line) => /^[\w.]+(?::|$)/.test(line));
  return (
    told ??
    lines.find((line) => errorWords.test(line) && !frame.test(line) && !counting.test(line)) ??
    lines.find((line) => /\p{L}{2}/u.test(line) && !frame.test(line) && !counting.test(line)) ??
    lines[0] ??
    ''
  );
}

const errorWords =
  /\b(?:\w*error|\w*exception|fatal|panic(?:ked)?|fail(?:ed|ure)?|denied|refused|not found|no such|cannot|can't|unable|invalid|unexpected|undefined|missing|timed out)\b/i;
const frame = /^(?:at |File "|from |goroutine |throw |\^|\.\.\. \d+ more|node:internal)/;
/** That something failed, or what was run, and not why. */
const counting =
  /^(?:exit(?:ed)? |(?:the )?(?:process|command) exited|wall time|chunk id|warning: truncated output|total output lines|(?:command|directory|signal|background pids|process group pgid): |(?:stdout|stderr|output|error): \((?:none|empty)\)$|output:$|[{[]$)/i;

/** Each with the placeholder that stands for it; the order matters, as a path may hold a number. */
const locations: readonly (readonly [RegExp, string])[] = [
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

function withoutLocations(line: string): string {
  return locations
    .reduce((result, [pattern, place]) => result.replace(pattern, place), line.slice(0, 1000))
    .trim();
}
