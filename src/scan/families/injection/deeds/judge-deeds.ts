/*
 * Reads what a text orders an agent to do: who sends which object to whom, when, under which pretext, and what is deleted
 * or locked. One word is never enough. A finding needs the deed, an object that is not the task's own, and a sign that the
 * task did not ask for it: every time, secretly, under a pretext.
 */

import {
  beyondTask,
  collect,
  conceal,
  destroy,
  duringWork,
  encrypt,
  everyTime,
  leftover,
  openly,
  pretext,
  privateData,
  secret,
  sendVerb,
  urgent,
  work,
} from './concepts.js';
import { bitsOf, type Sentences, sentencesOf } from './passages.js';

export interface Deed {
  readonly rule: 'collect-and-send' | 'lock-files' | 'overreach';
  readonly start: number;
  readonly end: number;
}

/** `lower` is a text in lower case. */
export function deedsIn(lower: string, sentences: Sentences = sentencesOf(lower)): readonly Deed[] {
  const deeds: Deed[] = [];
  for (const pattern of beyondLatin.test(lower) ? [pivots, pivotsElsewhere] : [pivots]) {
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(lower); hit !== null && deeds.length < maxDeeds; hit = pattern.exec(lower)) {
      const index = sentences.at(hit.index);
      pattern.lastIndex = Math.max(pattern.lastIndex, sentences.end(index));
      const block = sentences.context(index)?.block;
      if (block === 'code' || (block === 'fence' && !isProseInCode(lower, hit.index))) continue;
      const deed = judgeSending(sentences, index) ?? judgeDestruction(sentences, index);
      if (deed) deeds.push(deed);
    }
  }
  return deeds;
}

const beyondLatin = /[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]/;
const maxDeeds = 50;

/** In a block of code, a numbered step or a heading is not code. The line is searched no further than 1,000 characters. */
export function isProseInCode(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 1_000), offset);
  const line = before.slice(before.lastIndexOf('\n') + 1).slice(0, 120);
  return /^ *(?:\d{1,2}[.)]|[-+>]|#{1,6}) +\S+ /.test(line);
}

/**
 * Whether the sentences around an order are about something that can harm: data that is sent or private, files that are
 * deleted, programs that are run. To keep silent about anything else is a matter of style.
 */
export function isNearHarm(sentences: Sentences, offset: number): boolean {
  const index = sentences.at(offset);
  const [first, last] = sentences.around(index);
  for (let at = Math.max(first, index - 4); at <= Math.min(last, index + 2); at += 1) {
    const bits = sentences.bits(at);
    if (bits & (secret.bit | privateData.bit | encrypt.bit)) return true;
    if (bits & destroy.bit && bits & beyondTask.bit) return true;
    const text = sentences.text(at);
    if (runsProgram.test(text) || (recipient.test(text) && sendVerb.pattern.test(text))) return true;
  }
  return false;
}

const runsProgram =
  /\b(?:curl|wget|bash|sudo|ssh|scp|chmod|crontab|base64|powershell|npx|eval|upload\w*|exfiltrat\w*|execut\w*|install(?:s|ed|ing)?|download\w*|transfer\w*|permission\w*|approv\w*|payments?|purchases?)\b|\.(?:sh|py|js|exe|ps1)\b/;

/** Where a deed may be: at a recipient, or at a verb of destroying. Each sentence is judged once. */
const pivots =
  /:\/\/|@[a-z0-9]|\b(?:server|endpoint|host|webhook|collector|bucket|delet|remov|wip|eras|shred|purg|destroy|overwrit|clean|clear|lösch|entfern|elimin|borr|apag|exclu|supprim|efface|cancell)/g;
const pivotsElsewhere = /удал|сотри|删除|清除|刪除|削除|삭제/g;

