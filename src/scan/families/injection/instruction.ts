/*
 * Decides whether text from a session reads like an instruction to an agent. Tool output comes from web pages, mails and
 * other people's files; an order in it must not get into a skill, where every later agent reads it. Some wordings are
 * normal in a skill but not in tool output, so they are added to those of the scanner. Quoting already marks the text as
 * data; this is a second line of defence, so it prefers to drop an honest line rather than keep an order.
 */

import { inLatin, normalizeLines, normalizeText } from '../../package/plain-letters.js';
import { deedsIn } from './deeds/judge-deeds.js';
import { exfiltratingLinks } from './injection.js';
import { orderStatusOf } from './order-status.js';
import { ordersIn } from './orders.js';

export function readsLikeInstruction(text: string): boolean {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const latin = inLatin(plain).replace(/[αεητχγ]/g, (letter) => moreLookAlikes[letter] ?? letter);
  return (
    [plain, latin].some(addressesAgent) ||
    givesOrders([text, plain, latin]) ||
    exfiltratingLinks(normalizeText(text)).length > 0
  );
}

/** Letters that honest words mix with Latin ones, as in formulas. */
const moreLookAlikes: Readonly<Record<string, string>> = { α: 'a', ε: 'e', η: 'n', τ: 't', χ: 'x', γ: 'y' };

/** A quoted order counts as well, because nobody reviews an example in tool output. */
function givesOrders(readings: readonly string[]): boolean {
  const lines = readings.map((reading) => reading.toLowerCase().replace(escapedBlank, '\n'));
  return [...new Set(lines.flatMap((line) => [normalizeText(line), normalizeLines(line)]))].some((line) =>
    [...ordersIn(line), ...deedsIn(line)].some(
      ({ start, end }) => orderStatusOf(line, start, end, prose) !== 'forbidden',
    ),
  );
}

const prose = { block: 'prose', heading: '', lead: '' } as const;

/** An escaped blank, as in a quoted string. */
const escapedBlank = /\\+[nrt]/g;

function addressesAgent(plain: string): boolean {
  const words = plain
    .replace(escapedBlank, ' ')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return inWords.some((pattern) => pattern.test(words)) || inSigns.some((pattern) => pattern.test(plain));
}

/** For text in lower case without accents and punctuation, so that emphasis hides nothing. */
const inWords = [
  // Setting aside earlier instructions.
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,5}(?:instructions?|prompts?|guidelines|rules|directives?|safeguards)\b/,
  /\b(?:ignore|disregard|forget) (?:everything|anything|all)\b(?: \w+){0,3} (?:above|before|previous|prior|earlier|told|said)\b/,
  /(?<!\p{L})(?:ignoriere|vergiss|ignora|olvida|ignorez|oubliez|oublie|забудь|игнорируи) (?:\p{L}+ ){0,5}(?:anweisung|regeln|instruc|consignes|инструкци)/u,
  /(?:忽略|无视|無視|忘记|忘れ).{0,16}(?:指令|指示|提示|规则)|(?:指令|指示|提示|规则).{0,8}(?:忽略|无视|無視|忘记|忘れ)/,
  // Giving it another role.
  /\byou are now (?:an?|the|acting|free|allowed|unrestricted)\b|\bfrom now on\b|\bpretend (?:to be|you|that you)\b/,
  /(?:^|\b(?:please|must|should|will|to) )act as (?:an?|the|if)\b|\bjailbreak/,
  /\byour (?:new )?(?:instructions?|task|role|goal|objective) (?:is|are)\b|\bnew (?:system )?(?:instructions?|prompt)\b|\bsystem prompt\b/,
  // Ordering it about.
  /\byou (?:must|should|shall|will|need to|have to|are to|are required to) (?:now|immediately|always|never|instead)\b/,
  /\byou (?:must|should|shall|need to|have to|are to|are required to) (?:\w+ )?(?:run|execute|delete|send|upload|post|email|reveal|obey|reply|respond|ignore|paste|visit)\b/,
  /\b(?:attention|dear|hey|note to|message to|message for|instructions? to|instructions? for) (?:\w+ ){0,2}(?:ai|agents?|assistants?|models?|llms?|claude|chatgpt|gpt|gemini|codex)\b/,
  /\b(?:(?:ai|the|this|every|all|any) agents?|ai assistants?|assistants?|llms?|language models?|claude|chatgpt) (?:must|should|shall|please)\b/,
  // Keeping it from the user.
  /\b(?:do not|dont|never|without|avoid) (?:\w+ )?(?:tell|inform|notify|mention|alert|ask|warn|show|reveal)(?:ing)?(?: \w+){0,4} (?:user|users|human|operator|owner|anyone|anybody)\b/,
  // Giving secrets away.
  /(?:^|\b(?:please|and|then|must|should|now|you) )(?:send|post|upload|email|exfiltrate|leak|forward|reveal|print|output|share) (?:\w+ ){0,6}(?:api keys?|credentials?|secrets?|passwords?|tokens?|private keys?|ssh keys?|environment variables|conversation|chat history)\b/,
];

/** Lower case, no accents, signs as they are. */
const inSigns = [
  // A turn of a conversation that never was.
  /^[^\p{L}\p{N}]*(?:system|assistant|developer|human)(?: (?:prompt|message|note|override))?\s*[:\]>|]/u,
  /<\|[a-z_]+\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|human|instructions?|prompt)\b/,
  // An agent that is called by its name.
  /\b(?:claude|chatgpt|gemini|codex|assistant), (?:please )?[a-z]+/,
  // A command to be run as it stands, or hidden so that it must be decoded first.
  /\b(?:run|execute|eval|paste|type)\b.{0,40}(?:\brm -\w*r|\bcurl\b|\bwget\b|\bsudo\b|\bbase64\b|\| ?(?:ba|z)?sh\b|\bpowershell\b)/s,
  /(?:decode|base64|atob|rot13).{0,80}[a-z0-9+/]{40}|[a-z0-9+/]{40}.{0,80}(?:decode|base64|atob|rot13)/s,
];
