import { expect, test } from 'vitest';
import { clientAddress, countedAddress, isLoopback, trustedProxies } from './client-address.js';

test.each([
  ['no header', '203.0.113.9', null, '', '203.0.113.9'],
  ['a header from an untrusted address', '203.0.113.9', '198.51.100.1', '', '203.0.113.9'],
  ['a header of a trusted proxy', '10.0.0.1', '198.51.100.1', '10.0.0.0/8', '198.51.100.1'],
  [
    'an address that the caller itself put before it',
    '10.0.0.1',
    '1.1.1.1, 198.51.100.1',
    '10.0.0.0/8',
    '198.51.100.1',
  ],
  ['a chain of trusted proxies', '10.0.0.1', '198.51.100.1, 10.0.0.7', '10.0.0.0/8', '198.51.100.1'],
  ['a chain of nothing but trusted proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.0/8', '10.0.0.3'],
  ['a text that is not an address', '10.0.0.1', 'unknown', '10.0.0.0/8', '10.0.0.1'],
  ['an IPv4 address written as IPv6', '::ffff:10.0.0.1', '198.51.100.1', '10.0.0.1', '198.51.100.1'],
  ['a link-local address', 'fe80::5%eth0', null, '', 'fe80::5'],
  ['such an address behind a proxy', '10.0.0.1', 'fe80::5%en0', '10.0.0.1', 'fe80::5'],
  ['such an address of a proxy', 'fe80::1%eth0', '198.51.100.1', 'fe80::/10', '198.51.100.1'],
  ['an IPv6 proxy', 'fd00::1', '2001:db8::5', '10.0.0.1, fd00::/8', '2001:db8::5'],
])('the address of a request with %s', (_, peer, forwardedFor, trusted, expected) => {
  expect(clientAddress(peer, forwardedFor, trustedProxies(trusted))).toBe(expected);
});

test.each(['10.0.0.0/33', '10.0.0', 'example.com', '::1/129', '10.0.0.1/', '10.0.0.1/x'])(
  '%s cannot be a trusted proxy',
  (text) => {
    expect(() => trustedProxies(text)).toThrow('is neither an address nor a network');
  },
);

test('IPv6 addresses of one household are counted as one', () => {
  expect(countedAddress('2001:db8:1:2:aaaa::1')).toBe(countedAddress('2001:db8:1:2::9'));
  expect(countedAddress('2001:db8:1:2::9')).not.toBe(countedAddress('2001:db8:1:3::9'));
  expect(countedAddress('203.0.113.9')).toBe('203.0.113.9');
});

test('only loopback addresses are those of this machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopback)).toBe(true);
  expect(['10.0.0.1', '128.0.0.1', '::2', '127.0.0.1.example.com'].some(isLoopback)).toBe(false);
});
