/*
 * Makes tokens from the examples of the format tables: `{a36}` becomes 36 characters of that alphabet. Different ones for
 * every seed, so that nothing in the repository looks like a secret.
 */

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();

const alphabets: Readonly<Record<string, string>> = {
  a: digits + lower + upper,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  l: digits + lower,
  u: digits + upper,
  w: `${digits + lower + upper}-_`,
  b: `${digits + lower + upper}+/`,
  c: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  d: digits,
};

export function exampleOf(example: string, seed: number): string {
  let drawn = seed;
  const draw = (alphabet: string) => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
    return alphabet.charAt((drawn >>> 8) % alphabet.length);
  };
  return example.replace(/\{(\w)(\d+)\}/g, (_, name: string, length: string) =>
    Array.from({ length: Number(length) }, () => draw(alphabets[name] ?? '')).join(''),
  );
}
