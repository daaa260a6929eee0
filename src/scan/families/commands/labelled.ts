/*
 * Values that a command sends under the name of a credential. Where the value comes from is not known, but its sender says
 * what it is. Services ask for `password` or `token` in a login; nobody asks for `credentials`, `cookies` or a seed phrase,
 * and no login is at an address that is named after stolen goods.
 */

import { addressOf, hostKindOf } from '../../package/hosts.js';
import { useOfSecret } from '../../package/services.js';
import { sendSecret } from './sending.js';
import type { RuleMatch, Step } from './step.js';

/** What a command sends as a credential, to one of the addresses. */
export function labelledSending({ args, input }: Step, addresses: readonly string[]): RuleMatch | undefined {
  const address = addresses.find((each) => isElsewhere(each));
  const host = address === undefined ? undefined : addressOf(address)?.host;
  if (address === undefined || host === undefined || !/^[\w.-]+$/.test(host)) return undefined;
  const isCollector = collector.test(address.replace(/^https?:\/\/[^/]+/i, ''));
  const texts = [...args.filter((word, index) => isData(word, args[index - 1] ?? '')), input];
  for (const text of texts) {
    const [, label = '', variable = label] = labelled.exec(text.slice(0, 2_000)) ?? [];
    if (label === '' || !(never.test(label) || isCollector)) continue;
    if (useOfSecret(variable, host) === 'own' || useOfSecret(label, host) === 'own') continue;
    return { rule: sendSecret, why: `A value that the command calls ${label} is sent to ${host}.` };
  }
  return undefined;
}

function isElsewhere(address: string): boolean {
  const kind = hostKindOf(address);
  return kind !== 'local' && kind !== 'placeholder';
}

function isData(word: string, before: string): boolean {
  return (
    /^(?:-d|-F|--data(?:-\w+)?|--form(?:-string)?|--json|--post-data|--body-data|-Body)$/i.test(before) ||
    /^--(?:data|form|json|post|body)[\w-]*=/.test(word)
  );
}

const label =
  'credentials?|creds?|passwords?|passwds?|pwd|private_?keys?|ssh_?keys?|seed(?:_?phrase)?|mnemonics?|wallets?|cookies|keychain|env_?vars?|secrets?|tokens?|api_?keys?|access_?keys?|auth|env';
/** `name=$value`, `"name": "$value"` or `name=%s`, with a value that is not written out. */
const labelled = new RegExp(
  String.raw`(?<![\w$-])(${label})["'\\]{0,2}[ ]?[:=][ ]?["'\\]{0,2}(?:\$\{?!?(\w+)|%s|\$\()`,
  'i',
);
/** Names that no service asks for in a login. */
const never =
  /^(?:credentials?|creds?|passwords|passwds|private_?keys?|ssh_?keys?|seed(?:_?phrase)?|mnemonics?|wallets?|cookies|keychain|env_?vars?)$/i;
const collector =
  /\/(?:[\w-]{0,20}[-_.])?(?:creds?|exfil\w{0,10}|loot|steal\w{0,4}|stolen|harvest\w{0,4}|leak\w{0,2})(?:[/?#._-]|$)/i;
