/*
 * Where a request comes from, and which host it names. The address of the socket is trusted; forwarded addresses are
 * trusted only where the configuration names the proxies that wrote them.
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
      throw new CoppiceError('bad-value', `${entry} is neither an address nor a network`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

/**
 * The right-most address that is not a trusted proxy: the caller may have written everything to the left of it. It is the
 * peer's own where that is not a trusted proxy.
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
 * A socket for both families writes IPv4 addresses as IPv6, and appends the interface to a link-local address, which
 * neither lists of networks nor the database accept.
 */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address.replace(/%.*/, '');
}

/** The address that the rate limit counts: one household has a whole /64 of IPv6 addresses. */
export function countedAddress(address: string | null): string {
  if (address === null) return 'unknown';
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole = [...groups, ...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/**
 * Whether the `Host` header, with or without a port, is a name that can only mean this machine. A page from elsewhere may
 * let its own name resolve to 127.0.0.1, and can then call a server here as its own; but that name is in the header,
 * which no page can change.
 */
export function isLoopbackHost(host: string | null): boolean {
  const name = /^(\[.*\]|[^:]*)(?::\d*)?$/
    .exec(host ?? '')?.[1]
    ?.toLowerCase()
    .replace(/\.$/, '');
  if (name === undefined) return false;
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || isLoopback(name);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  return family === 0 ? undefined : family === 4 ? 'ipv4' : 'ipv6';
}

function isPrefix(text: string | undefined, bits: number, family: 'ipv4' | 'ipv6'): boolean {
  return text !== undefined && /^\d{1,3}$/.test(text) && bits <= (family === 'ipv4' ? 32 : 128);
}
