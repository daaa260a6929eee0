/*
 * The weights of the program are those that the labelled messages give, so that nobody changes one without the other. A
 * weight may differ by one: rounding is not the same on every machine.
 */

import { expect, test } from 'vitest';
import { learn, parseTrainingLine, readLearnedMessages } from '../bench/learn-messages.js';
import learned from '../src/evidence/rules/messages/weights.json' with { type: 'json' };

const messages = readLearnedMessages();

test('the weights are what npm run train writes', () => {
  const { weights, ...settings } = learn(messages);
  const { weights: written, ...writtenSettings } = learned;
  expect(writtenSettings).toEqual(settings);
  const known = new Map(Object.entries<number>(written));
  const differing = [...new Set([...Object.keys(weights), ...known.keys()])].filter(
    (feature) => Math.abs((weights[feature] ?? 0) - (known.get(feature) ?? 0)) > 6,
  );
  expect(differing).toEqual([]);
});

test('no message is there twice, so that none counts more than another, or with two labels', () =>
  expect(new Set(messages.map(({ text }) => text)).size).toBe(messages.length));

test('a line that is not understood is refused', () =>
  expect(() => parseTrainingLine('rows.txt', '* en hello')).toThrow(
    'rows.txt has a line that is not understood',
  ));
