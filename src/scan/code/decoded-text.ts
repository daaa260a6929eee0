/*
 * What the strings of a statement say after decoding, so that a rule judges the text and not the form: base64,
 * hexadecimal, percent signs, character codes, backwards, rot13.
 */

const maxLiterals = 12;
const maxLength = 8_000;

/** The readable texts behind the encoded strings and lists of numbers of a statement. */
export function decodedTexts(statement: string): readonly string[] {
  const text = statement.slice(0, maxLength);
  const found = new Set<string>();
  const add = (decoded: string | undefined) => {
    if (decoded !== undefined && decoded.length > 3 && isReadable(decoded)) found.add(decoded);
  };
  const literals = [...text.matchAll(/(["'`])([^"'`\n]{6,6000})\1/g)].slice(0, maxLiterals);
  for (const [, , literal = ''] of literals) {
    if (/^[\w+/-]{8,}={0,2}$/.test(literal)) add(fromBase64(literal));
    if (/^(?:[\da-f]{2}){4,}$/i.test(literal)) add(fromHex(literal));
    if (/^(?:\\x[\da-f]{2}){4,}$/i.test(literal)) add(fromHex(literal.replace(/\\x/gi, '')));
    if (/%[\da-f]{2}/i.test(literal)) add(fromPercent(literal));
    if (backwards.test(text)) add([...literal].reverse().join(''));
    if (/rot_?13/i.test(text)) add(rotated(literal));
  }
  for (const [codes] of text.matchAll(/\d{2,3}(?:\s{0,4},\s{0,4}\d{2,3}){4,2000}/g)) add(fromCodes(codes));
  return [...found];
}

const backwards = /\[::-1\]|\breverse\b|\breversed\b|\bstrrev\b/;

/** Whether the text only opens a dialog of a browser, as the payloads of lessons about injection do. */
export function isHarmless(code: string): boolean {
  return /^\s*(?:(?:window\.)?(?:alert|confirm|prompt)|document\.write)\b[\s(]*["'`]?[\w\s!.,:-]{0,80}["'`]?\s*\)?\s*;?\s*$/.test(
    code,
  );
}

/** Whether the text is code or a command that does something. */
export function isActive(code: string): boolean {
  return (
    !isHarmless(code) &&
    /[\w.]\s*\(|(?:^|[\s;|&/])(?:curl|wget|bash|sh|zsh|nc|ncat|python\d?|node|perl|ruby|php|powershell|iwr|iex|rm|chmod|eval|exec|open|cat|scp|ssh)\s/i.test(
      code,
    )
  );
}

function isReadable(text: string): boolean {
  return !/[\x00-\x08\x0e-\x1f\x7f-\uffff]/.test(text) && /[a-z]{2}/i.test(text);
}

function fromBase64(literal: string): string | undefined {
  const digits = literal.replace(/=+$/, '').replace(/-/g, '+').replace(/_/g, '/');
  return digits.length % 4 === 1 ? undefined : atob(digits);
}

function fromHex(literal: string): string {
  const pairs = literal.match(/[\da-f]{2}/gi) ?? [];
  return String.fromCharCode(...pairs.slice(0, 4_000).map((pair) => Number.parseInt(pair, 16)));
}

function fromPercent(literal: string): string {
  return literal.replace(/%([\da-f]{2})/gi, (_, pair: string) =>
    String.fromCharCode(Number.parseInt(pair, 16)),
  );
}

function fromCodes(list: string): string | undefined {
  const codes = list.split(',').slice(0, 4_000).map(Number);
  return codes.some((code) => code > 126) ? undefined : String.fromCharCode(...codes);
}

function rotated(literal: string): string {
  return literal.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
