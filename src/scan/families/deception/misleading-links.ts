/*
 * Links that lead elsewhere than they seem to: the text shows another host, the host is spelled like a well-known one,
 * or holds one where it does not count.
 */

import type { ScanFinding } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import { type Address, addressOf, registeredPart } from '../../package/hosts.js';
import type { PreparedFile } from '../../package/prepare.js';
import { imitationOf, wellKnownHosts } from './imitation.js';
import type { DeceptionPart } from './line-rule.js';
import { findingAtLine, type LineFinding } from './line-rule.js';

const rules = {
  text: {
    id: 'deception/link-text',
    family: 'deception',
    title: 'A link that shows another host than it leads to',
    severity: 'high',
    why: 'The reader believes to go to one place and lands in another, where a copy of the page waits.',
    instead: 'Let the text be the address, or words.',
  },
  host: {
    id: 'deception/look-alike-host',
    family: 'deception',
    title: 'A host that imitates a well-known one',
    severity: 'high',
    why: 'What is fetched from there comes from somebody who wants to be taken for somebody else.',
    instead: 'Use the original host.',
  },
  punycode: {
    id: 'deception/punycode-host',
    family: 'deception',
    title: 'A host in letters of another script',
    severity: 'medium',
    why: 'Such a host can be shown with letters that look exactly like those of a well-known one.',
    instead: 'Say in words whose host it is.',
  },
} satisfies Record<string, ScanRule>;

export const misleadingLinks: DeceptionPart = {
  rules: Object.values(rules),
  ofLines: [
    { hint: /\]\(https?:/i, judge: judgeTexts },
    { hint: /:\/\//, judge: judgeHosts },
  ],
};

function judgeTexts(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[] {
  return indexes.flatMap((index) =>
    [...(file.lines[index] ?? '').matchAll(link)].flatMap(({ 1: text = '', 2: url = '', index: column }) => {
      const shown = shownHost(text);
      const target = addressOf(url)?.host;
      if (shown === undefined || target === undefined || sameOwner(shown, target)) return [];
      const confidence = text.includes('://') ? 'high' : 'medium';
      const why = `The text shows "${shown}", and the link leads to "${target}".`;
      return [findingAtLine(rules.text, file, { index, column, why, confidence })];
    }),
  );
}

function judgeHosts(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[] {
  // A text names the same few hosts over and over.
  const judged = new Map<string, Oddity | undefined>();
  return indexes.flatMap((index) =>
    [...(file.lines[index] ?? '').matchAll(beginningOfAddress)].flatMap(({ 0: url, index: column }) => {
      const address = addressOf(url);
      if (address !== undefined && !judged.has(url)) judged.set(url, oddityOf(address));
      const oddity = judged.get(url);
      if (oddity === undefined) return [];
      const { rule, why, confidence } = oddity;
      return [findingAtLine(rules[rule], file, { index, column, why, confidence })];
    }),
  );
}

const beginningOfAddress = /https?:\/\/[^\s/?#\\"'`<>)\]]{4,300}/gi;
const link = /\[([^[\]]{4,200})\]\((https?:\/\/[^\s()]{4,500})/gi;

/** Only where the whole text is an address: `Node.js` in a sentence is none. */
function shownHost(text: string): string | undefined {
  const bare = text.replace(/[`*_]/g, '').trim();
  if (/^https?:\/\//i.test(bare)) return /\s/.test(bare) ? undefined : addressOf(bare)?.host;
  return /^(?:www\.)?(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|ai|dev|co|app|sh)(?:\/\S*)?$/.test(bare)
    ? addressOf(`https://${bare}`)?.host
    : undefined;
}

/** The same label before the ending is one owner as a rule: `foo.com` leads to `foo.io` after a move. */
function sameOwner(one: string, other: string): boolean {
  const [label] = registeredPart(one).split('.');
  return label === registeredPart(other).split('.')[0];
}

type Oddity = Omit<LineFinding, 'index' | 'column'> & { readonly rule: 'host' | 'punycode' };

function oddityOf({ host, user }: Address): Oddity | undefined {
  if (/(?:^|\.)xn--/.test(host))
    return { rule: 'punycode', confidence: 'high', why: `"${host}" is written in another script.` };
  if (user !== undefined && wellKnownHosts.has(registeredPart(user.replace(/:.*/, ''))))
    return { rule: 'host', confidence: 'high', why: `The address leads to "${host}", not to "${user}".` };
  const registered = registeredPart(host);
  if (wellKnownHosts.has(registered)) return undefined;
  const worn = [...wellKnownHosts].find(
    (known) => host.startsWith(`${known}.`) || host.startsWith(`${known}-`) || host.includes(`.${known}.`),
  );
  if (worn !== undefined)
    return {
      rule: 'host',
      confidence: 'high',
      why: `"${host}" belongs to "${registered}", not to "${worn}".`,
    };
  const imitation = imitationOf(registered, wellKnownHosts);
  if (imitation === undefined || imitation.by === 'suffix') return undefined;
  return {
    rule: 'host',
    confidence: 'medium',
    why: `"${registered}" is spelled almost like "${imitation.of}".`,
  };
}
