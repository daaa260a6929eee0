/*
 * Finds instructions to the agent against its user, in every text file of a package. Security skills quote such orders:
 * a quoted order counts less, and a forbidden one is not a finding.
 */

import { visibleText } from '../../findings/excerpt.js';
import { type ScanFinding, type ScanSeverity, scanSeverities } from '../../findings/finding.js';
import type { FamilyScanner } from '../../findings/rule.js';
import type { PreparedFile } from '../../package/prepare.js';
import { type ScriptFacts, scriptDeedsIn, scriptFactsOf } from './deeds/bundled-scripts.js';
import { type Deed, deedsIn, isNearHarm } from './deeds/judge-deeds.js';
import { type Sentences, sentencesOf } from './deeds/passages.js';
import { sentenceOrdersIn } from './deeds/sentence-orders.js';
import { type OrderStatus, orderStatusOf } from './order-status.js';
import { inLowerCase, type Order, ordersInLower } from './orders.js';
import { type LineContext, type Reading, readPassages } from './reading.js';
import { injectionRules, secondReaderRule } from './rules.js';

export const injectionScanner: FamilyScanner = {
  // The second reader is a model: its rule is listed here, and its findings come from second-reader.ts.
  rules: [...Object.values(injectionRules), secondReaderRule],
  scan: (prepared) => {
    const facts = scriptFactsOf(prepared);
    return prepared.files.flatMap((file) => scanFile(file, facts));
  },
};

