import { expect, test } from 'vitest';
import { growth, times } from '../../../skill/growth.fixture.js';
import { KnownSecrets } from './known-secrets.js';

const secret = ['x7Kq29LmPz4R', '8sWv3TnB'].join('');
const secrets = new KnownSecrets('ab'.repeat(32));
for (let index = 0; index < 20; index += 1) secrets.add(`${secret}${index}`, 'test');

const shapes: Readonly<Record<string, string>> = {
  'ordinary text': 'the quick brown fox ',
  'the start of a secret': secret.slice(0, 10),
  'the start of a secret between wide characters': `密${secret.slice(0, 10)}`,
  secrets: `${secret}1 `,
};

test.each(Object.entries(shapes))('the effort is linear in the size: %s', (_, part) => {
  const [short, long] = [times(part, 20_000), times(part, 80_000)];
  expect(
    growth(
      () => secrets.find(short),
      () => secrets.find(long),
    ),
  ).toBeLessThan(2.5);
});
