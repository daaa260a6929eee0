/*
 * Finds the secrets in a text. One search finds all signs of secrets; the rule of each sign then returns a range of the
 * text, and overlapping ranges are joined. A text with signs is also searched as a reader understands it, because tokens
 * may be encoded or written in pieces.
 */

import { mayHaveSign } from './any-sign.js';
import { blockSigns } from './beside/blocks.js';
import { callSigns } from './beside/calls.js';
import { clientSigns } from './beside/clients.js';
import { commandSigns } from './beside/commands.js';
import { dataFileSigns, findClusterSecrets } from './beside/data-files.js';
import { deviceSigns } from './beside/devices.js';
import { flagSigns } from './beside/flags.js';
import { keyPartSigns } from './beside/key-parts.js';
import { findForeignStatements } from './beside/statements.js';
import { findUserPasswords, urlSigns } from './beside/urls.js';
import { wordSigns } from './beside/words.js';
import { findEncoded } from './encoded.js';
import { findDiscordTokens, tokenSigns } from './formats/tokens.js';
import { createLiteralSearch, type LiteralSearch } from './literal-search.js';
import { adjoiningSigns, joiningSigns, plainView } from './plain-view.js';
import { findPrivateKeys } from './private-keys.js';
import type { KnownValue, Sign } from './sign.js';

/** A range of the text; the end is exclusive. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export type Finder = (text: string) => readonly Finding[];

/** In the order of the text. If two findings overlap, the first determines the kind. */
export const findSecrets: Finder = createSecretFinder();

/** The signs of values that are known to be secrets are searched for together with all others. */
export function createSecretFinder(known: readonly KnownValue[] = []): Finder {
  let search: SignSearch | undefined;
  return (text) => {
    if (search === undefined && !mayHaveSign(text) && !known.some(({ start }) => text.includes(start)))
      return [];
    search ??= makeSearch(known.map(({ sign }) => sign));
    return findWith(search, text);
  };
}

function findWith(search: SignSearch, text: string): readonly Finding[] {
  const findings: Finding[] = [];
  const { hasWords, hasPieces, isAscii } = findPlain(search, text, findings);
  if (hasWords) findEncoded(text, (decoded) => findIn(search, decoded), findings);
  const view = plainView(text, { mayHavePieces: hasPieces, isAscii });
  if (view !== undefined)
    for (const { start, end, kind } of findIn(search, view.text))
      findings.push({ ...view.rangeOf(start, end), kind });
  return joined(findings);
}

function findIn(search: SignSearch, text: string): readonly Finding[] {
  const findings: Finding[] = [];
  findPlain(search, text, findings);
  return findings;
}

/** Only tokens with a known format: for a name, which has no context. */
export function findTokens(text: string): readonly Finding[] {
  tokenSearch ??= makeSearch([]);
  const { search, list, tokens } = tokenSearch;
  const findings: Finding[] = [];
  search(text, (number, at) => {
    const sign = list[number];
    const found = number < tokens && sign !== undefined && 'find' in sign ? sign.find(text, at) : undefined;
    if (found !== undefined) findings.push(found);
  });
  return joined(findings);
}

let tokenSearch: SignSearch | undefined;

interface Signs {
  /** Whether there was a word beside which secrets are, even if no secret was found. */
  readonly hasWords: boolean;
  /** Whether there was a sign of a string in pieces; of strings side by side only with one of a secret. */
  readonly hasPieces: boolean;
  readonly isAscii: boolean;
}

/** Adds to the findings. */
function findPlain(signs: SignSearch, text: string, findings: Finding[]): Signs {
  const { search, list, known, tokens, words } = signs;
  const beside: Finding[] = [];
  const once = new Set<Finder>();
  let hasMarks = false;
  let hasWords = false;
  let hasJoined = false;
  let hasAdjoined = false;
  let tokenEnd = 0;
  let besideEnd = 0;
  const isAscii = search(text, (number, at) => {
    const sign = list[number];
    if (sign === undefined) {
      if (number < list.length + joiningSigns.length) hasJoined = true;
      else hasAdjoined = true;
      return;
    }
    if (number < tokens) hasMarks = number >= known || hasMarks;
    else if (number < words && sign.text.length > 3) hasWords = true;
    if ('findAll' in sign) {
      once.add(sign.findAll);
      return;
    }
    const isToken = number < tokens;
    // A sign inside a value is part of the value. Known values may overlap.
    if (number >= known && at < (isToken ? tokenEnd : besideEnd)) return;
    const found = sign.find(text, at);
    if (found === undefined) return;
    if (!isToken) besideEnd = found.end;
    else if (number >= known) tokenEnd = found.end;
    // The format of a token determines its kind, not what is beside it.
    (isToken ? findings : beside).push(found);
  });
  for (const finding of findDiscordTokens(text)) findings.push(finding);
  // No spread of the results: a text may contain more secrets than a call takes arguments.
  for (const findAll of once) for (const finding of findAll(text)) findings.push(finding);
  for (const finding of beside) findings.push(finding);
  if (text.includes('@')) for (const finding of findUserPasswords(text)) findings.push(finding);
  if (!isAscii && otherScript.test(text))
    for (const finding of findForeignStatements(text)) findings.push(finding);
  return { hasWords, hasPieces: hasJoined || (hasAdjoined && (hasMarks || hasWords)), isAscii };
}

const otherScript = /[\u00c0-\uffff]/;

interface SignSearch {
  readonly search: LiteralSearch;
  readonly list: readonly Sign[];
  /** How many signs, from the start of the list, are values that are known. */
  readonly known: number;
  /** How many are known values or marks of tokens. */
  readonly tokens: number;
  /** How many are one of these or words beside secrets. */
  readonly words: number;
}

function makeSearch(known: readonly Sign[]): SignSearch {
  const tokens = [...known, ...tokenSigns()];
  const words = [...wordSigns(), ...wholeTextSigns];
  const beside = [
    commandSigns,
    clientSigns,
    keyPartSigns,
    flagSigns,
    urlSigns,
    dataFileSigns,
    callSigns,
    blockSigns,
    deviceSigns,
  ];
  const list = [...tokens, ...words, ...beside.flatMap((make) => make())];
  // The signs of strings in pieces come last, and have no rule.
  const search = createLiteralSearch([...list.map(({ text }) => text), ...joiningSigns, ...adjoiningSigns]);
  return { search, list, known: known.length, tokens: tokens.length, words: tokens.length + words.length };
}

/** Signs of secrets that consist of several parts of the text. */
const wholeTextSigns: readonly Sign[] = [
  { text: 'private key', findAll: findPrivateKeys },
  ...[
    'kind: secret',
    'kind: "secret',
    'kind":"secret',
    'kind": "secret',
    'kind\\":\\"secret',
    'kind\\": \\"secret',
  ].map((text) => ({ text, findAll: findClusterSecrets })),
];

/** Sorts the ranges, and joins those that overlap. */
export function joined(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const result: Finding[] = [];
  for (const finding of [...findings].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last === undefined || finding.start >= last.end) result.push(finding);
    else if (finding.end > last.end) result[result.length - 1] = { ...last, end: finding.end };
  }
  return result;
}

/** The texts of all signs, for the test that `any-sign.ts` knows them. */
export function signTexts(): readonly string[] {
  return makeSearch([]).list.map(({ text }) => text);
}
