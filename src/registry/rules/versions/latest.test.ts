import { expect, test } from 'vitest';
import { latestOf } from './latest.js';

/** Yanked versions are in brackets. */
function check(versions: string, expected: string | undefined): void {
  const ranked = versions.split(' ').flatMap((text) => {
    const version = text.replace(/[()]/g, '');
    return version === '' ? [] : [{ version, isYanked: text.startsWith('(') }];
  });
  expect(latestOf(ranked)?.version).toBe(expected);
  expect(latestOf(ranked.toReversed())?.version).toBe(expected);
}

test('the highest stable version that is not yanked is the latest', () => {
  check('', undefined);
  check('1.0.0', '1.0.0');
  check('2.0.0 1.0.1', '2.0.0');
  check('1.9.0 1.10.0', '1.10.0');
  check('2.0.0 3.0.0-beta.1', '2.0.0');
  check('(2.0.0) 1.0.1 3.0.0-beta.1', '1.0.1');
  check('1.0.0+build.7 1.0.1', '1.0.1');
});

test('a prerelease is the latest where there is no stable version', () => {
  check('1.0.0-beta.2 1.0.0-beta.10 1.0.0-alpha', '1.0.0-beta.10');
  check('(1.0.0) 1.1.0-rc.1 (1.1.0-rc.2)', '1.1.0-rc.1');
  check('(1.0.0) (1.1.0-rc.1)', undefined);
});
