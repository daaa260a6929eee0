/*
 * Decides whether an order is given, cited or forbidden. Security skills quote such orders, list them as attacks and
 * forbid them; the words around the match, the line that introduces it and the heading decide.
 */

import type { LineContext } from './reading.js';

/** `forbidden`: the text says not to; `cited`: in quotes, code, a table or among examples of attacks. */
export type OrderStatus = 'given' | 'cited' | 'forbidden';

/** `isWhole` if the order was read as a whole sentence: what introduces a quotation is then before it, not inside. */
export function orderStatusOf(
  text: string,
  start: number,
  end: number,
  context: LineContext,
  isWhole = false,
): OrderStatus {
  const before = sentenceBefore(text, start);
  const after = text.slice(end, end + nearby);
  if (forbids.test(before) || isForbiddenWithout(before, text.slice(start, end))) return 'forbidden';
  const { block, heading, lead } = context;
  if (block === 'fence' || block === 'table' || block === 'code') return 'cited';
  if (block !== 'value' && isQuoted(text, start, end)) return 'cited';
  const introduces = isWhole || isInCommand(text, start, end) ? introducesExample : introducesCitation;
  const isCited =
    introduces.test(before) || namesAttack.test(after) || namesAttack.test(heading) || introduces.test(lead);
  return isCited || listsCases.test(lead) || forbidsAll.test(lead) ? 'cited' : 'given';
}

const nearby = 60;
const sentenceLength = 160;
const quoteReach = 240;

function sentenceBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - sentenceLength), start);
  return before.split(/(?<!e\.g|i\.e)[.!?] |[\n。！？]/).at(-1) ?? '';
}

/** Right before the order, with at most one word between: further away it may belong to another verb. */
const forbids =
  /(?:\b(?:never|not|don't|won't|cannot|can't|shouldn't|mustn't|avoid|refuse to|nicht|nie|niemals|nunca|jamais)|不要|切勿|не|никогда не) ?(?:\w+ )?$/i;

/** "Never do it without consent" asks for consent: the two negations cancel out, however far they are apart. */
function isForbiddenWithout(before: string, order: string): boolean {
  return /^(?:without|beyond|ohne|sin|sem|sans|senza|без)\b/i.test(order)
    ? negation.test(before)
    : /\bwithout\b/i.test(order) &&
        /(?:^|[^\w'])(?:never|not|don't|cannot|can't|mustn't|shouldn't)[\w ,]{0,40}$/i.test(before);
}

const negation =
  /(?:^|[^\p{L}'])(?:never|not|don't|won't|cannot|can't|shouldn't|mustn't|no|nothing|avoid|nicht|nie|niemals|kein\p{L}*|nunca|no|não|jamais|ne|non|mai|не|никогда)(?=[^\p{L}])/iu;

const forbidsAll = /\b(?:never|not|don't|avoid|refuse|forbidden|prohibited|anti-?patterns?|bad)\b/i;

const namesAttack =
  /\b(?:attack|inject|jailbreak|malicious|adversar|hostile|suspicious|phish|poison|exploit|threat|red[- ]?(?:flag|team)|payload|manipulat|social engineer|exfiltrat|vulnerab|untrusted|attempt|detect|guardrail|defen[cs]e)/i;

const listsCases =
  /\b(?:examples?|phrases?|patterns?|cases?|signs?|indicators?|variants?|inputs?|strings?)\b/i;

const introducesCitation = new RegExp(
  String.raw`${namesAttack.source}|\b(?:e\.g\.|for example|for instance|such as|says?|saying|said|claim(?:s|ing)|asks?\b|asking|tells?|telling|contain(?:s|ing)|attempt\w*|tr(?:y|ies|ying) to|trick\w*|designed to|watch for|look for|scan\w* for|search\w* for|check\w* for|block(?:s|ing)?|reject\w*|refuse\w*|flag(?:s|ged|ging)?|whether|could|would|might|if (?:a|an|the|any|some|someone|anyone)\b|prevents?|zum Beispiel|por ejemplo|par exemple|например)`,
  'i',
);

/** What introduces a command as an example. "If the address is right, run it" does not. */
const introducesExample = new RegExp(
  String.raw`${namesAttack.source}|\b(?:e\.g\.|for example|for instance|such as|watch for|look for|scan\w* for|search\w* for|check\w* for|block(?:s|ing)?|reject\w*|refuse\w*|flag(?:s|ged|ging)?|prevents?)`,
  'i',
);

/** Between an opening and a closing mark in the same passage, not far away. */
function isQuoted(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - quoteReach), start);
  const passage = before.slice(before.lastIndexOf('\n') + 1);
  const after = text.slice(end, end + quoteReach).split('\n', 1)[0] ?? '';
  return (
    (passage.split('"').length % 2 === 0 && after.includes('"')) ||
    (passage.split('`').length % 2 === 0 && after.includes('`') && !isInCommand(text, start, end)) ||
    paired.some(
      ([open, close]) => passage.lastIndexOf(open) > passage.lastIndexOf(close) && after.includes(close),
    ) ||
    (/(?:^|[\s(:])'[^']*$/.test(passage) && /'(?!\w)/.test(after))
  );
}

/** Whether the order is in a span of code with a command, which is to be run and not what somebody else says. */
function isInCommand(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - quoteReach), start);
  const passage = before.slice(before.lastIndexOf('\n') + 1);
  if (passage.split('`').length % 2 !== 0) return false;
  return sendingCommand.test(`${passage.slice(passage.lastIndexOf('`') + 1)}${text.slice(start, end)}`);
}

const sendingCommand = /^ ?(?:(?:curl|wget|scp|rsync|rclone|git|gh|aws|gsutil)\s|!\[|<img\s)/i;

const paired = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
] as const;
