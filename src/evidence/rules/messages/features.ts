/*
 * What of a message says whether it corrects the agent: its words, how it begins and ends, words beside each other, and
 * what the hand-written rules about wording and form make of it. Names of files, numbers and quotations are reduced to a
 * sign, because they are about the work. `npm run train` learns the weight of each from labelled messages.
 */

import { correctsReport } from './after-report.js';
import { isAssent } from './assent-words.js';
import { correctsByWording } from './correction-words.js';
import { openingOf } from './opening.js';
import { isPraise, isReassurance } from './praise.js';

/** The intention is at the start; the rest may be pasted text. */
const maxCharacters = 600;
const maxTokens = 120;

export function messageFeatures(text: string): ReadonlySet<string> {
  const tokens = tokensOf(text);
  const features = new Set([`length ${Math.min(6, Math.floor(Math.log2(1 + tokens.length)))}`]);
  if (/[?？]\s*\S?$/.test(text)) features.add('ends with a question');
  for (const signal of signalsOf(openingOf(text))) features.add(signal);
  for (const [index, token] of tokens.entries()) {
    const [next, second, third] = tokens.slice(index + 1, index + 4);
    features.add(token);
    if (/^[a-z]{6,}$/.test(token)) features.add(`${token.slice(0, 5)}~`);
    if (index === 0) features.add(`^${token}`);
    if (index < 4) features.add(`<${token}`);
    if (next === undefined) features.add(`${token}$`);
    else features.add(`${token} ${next}`);
    if (second !== undefined) features.add(`${token} ${next} ${second}`).add(`${token} * ${second}`);
    if (third !== undefined) features.add(`${token} ** ${third}`);
  }
  return features;
}

/** Named in capitals, which no word of a message is. */
function signalsOf(opening: string): readonly string[] {
  const signals = [
    correctsByWording(opening) && 'WORDING',
    correctsReport(opening) && 'FORM',
    isPraise(opening) && 'PRAISE',
    isReassurance(opening) && 'REASSURANCE',
    isAssent(opening) && 'ASSENT',
  ];
  return signals.filter((signal) => signal !== false);
}

const quoted = /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」|『[^』\n]*』/g;
const spaced = /[^\s。、，！？]+/g;
/** A word, a character of a script without spaces, or a mark of punctuation. */
const token = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}'0QP]+|[?!.,:;…。、]/gu;

function tokensOf(text: string): readonly string[] {
  const plain = text
    .slice(0, maxCharacters)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/```[\s\S]*/, ' Q ')
    .replace(quoted, ' Q ')
    .replace(spaced, (word) => (isName(word) ? ' P ' : word))
    .replace(/\d+/g, '0');
  return (plain.match(token) ?? []).slice(0, maxTokens);
}

/** A path, an address or a dotted name. */
function isName(word: string): boolean {
  const mark = word.search(/[/_.]/);
  return mark >= 0 && /[a-z0-9]/.test(word.slice(mark));
}
