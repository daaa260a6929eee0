import { expect, test } from 'vitest';
import { costText, failedText, intervalText, pointsText, scoreText } from './effect-words.js';

test('a change of a share is in points, with its sign', () => {
  expect([-0.575, 0.01, 0, 0.004].map(pointsText)).toEqual([
    '\u221257 points',
    '+1 point',
    '0 points',
    '0 points',
  ]);
  expect(intervalText({ value: -0.575, low: -0.869, high: 0.02 })).toBe('\u221257 points, \u221287 to +2');
});

test('counts, scores and costs say what is not known', () => {
  expect(failedText({ loads: 40, failed: 27 })).toBe('68 % (27 of 40)');
  expect(failedText({ loads: 0, failed: 0 })).toBe('not used');
  expect([0.666, null].map(scoreText)).toEqual(['0.67', 'none']);
  expect([0.0123, 1.5, 0, null].map(costText)).toEqual(['0.0123 USD', '1.50 USD', '0.00 USD', 'not stated']);
});
