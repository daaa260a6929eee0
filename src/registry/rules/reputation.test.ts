import { expect, test } from 'vitest';
import { type ReputationFacts, reputationOf } from './reputation.js';

const quiet: ReputationFacts = {
  slug: 'lib',
  publisher: 'ada',
  findings: [],
  before: undefined,
  isKnownPublisher: true,
  copies: [],
  similar: [],
};
const sink = { rule: 'exfiltration/drop-host', severity: 'medium' };
const mild = { rule: 'exfiltration/drop-host', severity: 'low' };
const older = { version: '1.0.0', findings: [] };

test.each<[string, Partial<ReputationFacts>, readonly string[]]>([
  ['an ordinary version', {}, []],
  ['a version that adds a sink', { findings: [sink], before: older }, ['reputation/added-sink high']],
  ['a sink that was there before', { findings: [sink], before: { ...older, findings: [sink] } }, []],
  ['something mild that is new', { findings: [mild], before: older }, []],
  [
    'a first version with a payload',
    { findings: [sink], isKnownPublisher: false },
    ['reputation/first-version high'],
  ],
  ['a payload of somebody who is known', { findings: [sink] }, []],
  ['a first version without one', { isKnownPublisher: false }, []],
  ["a text of one's own under another name", { copies: [{ slug: 'a', publisher: 'ada' }] }, []],
  ['a text of somebody else', { copies: [{ slug: 'a', publisher: 'bob' }] }, ['reputation/same-text medium']],
  [
    'a text under many names',
    { copies: ['a', 'b', 'c'].map((slug) => ({ slug, publisher: 'ada' })) },
    ['reputation/same-text high'],
  ],
  [
    'a name near a popular one',
    { similar: [{ slug: 'libs', useCount: 10 }] },
    ['reputation/near-popular-name medium'],
  ],
  ['a name near one that nobody uses', { similar: [{ slug: 'libs', useCount: 9 }] }, []],
])('%s', (_, given, expected) => {
  expect(reputationOf({ ...quiet, ...given }).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(
    expected,
  );
});

test('what a version does beyond the one before is said in words, with the ids of the rules', () => {
  const [found] = reputationOf({
    ...quiet,
    findings: [sink, { rule: 'execution/download-run', severity: 'high' }],
    before: older,
  });
  expect(found?.why).toBe('Version 1.0.0 did not do this. Read what changed before you update.');
  expect(found?.excerpt).toBe(
    'Runs what it downloads (execution/download-run); Sends data to an anonymous host (exfiltration/drop-host)',
  );
});
