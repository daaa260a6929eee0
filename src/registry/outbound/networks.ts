/*
 * Which addresses the server may connect to where somebody else named the host: those of the public internet, and private
 * ones that the configuration lists. Otherwise an admin of one tenant could make the server talk to machines that only it
 * can reach.
 */

import { BlockList, isIP } from 'node:net';

export type IsAllowedAddress = (address: string) => boolean;

/** IANA's registries of special-purpose addresses, and those of IPv6 that stand for one of IPv4. */
const special = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

/** One list for each family: a list of both takes an address of IPv4 for one of IPv6 that stands for it. */
const specialIPv4 = blockList(special.filter((network) => !network.includes(':')));
const specialIPv6 = blockList(special.filter((network) => network.includes(':')));

/** `isListed` says of a special address whether the configuration allows it. */
export function allowedAddresses(isListed: IsAllowedAddress): IsAllowedAddress {
  return (address) => {
    const plain = withoutZone(address);
    const family = isIP(plain);
    if (family === 0) return false;
    const isSpecial = family === 4 ? specialIPv4.check(plain, 'ipv4') : specialIPv6.check(plain, 'ipv6');
    return !isSpecial || isListed(plain);
  };
}

function withoutZone(address: string): string {
  return address.replace(/%.*/, '');
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
