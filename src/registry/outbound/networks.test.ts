import { expect, test } from 'vitest';
import { allowedAddresses } from './networks.js';

const nothing = allowedAddresses(() => false);

test.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  'public: %s',
  (address) => expect(nothing(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'localhost',
  '',
])('not public: %s', (address) => expect(nothing(address)).toBe(false));

test('what the configuration lists is allowed, and nothing else', () => {
  const some = allowedAddresses((address) => address === '10.0.0.5');
  expect(['10.0.0.5', '10.0.0.6', '8.8.8.8'].map(some)).toEqual([true, false, true]);
});
