/*
 * Finds links with a different target than they show: the text names another host, the host is spelled like a
 * well-known one, or contains one where it does not count.
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
    title: 'A link that shows a different host than its target',
    severity: 'high',
    why: 'The reader expects one site and reaches another, which may be a copy.',
    instead: 'Use the address itself, or words, as the link text.',
  },
  host: {
    id: 'deception/look-alike-host',
    family: 'deception',
    title: 'A host that imitates a well-known one',
    severity: 'high',
    why: 'Downloads from there come from somebody who pretends to be somebody else.',
    instead: 'Use the original host.',
  },
  punycode: {
    id: 'deception/punycode-host',
    family: 'deception',
    title: 'A host name in another script',
    severity: 'medium',
    why: 'Such a name can look exactly like a well-known one.',
    instead: 'Say in words who owns the host.',
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
      const why = `The text shows "${shown}", but the link leads to "${target}".`;
      return [findingAtLine(rules.text, file, { index, column, why, confidence })];
    }),
  );
}

function judgeHosts(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[] {
  // A text often names the same few hosts many times.
  const judged = new Map<string, HostProblem | undefined>();
  return indexes.flatMap((index) =>
    [...(file.lines[index] ?? '').matchAll(addressStart)].flatMap(({ 0: url, index: column }) => {
      const address = addressOf(url);
      if (address !== undefined && !judged.has(url)) judged.set(url, hostProblemOf(address));
      const problem = judged.get(url);
      if (problem === undefined) return [];
      const { rule, why, confidence } = problem;
      return [findingAtLine(rules[rule], file, { index, column, why, confidence })];
    }),
  );
}

const addressStart = /https?:\/\/[^\s/?#\\"'`<>)\]]{4,300}/gi;
const link = /\[([^[\]]{4,200})\]\((https?:\/\/[^\s()]{4,500})/gi;

/** The host in a link text that is an address as a whole: `Node.js` in a sentence is not. */
function shownHost(text: string): string | undefined {
  const bare = text.replace(/[`*_]/g, '').trim();
  if (/^https?:\/\//i.test(bare)) return /\s/.test(bare) ? undefined : addressOf(bare)?.host;
  return /^(?:www\.)?(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|ai|dev|co|app|sh)(?:\/\S*)?$/.test(bare)
    ? addressOf(`https://${bare}`)?.host
    : undefined;
}

/** The same label usually means the same owner: `foo.com` may link to `foo.io` after a move. */
function sameOwner(one: string, other: string): boolean {
  const [label] = registeredPart(one).split('.');
  return label === registeredPart(other).split('.')[0];
}

type HostProblem = Omit<LineFinding, 'index' | 'column'> & { readonly rule: 'host' | 'punycode' };

/** A name of an agent, a hub or a wallet, with a word for what people download or sign in to. */
const posing =
  /^(?:get|my|the)?-?(openclaw|clawhub|clawdhub|clawdbot|moltbot|anthropic|claude|openai|chatgpt|metamask|coinbase|binance|phantom)-?(?:cli|agent|downloads?|install(?:er)?|setup|updates?|official|wallet|login|auth|verify|support|desktop|client|driver|core)\./;

function hostProblemOf({ host, user }: Address): HostProblem | undefined {
  if (/(?:^|\.)xn--/.test(host))
    return { rule: 'punycode', confidence: 'high', why: `"${host}" uses letters of another script.` };
  if (user !== undefined && wellKnownHosts.has(registeredPart(user.replace(/:.*/, ''))))
    return { rule: 'host', confidence: 'high', why: `The address leads to "${host}", not to "${user}".` };
  const registered = registeredPart(host);
  if (wellKnownHosts.has(registered) || /^google\.(?:com?\.)?[a-z]{2}$/.test(registered)) return undefined;
  const imitated = [...wellKnownHosts].find(
    (known) => host.startsWith(`${known}.`) || host.startsWith(`${known}-`) || host.includes(`.${known}.`),
  );
  if (imitated !== undefined)
    return {
      rule: 'host',
      confidence: 'high',
      why: `"${host}" belongs to "${registered}", not to "${imitated}".`,
    };
  const brand = posing.exec(registered)?.[1];
  if (brand !== undefined)
    return { rule: 'host', confidence: 'medium', why: `"${registered}" poses as a site of "${brand}".` };
  const imitation = imitationOf(registered, wellKnownHosts);
  if (imitation === undefined || imitation.by === 'suffix') return undefined;
  return {
    rule: 'host',
    confidence: 'medium',
    why: `"${registered}" is almost the same as "${imitation.of}".`,
  };
}
