import { expect, test } from 'vitest';
import { lettersSwapped, readSearchWords } from './search-words.js';

function check(
  what: string,
  given: string,
  expected: readonly [words: string, unfinished: string | undefined],
): void {
  test(what, () => {
    const read = readSearchWords(given);
    const { before = '', beginning } = read?.unfinished ?? {};
    expect([read?.words.join(' '), beginning === undefined ? undefined : `${before}|${beginning}`]).toEqual(
      expected,
    );
  });
}

check('one word', 'Deploy', ['deploy', '|deploy']);
check('the last word may be unfinished', ' roll out kubern', ['roll out kubern', 'roll out |kubern']);
check('unless a space ends it', 'roll out ', ['roll out', undefined]);
check('or it is a single letter', 'vitamin c', ['vitamin c', undefined]);
check('or ends in punctuation', 'c++', ['c', undefined]);
check('a word counts once', 'go Go GO', ['go', 'go Go |go']);
check('words of other languages', 'prüfen Ελλάδα', ['prüfen ελλάδα', 'prüfen |ελλάδα']);
check('a slug is its words', 'kubernetes-rollout', ['kubernetes rollout', undefined]);
check('a phrase is not split into words', '"roll out"', ['', undefined]);
check('nor is a query with an exclusion', 'deploy -kube', ['', undefined]);
check('nor are alternatives', 'helm or kustomize', ['', undefined]);
check('"or" inside a word is not an operator', 'order editor', ['order editor', 'order |editor']);
check('only punctuation', '?!', ['', undefined]);
check('no more than eight', 'a b c d e f g h i', ['a b c d e f g h', undefined]);

test('keywords are read as their words, and alone they are the text', () => {
  const terms = ['Kubernetes', 'CI-CD pipeline', '?', 'a b c d e', ...'fghijklmn'];
  expect(readSearchWords('my pods', terms)).toMatchObject({
    text: 'my pods',
    words: ['my', 'pods'],
    keywords: [
      ['kubernetes'],
      ['ci', 'cd', 'pipeline'],
      ['a', 'b', 'c', 'd'],
      ['f'],
      ['g'],
      ['h'],
      ['i'],
      ['j'],
    ],
  });
  expect(readSearchWords(' ', ['helm', 'chart'])).toMatchObject({ text: 'helm chart', slug: 'helm-chart' });
  expect(readSearchWords('pods')?.keywords).toEqual([]);
  expect(readSearchWords('', ['?', ''])).toBeUndefined();
});

test('every pair of adjacent letters may be swapped, if that gives another word', () => {
  expect(lettersSwapped('dokcer')).toEqual(['odkcer', 'dkocer', 'docker', 'dokecr', 'dokcre']);
  expect(lettersSwapped('aab')).toEqual(['aba']);
  expect(lettersSwapped('a')).toEqual([]);
});

test('an empty text is not a query', () => {
  expect([readSearchWords(undefined), readSearchWords(''), readSearchWords('  ')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the slug that the words would be', () => {
  expect(readSearchWords('Kubernetes  Rollout')?.slug).toBe('kubernetes-rollout');
});
