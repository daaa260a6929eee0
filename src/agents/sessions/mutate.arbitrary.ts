/*
 * Transcripts as a crash, a disk or a newer version of an agent may leave them: bytes flipped and cut, lines dropped,
 * doubled and swapped, and values of the wrong type anywhere in the JSON. Readers must handle all of them.
 */

import fc from 'fast-check';

import { parseJson } from '../../text/json.js';

/** The text after a few mutations. A text that is one JSON value is treated as one, any other line by line. */
export function mutatedText(text: string): fc.Arbitrary<string> {
  return fc
    .array(aMutation, { minLength: 1, maxLength: 6 })
    .map((mutations) => mutations.reduce((mutated, mutate) => mutate(mutated), text));
}

type Mutation = (text: string) => string;

const aPlace = fc.nat({ max: 1_000_000 });

/** Undefined removes the value. */
const junk = fc.constantFrom(
  undefined,
  null,
  true,
  0,
  -1.5,
  1e300,
  '',
  'junk',
  '\0',
  '\ud800',
  '2026-13-45T99:99:99Z',
  [],
  [null],
  ['junk'],
  [[{}]],
  {},
  { type: null },
  { type: 'text', text: 5 },
  { type: 'tool_use', id: {}, name: [], input: 'junk' },
  { constructor: 1, toString: 2, length: -1 },
  nested(500),
);

const byteMutations = [
  fc.tuple(aPlace, fc.nat({ max: 255 })).map(
    ([place, byte]): Mutation =>
      onBytes((bytes) => {
        bytes[place % bytes.length] = byte;
        return bytes;
      }),
  ),
  aPlace.map((place): Mutation => onBytes((bytes) => bytes.subarray(0, place % bytes.length))),
  aPlace.map((place): Mutation => onBytes((bytes) => bytes.subarray(place % bytes.length))),
];

const lineMutations = [
  aPlace.map((place): Mutation => onLines((lines) => lines.toSpliced(place % lines.length, 1))),
  aPlace.map((place): Mutation => onLine(place, (line) => [line, line])),
  fc.tuple(aPlace, aPlace).map(
    ([one, other]): Mutation =>
      onLines((lines) => {
        const [a, b] = [one % lines.length, other % lines.length];
        return lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '');
      }),
  ),
];

const valueMutation = fc.tuple(aPlace, aPlace, junk).map(
  ([line, value, replacement]): Mutation =>
    (text) =>
      withJunk(text, value, replacement) ??
      onLine(line, (json) => [withJunk(json, value, replacement) ?? json])(text),
);

const aMutation: fc.Arbitrary<Mutation> = fc.oneof(...byteMutations, ...lineMutations, {
  arbitrary: valueMutation,
  weight: 6,
});

function onBytes(change: (bytes: Uint8Array) => Uint8Array): Mutation {
  return (text) => new TextDecoder().decode(change(new TextEncoder().encode(text)));
}

function onLines(change: (lines: readonly string[]) => readonly string[]): Mutation {
  return (text) => change(text.split('\n')).join('\n');
}

function onLine(place: number, change: (line: string) => readonly string[]): Mutation {
  return onLines((lines) => {
    const index = place % lines.length;
    return lines.toSpliced(index, 1, ...change(lines[index] ?? ''));
  });
}

/** The JSON with one value replaced, at any depth. Undefined if the text is not JSON. */
function withJunk(json: string, place: number, replacement: unknown): string | undefined {
  if (parseJson(json) === undefined) return undefined;
  let count = 0;
  JSON.parse(json, (_, value) => {
    count += 1;
    return value;
  });
  let left = place % count;
  const changed: unknown = JSON.parse(json, (_, value) => {
    left -= 1;
    return left === -1 ? replacement : value;
  });
  return JSON.stringify(changed) ?? '';
}

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}
