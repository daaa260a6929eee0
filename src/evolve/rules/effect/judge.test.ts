import { expect, test } from 'vitest';
import type { Days } from './days.js';
import { daysFrom } from './effect.fixture.js';
import { type Judgement, judge } from './judge.js';

/** The note is written on day 100. */
const written = 100;
const ten = (pattern: string) => pattern.repeat(10);

interface Given {
  /** The 30 days before the note, oldest first, and the days after it; each digit is how many of 4 loads went badly. */
  readonly before: string;
  readonly after: string;
  readonly others?: readonly Days[];
}

const same = daysFrom(written - 30, ten('121010'));

function judged({ before, after, others = [same, same, same] }: Given): Judgement {
  const own = [...daysFrom(written - before.length, before), ...daysFrom(written + 1, after)];
  return judge({ own, others: () => others, written, earliest: 0, latest: written + after.length });
}

test.for<[string, Given, Partial<Judgement>]>([
  [
    'fails less often, which others do not',
    { before: ten('232'), after: '01010001001010' },
    { verdict: 'helped', observed: 'less-often', missing: [] },
  ],
  [
    'the same without others to compare with',
    { before: ten('232'), after: '01010001001010', others: [same, same] },
    { verdict: 'cannot-tell', observed: 'less-often', missing: ['control'] },
  ],
  [
    'the same when the others fail less often too',
    {
      before: ten('232'),
      after: '01010001001010',
      others: Array.from({ length: 3 }, () => [
        ...daysFrom(written - 30, ten('322')),
        ...daysFrom(written + 1, '01001000101001'),
      ]),
    },
    { verdict: 'no-change' },
  ],
  [
    'fails more often',
    { before: ten('010'), after: '2322322323' },
    { verdict: 'harmed', observed: 'more-often' },
  ],
  [
    'more often is said without a control, because a note is no great loss',
    { before: ten('010'), after: '2322322323', others: [] },
    { verdict: 'harmed' },
  ],
  [
    'not on the sixth day',
    { before: ten('232'), after: '010100' },
    { verdict: 'too-early', missing: ['loads'] },
  ],
  ['as before', { before: ten('121'), after: '12112112112112' }, { verdict: 'no-change', isFinal: true }],
  ['as before, and it is not over', { before: ten('121'), after: '1211211' }, { verdict: 'too-early' }],
  [
    'a bad week, and an ordinary time after it',
    { before: `${'10101'.repeat(5)}43434`.slice(-30), after: '10101101011010' },
    { verdict: 'no-change' },
  ],
  [
    'four bad days in the baseline',
    { before: `${'0'.repeat(13)}4444${'0'.repeat(13)}`, after: '0'.repeat(14) },
    { verdict: 'no-change' },
  ],
  ['seven bad days after it', { before: '0'.repeat(30), after: '00044444440000' }, { verdict: 'no-change' }],
  [
    'a trend that goes on',
    { before: '444444343333333332323222222222', after: '21222121111111' },
    { verdict: 'no-change' },
  ],
  [
    'too little use before it',
    { before: `${'2-----'.repeat(4)}2222222`.slice(-30), after: '00000000000000' },
    { verdict: 'cannot-tell', observed: null, missing: ['history'] },
  ],
  [
    'too little use after it',
    { before: ten('232'), after: '0-----'.repeat(5) },
    { verdict: 'cannot-tell', missing: ['loads'] },
  ],
  ['no use at all', { before: '', after: '' }, { verdict: 'cannot-tell', missing: ['history'] }],
])('%s', ([, given, expected]) => {
  expect(judged(given)).toMatchObject(expected);
});

test('bad days that other skills share are not its own', () => {
  const pattern = '00400040004000400040004000000044440444404440';
  const days = [...daysFrom(written - 30, pattern.slice(0, 30)), ...daysFrom(written + 1, pattern.slice(30))];
  const given = { own: days, written, earliest: 0, latest: written + 14 };
  const quiet = Array.from({ length: 9 }, () => daysFrom(written - 30, '1'.repeat(60)));
  expect(judge({ ...given, others: () => quiet }).verdict).toBe('harmed');
  expect(judge({ ...given, others: () => [...quiet, days] }).verdict).not.toBe('harmed');
});
