import { expect, test } from 'vitest';
import { eventsIn } from './server-events.js';

const change = { name: 'change', data: '{}' };

test.each([
  ['event: change\ndata: {}\n\n', [change], ''],
  [': connected\n\nevent: change\ndata: {}\n\n: still here\n\n', [change], ''],
  ['event: change\ndata: {}\n\nevent: cha', [change], 'event: cha'],
  ['event: change\ndata: {}\n', [], 'event: change\ndata: {}\n'],
  ['event: bare\n\n', [{ name: 'bare', data: '' }], ''],
])('%j', (text, events, rest) => {
  expect(eventsIn(text)).toEqual({ events, rest });
});