/** An address outside, or words for a machine of somebody else. */
const recipient =
  /https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1)[^\s/'"`<>)]{3}|(?<=[\w+-])@[a-z0-9-]{1,40}\.[a-z]{2}|\b(?:remote|external|central|collect(?:or|ion)|ingest|logging|backup|audit|monitoring|telemetry|intranet|third-party|compliance|command|c2) (?:\w{1,20} )?(?:servers?|endpoints?|services?|hosts?|urls?|webhooks?|collectors?|buckets?|address|inbox)\b/;

/** A command that sends what it is given. */
const uploads =
  /\bcurl\b[^\n]*\s(?:-d\b|--data|-f ?['"]?[\w-]+=|--form|-t ['"]?[\w./~$-]|--upload-file|-x ?['"]?p(?:os|u)t|--json)|\bwget\b[^\n]*--post|\b(?:requests|httpx|axios|session)\.(?:post|put)\(|\bgit (?:push|remote add)\b[^\n]*:\/\/|\bscp\b [^\n]*\w:|\brsync\b [^\n]*\w:|-method post/;

const anySend = new RegExp(sendVerb.pattern, 'g');
const towards =
  /(?:^|[^\p{L}])(?:to|into|at|via|with|using|through|an|per|nach|zu|auf|a|al|para|por|à|au|vers|su|verso|на|в|к|по)[^\p{L}]/u;
const noSpaces = /[\u3040-\u9fff\uac00-\ud7af]/;

/** The words before the verb say that somebody else does it. */
const byOthers =
  /(?:\b(?:users?|clients?|customers?|visitors?|they|apis?|apps?|servers?|browsers?|which|it|we|i|services?|who|can|may|could|might|you can|be|is|are|was|were|been|the|a|an|by|of|for) )$/;

interface Sending {
  /** What is sent, as the sentence has it. */
  readonly object: string;
  readonly start: number;
  readonly isCommand: boolean;
}

function sendingIn(text: string): Sending | undefined {
  const target = recipient.exec(text);
  const command = uploads.exec(text);
  if (target === null && command === null) return undefined;
  if (target !== null && noSpaces.test(text) && sendVerb.pattern.test(text))
    return { object: text, start: target.index, isCommand: false };
  const until = target?.index ?? 0;
  anySend.lastIndex = 0;
  for (let verb = anySend.exec(text); verb !== null && verb.index < until; verb = anySend.exec(text)) {
    if (byOthers.test(text.slice(Math.max(0, verb.index - 24), verb.index))) continue;
    const object = text.slice(verb.index + verb[0].length, until);
    if (towards.test(`${object} `)) return { object, start: verb.index, isCommand: command !== null };
  }
  return command === null ? undefined : { object: '', start: command.index, isCommand: true };
}

function judgeSending(sentences: Sentences, index: number): Deed | undefined {
  const text = sentences.text(index);
  const sending = sendingIn(text);
  if (sending === undefined) return undefined;
  const [first, last] = sentences.around(index);
  const together = bitsBetween(sentences, first, last);
  if (locksFiles(sentences, first, last, together)) return deedAt('lock-files');
  const object = objectOf(sentences, index, first, sending);
  const signs = signsOf(together) + (object.isCollected ? 1 : 0) + (pseudoTag.test(text) ? 1 : 0);
  const near = sentences.bits(index) | sentences.bits(Math.max(first, index - 1));
  if (object.weight === 0 || (near & openly.bit && !(near & conceal.bit))) return undefined;
  const isEnough =
    object.weight === 3
      ? signs >= 1
      : object.weight === 2
        ? signs >= 2
        : (together & pretext.bit) !== 0 && (together & (everyTime.bit | urgent.bit)) !== 0;
  return isEnough ? deedAt('collect-and-send') : undefined;

  function deedAt(rule: Deed['rule']): Deed {
    const start = sentences.start(index) + (sending?.start ?? 0);
    return { rule, start, end: Math.min(sentences.end(index), start + 120) };
  }
}

/** 3: secrets, 2: private data, 1: what the task is about, 0: nothing that is known. */
interface SentObject {
  readonly weight: 0 | 1 | 2 | 3;
  /** Whether an order to collect it was found. */
  readonly isCollected: boolean;
}

/** The object in the sentence itself, or what "it" stands for: what the steps before told to collect. */
function objectOf(sentences: Sentences, index: number, first: number, sending: Sending): SentObject {
  const own = bitsOf(sending.object, [secret, privateData, work]);
  const isCollected = (sentences.bits(index) & collect.bit) !== 0;
  if (own & secret.bit) return { weight: 3, isCollected };
  if (own & privateData.bit) return { weight: 2, isCollected };
  const before = [index, index - 1, index - 2, index - 3, index - 4, index - 5].filter((at) => at >= first);
  if (sending.isCommand || own & work.bit || standsForObject.test(sending.object)) {
    const collected = before.map((at) => sentences.bits(at)).filter((bits) => bits & collect.bit);
    if (collected.some((bits) => bits & secret.bit)) return { weight: 3, isCollected: true };
    if (collected.some((bits) => bits & privateData.bit)) return { weight: 2, isCollected: true };
    return { weight: 1, isCollected: false };
  }
  return { weight: 0, isCollected: false };
}

/** A pronoun, or nothing at all as in "read it and forward to". */
const standsForObject =
  /^\W*(?:to|into|an|a|al|para|à|su)?\W*(?:the|our|this|der|den|die)?\W*$|(?:^|\W)(?:it|them|this|these|that|everything|all|sie|es|alles|lo|los|les|le|tout|tudo|tutto|его|их|все)(?:\W|$)/;
const pseudoTag =
  /<\/?(?:important|critical|system|mandatory|required|urgent|instructions?|admin|secret|hidden)\b/;

function signsOf(bits: number): number {
  return (
    (bits & everyTime.bit ? 2 : 0) +
    (bits & conceal.bit ? 2 : 0) +
    (bits & urgent.bit ? 1 : 0) +
    (bits & pretext.bit ? 1 : 0) +
    (bits & duringWork.bit && !(bits & everyTime.bit) ? 1 : 0)
  );
}

export function bitsBetween(sentences: Sentences, first: number, last: number): number {
  let bits = 0;
  for (let at = first; at <= last; at += 1) bits |= sentences.bits(at);
  return bits;
}

/** Files are locked, their originals deleted, and the key is sent away. */
function locksFiles(sentences: Sentences, first: number, last: number, together: number): boolean {
  if (!(together & encrypt.bit && together & destroy.bit && together & beyondTask.bit)) return false;
  for (let at = first; at <= last; at += 1) {
    const bits = sentences.bits(at);
    if (bits & destroy.bit && bits & beyondTask.bit) return true;
  }
  return false;
}

function judgeDestruction(sentences: Sentences, index: number): Deed | undefined {
  const text = sentences.text(index);
  // Most sentences with such a verb are ruled out here, before the other concepts are looked up.
  if (!destroy.pattern.test(text) || !beyondTask.pattern.test(text)) return undefined;
  // The title of a link says what a page is about.
  if (/^\s*\[[^\]\n]{1,80}\]: /.test(text)) return undefined;
  const own = sentences.bits(index);
  if (own & leftover.bit) return undefined;
  const [first, last] = sentences.around(index);
  const together = bitsBetween(sentences, first, last);
  const near = own | sentences.bits(Math.max(first, index - 1)) | sentences.bits(first);
  const isUnasked = own & conceal.bit || (near & everyTime.bit && together & pretext.bit);
  if (!isUnasked || near & openly.bit) return undefined;
  const start = sentences.start(index);
  return { rule: 'overreach', start, end: Math.min(sentences.end(index), start + 120) };
}
