import { expect, test } from 'vitest';
import { routes } from '../../api/routes/routes.js';
import { prepareAnswer, sendAnswer } from './prepared-answer.js';

const sending = { isHead: false, ifNoneMatch: null, cacheControl: 'no-store', headers: {} };

test('an answer sets each of its cookies, and is not cached', () => {
  const answer = prepareAnswer(routes.discovery, { json: {}, cookies: ['a=1; Path=/', 'b=2'] });
  expect(answer.isCacheable).toBe(false);
  expect(sendAnswer(answer, sending).headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
});

test('an answer without cookies sets none, and may be cached', () => {
  const answer = prepareAnswer(routes.discovery, { json: {} });
  expect(answer.isCacheable).toBe(true);
  expect(sendAnswer(answer, { ...sending, headers: {} }).headers.getSetCookie()).toEqual([]);
});
