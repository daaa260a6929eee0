/*
 * Corrections that say the same in other words are one line. Which words two corrections share decides; a correction
 * without any content, such as a bare "no", says nothing to the next agent and is left out.
 */

import { correctionText } from '../../../evidence/rules/fixes/gate/correction-text.js';

export interface HeardCorrection {
  /** The id of the event. */
  readonly event: string;
  readonly at: number;
  /** The root session. */
  readonly session: string;
  /** Redacted. */
  readonly text: string;
}

/** Corrections of the same content, oldest first. */
export interface CorrectionGroup {
  /** The words to show: the shortest of the group. */
  readonly words: string;
  /** The words of the oldest, which identify the group. */
  readonly key: string;
  readonly corrections: readonly HeardCorrection[];
}

export interface GroupedCorrections {
  readonly groups: readonly CorrectionGroup[];
  /** The number of corrections whose words must not be shown. */
  readonly withheld: number;
}

/** Groups in the order of their oldest correction. An event counts once. */
export function groupCorrections(heard: readonly HeardCorrection[]): GroupedCorrections {
  const groups: OpenGroup[] = [];
  let withheld = 0;
  for (const correction of oldestFirst(heard)) {
    const shown = correctionText(correction.text.slice(0, maxTextCharacters));
    if (shown === undefined) {
      withheld += 1;
      continue;
    }
    const words = withoutRefusal(shown);
    const content = contentOf(words);
    if (content.words.size < minContentWords) continue;
    const group = groups.find(({ contents }) => contents.some((one) => areAlike(one, content)));
    if (group === undefined)
      groups.push({ key: normal(words), words, contents: [content], corrections: [correction] });
    else {
      group.corrections.push(correction);
      group.contents.push(content);
      if (words.length < group.words.length) group.words = words;
    }
  }
  return { groups: groups.map(({ key, words, corrections }) => ({ key, words, corrections })), withheld };
}

interface OpenGroup {
  readonly key: string;
  words: string;
  readonly contents: Content[];
  readonly corrections: HeardCorrection[];
}

const maxTextCharacters = 1_000;
const maxCorrections = 200;
const minContentWords = 2;
const minShare = 0.5;
/** Of two corrections that want the same thing: "always add a new migration", "each change gets its own new migration". */
const minShareWithThing = 0.2;

/** The latest of them, if there are many. */
function oldestFirst(heard: readonly HeardCorrection[]): readonly HeardCorrection[] {
  const unique = new Map(heard.map((correction) => [correction.event, correction]));
  return [...unique.values()]
    .sort((one, other) => one.at - other.at || (one.event < other.event ? -1 : 1))
    .slice(-maxCorrections);
}

/** An option decides if both name it, by its value; else most content words of the shorter one are in the other. */
function areAlike(one: Content, other: Content): boolean {
  for (const [option, value] of one.options) {
    const otherValue = other.options.get(option);
    if (otherValue !== undefined) return otherValue === value;
  }
  if (rejects(one, other) || rejects(other, one)) return false;
  const [shorter, longer] = one.words.size <= other.words.size ? [one, other] : [other, one];
  const shared = [...shorter.words].filter((word) => longer.words.has(word)).length;
  if (shared >= 2 && shared >= minShare * shorter.words.size) return true;
  const hasCommonThing = [...one.wanted].some((word) => other.wanted.has(word));
  if (shared >= 2 && hasCommonThing && shared >= minShareWithThing * shorter.words.size) return true;
  return sharesWish(one, other);
}

/**
 * Whether both name the same thing that the user wants, in a message about little else: "pnpm please", "why npm? we use
 * pnpm".
 */
function sharesWish(one: Content, other: Content): boolean {
  const size = Math.min(one.wanted.size, other.wanted.size);
  const shared = [...one.wanted].filter((word) => other.wanted.has(word)).length;
  return shared > 0 && shared * maxWordsPerWish >= size;
}

/** Whether one rejects what the other one wants. */
function rejects(one: Content, other: Content): boolean {
  return [...other.wanted].some((word) => one.rejected.has(word) && !one.wanted.has(word));
}

/** A wish has one word of so many. */
const maxWordsPerWish = 3;

interface Content {
  /** Words that carry content, in lower case; pairs of characters where words are not separated. */
  readonly words: ReadonlySet<string>;
  /** The words that name a thing, and do not stand after a "not" or "instead of". */
  readonly wanted: ReadonlySet<string>;
  readonly rejected: ReadonlySet<string>;
  /** Such as `--language` with `de`. */
  readonly options: ReadonlyMap<string, string>;
}

