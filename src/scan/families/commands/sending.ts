/*
 * Judges data that leaves the computer by what it is, where it goes and how: the keys of the user at a host that they are
 * not for, private files anywhere, and whatever goes to a host that hides who owns it.
 */

import type { ScanRule } from '../../findings/rule.js';
import { addressOf, hostKindOf, registeredPart } from '../../package/hosts.js';
import { ownerOf, useOfSecret } from '../../package/services.js';
import type { Origin, RuleMatch } from './step.js';

export const sendPrivate: ScanRule = {
  id: 'exfiltration/send-private',
  family: 'exfiltration',
  title: 'Sends private data away',
  severity: 'critical',
  why: 'Keys, logins and histories that leave this computer give access to everything they unlock.',
  instead: 'Ask the user for the one value that is needed, and name it in the description.',
};
export const sendSecret: ScanRule = {
  id: 'exfiltration/send-secret',
  family: 'exfiltration',
  title: 'Sends a key to a host that it is not for',
  severity: 'high',
  why: 'A key in the environment belongs to one service. Whoever else gets it can act as the user there.',
  instead: 'Send a key only to the service that issued it, in the header that the service documents.',
};
export const hiddenEndpoint: ScanRule = {
  id: 'exfiltration/hidden-endpoint',
  family: 'exfiltration',
  title: 'Hides an address',
  severity: 'high',
  why: 'An address is encoded so that nobody who reads or searches the code finds it. Honest code has no reason to.',
  instead: 'Write the address as it is.',
};
export const collectSecrets: ScanRule = {
  id: 'exfiltration/collect-secrets',
  family: 'exfiltration',
  title: 'Collects the keys of several services',
  severity: 'high',
  why: 'No task needs the keys of unrelated services in one text; whoever gets the text has them all.',
  instead: 'Read each key where it is used, and pass it to its service only.',
};

export interface Sending {
  /** What is sent. */
  readonly origins: readonly Origin[];
  readonly addresses: readonly string[];
  /** Whether an address was hidden in the code. */
  readonly isHidden: boolean;
  /** Whether data becomes a host name, which carries it past every proxy. */
  readonly isName: boolean;
}

export function judgeSending({ origins, addresses, isHidden, isName }: Sending): readonly RuleMatch[] {
  const kinds = addresses.map(hostKindOf);
  if (kinds.length > 0 && kinds.every((kind) => kind === 'local') && !isName) return [];
  const isCollected = isHidden || isName || addresses.some(hidesOwner);
  const location = mostPrivate(origins);
  if (location !== undefined) {
    const how = isName ? 'sent as a host name' : 'sent away';
    const severity = !location.isOrdinary || isCollected ? 'critical' : 'high';
    return [{ rule: sendPrivate, severity, why: `Data read from ${location.what} is ${how}.` }];
  }
  return judgeSecrets(origins, addresses, { isCollected, isName });
}

/** One entry of the keychain; programs read their own to log in. */
export const keychain = 'the keychain';

/** Whether the registered part of a host is in the code, and not in a variable. */
function isKnownHost(host: string): boolean {
  return /^[\w.-]+$/.test(registeredPart(host));
}

/** A host where anybody can collect data, or one without a name. */
export function hidesOwner(address: string): boolean {
  const kind = hostKindOf(address);
  return kind === 'drop' || kind === 'messenger' || kind === 'nameless';
}

interface Circumstances {
  readonly isCollected: boolean;
  readonly isName: boolean;
}

function judgeSecrets(
  origins: readonly Origin[],
  addresses: readonly string[],
  { isCollected, isName }: Circumstances,
): readonly RuleMatch[] {
  const secrets = origins.flatMap((origin) => (origin.kind === 'secret' ? [origin] : []));
  const hosts = addresses.flatMap((address) => addressOf(address)?.host ?? []).filter(isKnownHost);
  const stored = secrets.find(({ name, isLogin }) => name === keychain && (isLogin !== true || isCollected));
  if (stored !== undefined) return [{ rule: sendPrivate, why: `Data read from ${keychain} is sent away.` }];
  const content = secrets.filter(({ isLogin }) => isLogin !== true);
  const owners = new Set(content.flatMap(({ name }) => ownerOf(name) ?? []));
  const foreign = secrets.find(({ name, isLogin, isEncoded }) => {
    if (name === keychain) return false;
    if (isName) return true;
    const uses = hosts.map((host) => useOfSecret(name, host));
    if (uses.includes('own')) return false;
    if (isCollected) return true;
    if (isLogin === true) return uses.includes('foreign') && isEncoded !== true;
    return (
      uses.some((use) => use === 'foreign' || use === 'protocol') ||
      (isEncoded === true && uses.includes('unknown'))
    );
  });
  if (foreign !== undefined) {
    const where = isName ? 'in a host name' : `to ${hosts[0] ?? addresses[0] ?? 'a hidden address'}`;
    return [
      {
        rule: sendSecret,
        ...(isCollected && foreign.isLogin !== true && { severity: 'critical' as const }),
        ...(foreign.isLogin === true && { severity: 'medium' as const }),
        why: `${foreign.name} is sent ${where}.`,
      },
    ];
  }
  const isEncoded = content.some((secret) => secret.isEncoded === true);
  if (owners.size > 2 || (owners.size === 2 && isEncoded))
    return [
      {
        rule: sendPrivate,
        severity: 'high',
        why: 'Data read from the keys of several services is sent away.',
      },
    ];
  const unknown = content.find(({ name }) => hosts.some((host) => useOfSecret(name, host) === 'unknown'));
  return unknown === undefined
    ? []
    : [
        {
          rule: sendSecret,
          severity: 'low',
          confidence: 'medium',
          why: `${unknown.name} is sent to ${hosts[0] ?? ''}.`,
        },
      ];
}

/** The most private of several locations. */
export function mostPrivate(origins: readonly Origin[]) {
  if (origins.length === 0) return undefined;
  const locations = origins.flatMap((origin) => (origin.kind === 'private' ? [origin.location] : []));
  return locations.find(({ isOrdinary }) => !isOrdinary) ?? locations[0];
}
