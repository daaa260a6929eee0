/*
 * Addresses that code spells so that nobody finds them by reading: base64, hexadecimal, rot13, backwards, percent signs,
 * character codes. The start of an address has one form in each, so that a search for it finds them all, whatever the
 * code does to decode them.
 */

interface Spelling {
  readonly name: string;
  /** Matches from where the hidden address starts. */
  readonly pattern: RegExp;
  readonly decode: (match: string) => string;
}

const maxLength = 2_000;

const spellings: readonly Spelling[] = [
  { name: 'base64', pattern: /aHR0c[A-Za-z\d+/_-]{8,2000}/, decode: fromBase64 },
  {
    name: 'base64, twice',
    pattern: /YUhSMGN[A-Za-z\d+/_-]{8,2000}/,
    decode: (match) => fromBase64(fromBase64(match)),
  },
  { name: 'base32', pattern: /NB2HI4[A-Z2-7]{8,2000}/, decode: fromBase32 },
  {
    name: 'hexadecimal',
    pattern:
      /68(?:[\s,:]|\\x|0x){0,2}74(?:[\s,:]|\\x|0x){0,2}74(?:[\s,:]|\\x|0x){0,2}70[\da-f\s,:\\x]{8,4000}/i,
    decode: fromHex,
  },
  { name: 'rot13', pattern: /\buggcf?:\/\/[\w./:?=&%-]{4,500}/i, decode: rotated },
  {
    name: 'backwards',
    pattern: /[\w./:?=&%-]{4,500}\/\/:s?ptth/i,
    decode: (match) => [...match].reverse().join(''),
  },
  { name: 'percent signs', pattern: /%68%74%74%70(?:%[\da-f]{2}|[\w./:-]){4,2000}/i, decode: fromPercent },
];

const anySpelling = /aHR0c|YUhSMGN|NB2HI4|68[\s\S]{0,3}74|uggc|\/\/:s?ptth|%68%74/i;

export interface HiddenAddress {
  readonly address: string;
  readonly spelling: string;
}

export function hiddenAddressIn(text: string): HiddenAddress | undefined {
  if (text.length < 12 || !anySpelling.test(text)) return undefined;
  for (const { name, pattern, decode } of spellings) {
    const match = pattern.exec(text)?.[0];
    if (match === undefined) continue;
    const address = /^https?:\/\/[\w.-]{2,}[^\s"'<>]*/i.exec(decode(match))?.[0];
    if (address !== undefined) return { address: address.slice(0, 200), spelling: name };
  }
  return undefined;
}

/** The text that a list of character codes spells, if it is an address. */
export function addressOfCodes(codes: readonly number[]): string | undefined {
  if (codes.length < 10 || codes.some((code) => !(code > 8 && code < 127))) return undefined;
  const text = String.fromCharCode(...codes.slice(0, maxLength));
  return /^https?:\/\/\S+$/i.test(text) ? text : undefined;
}

/** Decodes up to the first character that is no digit: what was decoded once may be anything. */
function fromBase64(match: string): string {
  const [start = ''] = /^[\w+/-]*/.exec(match.slice(0, maxLength)) ?? [];
  const digits = start.replace(/-/g, '+').replace(/_/g, '/');
  return atob(digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0)));
}

function fromBase32(match: string): string {
  let value = 0;
  let bits = 0;
  let text = '';
  for (const digit of match.slice(0, maxLength)) {
    value = (value << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((value >> bits) & 255);
    value &= (1 << bits) - 1;
  }
  return text;
}

function fromHex(match: string): string {
  const pairs =
    match
      .slice(0, 2 * maxLength)
      .replace(/0x|\\x|[\s,:]/gi, '')
      .match(/[\da-f]{2}/gi) ?? [];
  return String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)));
}

function rotated(match: string): string {
  return match.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

function fromPercent(match: string): string {
  return match.replace(/%([\da-f]{2})/gi, (_, pair: string) =>
    String.fromCharCode(Number.parseInt(pair, 16)),
  );
}