function contentOf(text: string): Content {
  const words = new Set<string>();
  const options = new Map<string, string>();
  const wanted = new Set<string>();
  const rejected = new Set<string>();
  let isRejected = false;
  let option: string | undefined;
  let end = 0;
  const read = text.toLowerCase().slice(0, maxTextCharacters);
  for (const { 0: word, index } of read.matchAll(wordShape)) {
    if (/[^\s"'`]/.test(read.slice(end, index))) isRejected = false;
    end = index + word.length;
    if (unseparated.test(word)) {
      for (const pair of pairsOf(word)) words.add(pair);
      continue;
    }
    const plain = word.replace(/[.,:;]{1,9}$/, '');
    if (rejecting.has(plain)) isRejected = true;
    else {
      if (isThing(plain)) (isRejected ? rejected : wanted).add(plain);
      if (plain.length > 2 && !commonWords.has(plain)) isRejected = false;
    }
    if (option !== undefined && plain !== '' && !commonWords.has(plain)) options.set(option, plain);
    option = /^--?[a-z]/.test(word) && word === plain ? plain : undefined;
    if ((plain.length > 2 || /^[-\d]/.test(plain)) && !commonWords.has(plain)) words.add(plain);
  }
  return { words, wanted, rejected, options };
}

/** A word that says what the message is about. */
function isThing(word: string): boolean {
  return (
    (word.length >= 4 || /\d/.test(word)) &&
    /\p{L}|\d/u.test(word) &&
    !commonWords.has(word) &&
    !plainWords.has(word)
  );
}

const rejecting: ReadonlySet<string> = new Set(
  "not no never without instead than don't dont nicht kein keine keinen statt ohne pas jamais sans lieu sin nunca vez não sem".split(
    ' ',
  ),
);

/** Words that corrections about different things share. */
const plainWords: ReadonlySet<string> = new Set(
  (
    'use used using uses take taken make makes made write written wrote change changed changes want wants wanted need ' +
    'needs like know said told asked meant think every each other another only more less first last next before after ' +
    'file files folder line lines code test tests name names text word words page table list value values function ' +
    'method class version repo repository project team user users customer customers company output result results ' +
    'message messages comment comments commit commits branch format style rule rules thing things done keep leave ' +
    'everything anything something nothing always really already because about over under rest same back again ' +
    'benutze benutzen verwende verwenden nimm nehmen nutzen mach machen schreib schreiben datei dateien zeile projekt ' +
    'alle alles wieder schon hier unsere unser kunden kunde sollst soll muss müssen sollen hast habe ' +
    'utilise utiliser utilisons fichier fichiers projet ligne toujours notre dans avec faut doit comme tout tous ' +
    'usa usar usamos archivo archivos proyecto línea siempre nuestro todo todos aquí debe tiene hacer ' +
    'arquivo arquivos projeto linha sempre nosso aqui deve gente'
  ).split(' '),
);

function pairsOf(word: string): readonly string[] {
  const characters = [...word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const wordShape =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,200}|[-@\p{L}\p{N}_./:+=]{1,100}/gu;
const unseparated = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words of the languages that corrections are recognised in, which say nothing about the work. */
const commonWords: ReadonlySet<string> = new Set(
  (
    'the and for not but you your this that these those its with was were are has have had did does dont ' +
    "don't isn't it's that's from into then than them they there here what which when where how why should " +
    'must can could would will just also still again wrong right please nope stop wait instead never always ' +
    'nein falsch nicht das der die den dem ein eine einen ist war und oder aber bitte mit von für auf aus ' +
    'noch mal doch schon sondern stattdessen immer nie ' +
    'non pas que qui les des une est pour avec dans sur faux arrête plutôt toujours jamais ' +
    'los las una por con para pero eso esto está mal así siempre nunca'
  ).split(' '),
);

/** Removes a bare refusal at the start, so that the line begins with what is wanted. */
function withoutRefusal(text: string): string {
  let rest = text.trim();
  for (let round = 0; round < 3; round += 1) {
    const found = refusal.exec(rest)?.[0];
    if (found === undefined || contentOf(rest.slice(found.length)).words.size < minContentWords) return rest;
    rest = rest.slice(found.length);
  }
  return rest;
}

const refusal =
  /^(?:no+|nope|nein|non|stop|wait|wrong|falsch|faux|(?:that'?s|this is|it'?s|that is) (?:wrong|not right|not it|incorrect)|not like that|das ist falsch|so nicht|c'est faux|está mal|不对|不是|错了|違う|違います|いいえ)[,.!:;。、，！…-]{1,3}\s{0,5}/iu;

function normal(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
