/*
 * In which forms a value that is known to be a secret may be written.
 */

/** The shortest value that is searched for, so that no ordinary word is redacted. */
export const shortestValue = 8;
/** So many first characters identify a value, so that it is found even if the text is cut off. */
export const identifyingLength = 64;

/** The value as it is, in a JSON string, in a URL, and in base64, also inside a longer encoded text. */
export function formsOf(value: string): readonly string[] {
  const forms = new Set([value]);
  forms.add(JSON.stringify(value).slice(1, -1));
  const wellFormed = value.replace(/\p{Cs}/gu, '\uFFFD');
  forms.add(encodeURIComponent(wellFormed));
  forms.add(
    encodeURIComponent(wellFormed)
      .replace(/[!'()*]/g, percent)
      .replaceAll('%20', '+'),
  );
  const bytes = new TextEncoder().encode(wellFormed.slice(0, longestEncoded));
  const whole = btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
  for (const encoded of [whole, ...[0, 1, 2].map((shift) => base64Inside(bytes, shift))]) {
    if (encoded.length < shortestEncoded) continue;
    forms.add(encoded);
    forms.add(encoded.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...forms].filter((form) => form.length >= shortestValue);
}

const longestEncoded = 1_024;
const shortestEncoded = 10;

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The base64 of the bytes after `shift` unknown bytes, without the characters that depend on what is around them. */
function base64Inside(bytes: Uint8Array, shift: number): string {
  const padded = new Uint8Array(shift + bytes.length);
  padded.set(bytes, shift);
  const encoded = btoa(String.fromCharCode(...padded)).replace(/=+$/, '');
  const first = [0, 2, 3][shift] ?? 0;
  // The last character of an incomplete group also encodes the byte that follows.
  const last = padded.length % 3 === 0 ? encoded.length : encoded.length - 1;
  return encoded.slice(first, last);
}
