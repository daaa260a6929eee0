/*
 * Whether what has the shape of a secret only shows the shape. Documentation does, with words, rows of one character,
 * or the alphabet.
 */

export function isExample(secret: string): boolean {
  if (secret.startsWith('-----BEGIN')) return isKeyExample(secret);
  const start = secret.slice(0, 4_000);
  return words.test(start) || runs.test(start) || isMonotonous(start);
}

/** The lines of a real key hold any letters and runs of them; those of an example are few, or say what they are. */
function isKeyExample(key: string): boolean {
  const lines = key.slice(0, 10_000).replace(/-----[^-]*-----/g, '');
  return lines.length < 40 || /\.{3}|…|<|example|redacted|your[ _-]/i.test(lines) || isMonotonous(lines);
}

const words =
  /example|sample|dummy|fake|placeholder|your[-_ ]?|replace|change[-_]?me|redacted|insert|here\b|test[-_]?(?:key|token|secret)|\btodo\b|hunter2|correct[- ]horse|secret123|pass(?:word)?[-_]?123|my[-_]?(?:secret|password|token|key)|<[^>]*>|\.{3}|…/i;

/** Counting up, or one sign over and over. */
const runs = /(.)\1{4}|0?123456|abcdef|qwerty|deadbeef|cafebabe/i;

/** Long, and of few different signs. */
function isMonotonous(secret: string): boolean {
  return secret.length >= 16 && new Set(secret).size < 7;
}
