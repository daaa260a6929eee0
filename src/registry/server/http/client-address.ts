/*
 * Where a request comes from. Whoever connects is believed; what a header says is believed only as far as the proxies
 * that wrote it are named in the configuration.
 */

import { BlockList, isIP, isIPv4 } from 'node:net';
import { CoppiceError } from '../../../text/errors.js';

export type IsTrustedProxy = (address: string) => boolean;

/** Addresses and networks (`10.0.0.0/8`), comma-separated. */
export function trustedProxies(text: string): IsTrustedProxy {
  const list = new BlockList();
  for (const entry of text.split(',').flatMap((part) => part.trim() || [])) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    const bits = prefix === undefined ? undefined : Number(prefix);
    if (family === undefined || (bits !== undefined && !isPrefix(prefix, bits, family)))
      throw new CoppiceError('bad-value', `${entry} is no address and no network`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

/**
 * The right-most address that no trusted proxy has: what stands left of it, the caller itself may have written. The
 * peer's own where it is no trusted proxy.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | null,
  isTrusted: IsTrustedProxy,
): string | null {
  if (peer === undefined) return null;
  let address = plainAddress(peer);
  if (forwardedFor === null) return address;
  const forwarded = forwardedFor.split(',').map((part) => plainAddress(part.trim()));
  while (isTrusted(address)) {
    const before = forwarded.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/**
 * A socket that takes both families writes IPv4 addresses as IPv6, and names the interface behind an address that is
 * good on one link only, which neither lists of networks nor the database know.
 */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address.replace(/%.*/, '');
}

/** Whom to count for an address: one household gets a whole /64 of IPv6 addresses. */
export function countedAddress(address: string | null): string {
  if (address === null) return 'unknown';
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole = [...groups, ...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  return family === 0 ? undefined : family === 4 ? 'ipv4' : 'ipv6';
}

function isPrefix(text: string | undefined, bits: number, family: 'ipv4' | 'ipv6'): boolean {
  return text !== undefined && /^\d{1,3}$/.test(text) && bits <= (family === 'ipv4' ? 32 : 128);
}

/*
 * Whether a request was sent to this machine by a name that can only mean this machine. A page from elsewhere may let a
 * name of its own lead to 127.0.0.1, and then speaks to a server here as to its own; but the name it used stands in the
 * header Host, which no page can change.
 */

/** Of the header, with or without a port. What is no name at all is not this machine's. */
export function isLoopbackHost(host: string | null): boolean {
  const name = /^(\[.*\]|[^:]*)(?::\d*)?$/
    .exec(host ?? '')?.[1]
    ?.toLowerCase()
    .replace(/\.$/, '');
  if (name === undefined) return false;
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || isLoopback(name);
}
