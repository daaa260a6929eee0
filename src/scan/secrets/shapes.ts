/*
 * Finds secrets by their format: service keys with a distinctive prefix, and private keys between their BEGIN and END
 * lines.
 */

import type { Finding } from './find.js';

export function findShapes(text: string): readonly Finding[] {
  if (!hint.test(text)) return [];
  const findings: Finding[] = [];
  for (const [kind, pattern] of patterns)
    for (const { 0: secret, index } of text.matchAll(pattern))
      findings.push({ start: index, end: index + secret.length, kind });
  return findings;
}

/** The prefix, but not inside a word. The rest of an escape (`\n`, `%3D`) is not a word. */
const apart = (lead: string) => `${lead}(?<=(?:(?<![\\w-])|(?<=\\\\[nrt]|%[0-9A-F]{2}))${lead})`;
/** Ordinary names have no digits and capitals. */
const unlikeName = '(?=[a-z_-]{0,60}[0-9A-Z])';

/** Every prefix ends in one of `prefixEnds`, and every rest starts with fourteen word characters. */
const shapes: readonly (readonly [kind: string, lead: string, rest: string, before?: string])[] = [
  ['aws-key', 'A(?:KI|SI|BI|CC)A', '[A-Z0-9]{16,}'],
  ['github-token', 'gh[pousr]_', '[A-Za-z0-9]{20,}'],
  ['github-token', 'github_pat_', '\\w{20,}'],
  ['gitlab-token', 'gl(?:pat|ptt|dt|rt|cbt|ft|imt|soat|agent|oas)-', `${unlikeName}[\\w-]{20,}`],
  ['anthropic-key', 'sk-ant-', '[\\w-]{16,}'],
  ['openai-key', apart('sk-'), `${unlikeName}[\\w-]{20,}`],
  ['google-key', 'AIz', 'a[\\w-]{30,}'],
  ['google-token', 'ya29\\.', '[\\w-]{20,}'],
  ['google-secret', 'GOCSPX-', '[\\w-]{20,}'],
  ['slack-token', 'xox[a-z]-', `${unlikeName}[A-Za-z0-9-]{16,}`],
  ['slack-token', 'xapp-', '\\d-[A-Za-z0-9-]{16,}'],
  ['stripe-key', '[rs]k_(?:live|test)_', '[A-Za-z0-9]{16,}'],
  ['stripe-key', 'whsec_', '[A-Za-z0-9+/=]{20,}'],
  ['npm-token', 'npm_', `${unlikeName}[A-Za-z0-9]{30,}`],
  ['pypi-token', 'pypi-', `${unlikeName}[\\w-]{30,}`],
  ['huggingface-token', 'hf_', '[A-Za-z0-9]{30,}'],
  ['sendgrid-key', 'SG\\.', '[\\w-]{16,100}\\.[\\w-]{16,}'],
  ['twilio-key', apart('(?:AC|SK)'), '[0-9a-f]{32}(?![A-Za-z0-9])'],
  ['digitalocean-token', 'do[opr]_v1_', '[0-9a-f]{32,}'],
  ['telegram-token', ':AA', '[\\w-]{30,}', '\\d{8,10}'],
  ['discord-token', '\\.[\\w-]{6,7}\\.', '[\\w-]{27,}', `${apart('[MNO]')}[\\w-]{22,27}`],
  ['databricks-token', apart('dap'), 'i[0-9a-f]{32,}(?:-\\d)?'],
  ['vault-token', 'hv[bsr]\\.', '[\\w-]{20,}'],
  ['shopify-token', 'shp(?:at|ca|pa|ss)_', '[0-9a-fA-F]{32,}'],
  ['linear-key', 'lin_(?:api|oauth)_', '[A-Za-z0-9]{30,}'],
  ['notion-token', '(?:ntn|secret)_', '[A-Za-z0-9]{40,}'],
  ['age-key', 'AGE-SECRET-KEY-', '1[A-Z0-9]{50,}'],
  // The signature may be cut off.
  ['jwt', apart('eyJ'), '[\\w-]{14,}\\.[\\w-]{8,}(?:\\.[\\w-]*)?'],
  ['service-key', '(?:glsa|figd|sbp|sb_secret|gsk|r8|dckr_pat|rubygems|sntry[su])_', '[\\w-]{28,}'],
  ['service-key', apart('(?:pplx|xai|tvly|pul|PMAK|NRAK)-'), `${unlikeName}[\\w-]{24,}`],
];

/** Two characters, the second of them rare in ordinary text: a search for one character stops twice as often. */
const prefixEnds = '[A-Za-z\\d][_-]|[\\w-]\\.|[ACI]A|AC|SK|Iz|ap|yJ';
const hint = new RegExp(`(?:${prefixEnds})(?=[\\w+/-]{14})(?<=${shapes.map(([, lead]) => lead).join('|')})`);
const patterns = shapes.map(
  ([kind, lead, rest, before = '']) => [kind, new RegExp(before + lead + rest, 'g')] as const,
);

/**
 * Private keys between their BEGIN and END lines, also with escaped line breaks, as in JSON, and with a line number or
 * file name before every line. If one of the two lines is missing, the key extends to the end or the start of the text.
 */
export function findPrivateKeys(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  let from = 0;
  border.lastIndex = 0;
  for (let match = border.exec(text); match !== null; match = border.exec(text)) {
    const { index } = match;
    const isBegin = text.startsWith('-----BEGIN', index);
    if (!(isBegin ? isFollowed(text, index) : isPreceded(text, from, index))) continue;
    const end = endOf(text, isBegin ? text.indexOf('-----END', index) : index);
    findings.push({ start: isBegin ? index : from, end, kind: 'private-key' });
    from = end;
    border.lastIndex = end;
  }
  return findings;
}

const border = /-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

function endOf(text: string, close: number): number {
  const end = close < 0 ? -1 : text.indexOf('-----', close + 8);
  return end < 0 ? text.length : end + 5;
}

/** Whether part of a key follows: code that only searches for such a line contains none. */
function isFollowed(text: string, index: number): boolean {
  keyAfter.lastIndex = index;
  return keyAfter.test(text);
}

const keyAfter =
  /-----[A-Z0-9 ]{1,64}-----(?:(?:[\s"'+,]|\\{1,4}[nr])*(?:[A-Za-z0-9+/]{10}|Proc-Type|Version|Comment)|(?:\r?\n|\\{1,4}[nr])[^\n]{0,160}?[A-Za-z0-9+/]{32})/y;

/** Whether part of a key precedes. Its last line may be short, but the one before is not. */
function isPreceded(text: string, from: number, index: number): boolean {
  return /[A-Za-z0-9+/]{32}/.test(text.slice(Math.max(from, index - 300), index));
}