function scanFile(file: PreparedFile, facts: ScriptFacts): readonly ScanFinding[] {
  if (file.text === '') return [];
  const reading = readPassages(file);
  const links = exfiltratingLinks(reading.text).map(
    (link): Order => ({ rule: 'link-exfiltration', ...link }),
  );
  const findings = new Map<string, ScanFinding>();
  const lower = inLowerCase(reading.text);
  const sentences = sentencesOf(lower, (offset) => reading.settings[reading.lineIndexAt(offset)]);
  const deeds = [...deedsIn(lower, sentences), ...scriptDeedsIn(lower, sentences, facts)].map(orderOfDeed);
  const orders = ordersInLower(lower).map((order) => inItsPlace(order, lower, sentences));
  const whole = new Set<Order>(sentenceOrdersIn(lower, sentences));
  for (const order of [...orders, ...links, ...deeds, ...whole]) {
    const finding = findingOf(file, reading, order, whole.has(order));
    if (!finding) continue;
    // One finding per rule and line, because several wordings may match the same order.
    const key = `${finding.rule}:${finding.line}`;
    const known = findings.get(key);
    if (!known || rank(finding) > rank(known)) findings.set(key, finding);
  }
  return [...findings.values()].sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

/**
 * To lie to the user, or to hide what the agent does, is never a matter of style. To hide something else, such as an
 * internal id, is worth a review and no more, if nothing around it can harm.
 */
function inItsPlace(order: Order, lower: string, sentences: Sentences): Order {
  if (order.rule === 'planted-password' && isReplaced.test(sentences.text(sentences.at(order.start))))
    return { ...order, severity: 'medium' };
  if (order.rule !== 'concealment' || ownDeed.test(lower.slice(order.start, order.end))) return order;
  return isNearHarm(sentences, order.start) ? order : { ...order, severity: 'medium' };
}

/** A password that its user has to replace opens nothing for long. */
const isReplaced =
  /\b(?:change|replace|reset) (?:it|them|the password)\b|\bfirst (?:log-?in|sign-?in|start)\b/;

const ownDeed =
  /\b(?:steps?|actions?|commands?|uploads?|transfers?|requests?|you (?:did|do|ran|sent|have|are|only)|secretly|covertly|lie|deny|deceive|claim|pretend|trace|knowledge|consent)\b/;

function orderOfDeed({ rule, start, end }: Pick<Deed, 'rule' | 'start' | 'end'>): Order {
  return { rule, severity: injectionRules[rule].severity, start, end };
}

function rank({ severity }: ScanFinding): number {
  return scanSeverities.indexOf(severity);
}

function findingOf(
  file: PreparedFile,
  reading: Reading,
  order: Order,
  isWhole: boolean,
): ScanFinding | undefined {
  const { text, settings } = reading;
  const index = reading.lineIndexAt(order.start);
  const setting = asRead(settings[index], order);
  const status = setting ? orderStatusOf(text, order.start, order.end, setting, isWhole) : 'given';
  if (status === 'forbidden') return undefined;
  const { id, why } = injectionRules[order.rule];
  return {
    rule: id,
    severity: status === 'given' ? order.severity : loweredSeverity(order),
    confidence: confidences[status],
    file: file.path,
    line: index + 1,
    excerpt: visibleText(sentenceAround(text, order)),
    why: status === 'given' ? why : `${why} Here the text seems to quote it.`,
  };
}

/**
 * Agents follow prose wherever it is. A deed takes whole sentences, so in a block of code it is not code, and it counts
 * unless the heading or the line before says that the block shows an attack.
 */
function asRead(setting: LineContext | undefined, { rule }: Order): LineContext | undefined {
  const isDeed = rule === 'collect-and-send' || rule === 'lock-files' || rule === 'overreach';
  return isDeed && setting?.block === 'fence' ? { ...setting, block: 'prose' } : setting;
}

const confidences = { given: 'high', cited: 'low', forbidden: 'low' } as const satisfies Record<
  OrderStatus,
  string
>;

/** Quoted chat tags and permissions are so common in examples that they need no review. */
function loweredSeverity({ rule, severity }: Order): ScanFinding['severity'] {
  return rule === 'role-tag' || severity === 'medium' ? 'low' : 'medium';
}

const contextLength = 60;

function sentenceAround(text: string, { start, end }: Order): string {
  const before = text.slice(Math.max(0, start - contextLength), start);
  const after = text.slice(end, end + contextLength);
  return `${before.slice(before.lastIndexOf('\n') + 1)}${text.slice(start, end)}${after.split('\n', 1)[0]}`;
}

interface ExfiltratingLink {
  readonly start: number;
  readonly end: number;
  readonly severity: ScanSeverity;
}

/** Addresses in Markdown and HTML with a placeholder for data in their query. An image is fetched when it is shown. */
export function exfiltratingLinks(text: string): readonly ExfiltratingLink[] {
  return [...text.matchAll(addresses)].flatMap(({ 0: match, index, groups = {} }) => {
    const { shown = '', target = '', source } = groups;
    const isImage = source !== undefined || shown.startsWith('!');
    if (!isImage && !/^https?:/i.test(target)) return [];
    const query = (source ?? target).split(/[?#]/).slice(1).join('?').replace(ownKey, '');
    if (!placeholder.test(query)) return [];
    const isPrivate = privateData.test(query);
    if (!isImage && !isPrivate) return [];
    const severity =
      isImage && isPrivate
        ? 'critical'
        : isImage && imageServices.test(source ?? target)
          ? 'low'
          : isImage
            ? 'high'
            : 'medium';
    return [{ start: index - shown.length, end: index + match.length, severity }];
  });
}

/** Services that draw an image from what is in its address: a map of a city, a badge, a chart. */
const imageServices =
  /^(?:https?:)?\/\/(?:maps\.googleapis\.com|api\.mapbox\.com|img\.shields\.io|badgen\.net|quickchart\.io|chart\.googleapis\.com|api\.qrserver\.com|(?:www\.)?gravatar\.com|ui-avatars\.com|placehold\.co|via\.placeholder\.com|picsum\.photos|github-readme-stats\.vercel\.app|image\.thum\.io|latex\.codecogs\.com)\//i;

/** The search starts at the end of the link text, because a text may contain any number of opening brackets. */
const addresses =
  /\]\((?<=(?<shown>!?\[[^\]\n]{0,200})\]\()\s?<?(?<target>(?:https?:)?\/\/[^\n)]{1,400})|<img [^>\n]{0,200}?src ?= ?["']?(?<source>(?:https?:)?\/\/[^"'>\n]{1,400})/gi;

/** A blank for the reader's own key, as the documentation of an API has it. */
const ownKey = /(?<=^|[?&])\w{1,20}=(?:YOUR|MY)[_-]?\w{0,40}|(?<=^|[?&])\w{1,20}=<your [^<>\n]{0,40}>/gi;

const placeholder =
  /\{\{[^{}\n]{1,60}\}|\{[\w .'-]{2,60}\}|\$\{?\w{2,40}|<[\w ,.'’-]{3,80}>|\[[\w ,'-]{3,60}\]|%[A-Z_]{3,30}%|=(?:[A-Z]{3,}_)+[A-Z]{3,}|=(?:INSERT|BASE64|ENCODED|DATA|SECRET)/;

const privateData =
  /secret|token|passw|key|credential|conversation|chat|history|context|memory|prompt|env|cookie|session|file|content|message|data|e-?mail|history|summary|user/i;
