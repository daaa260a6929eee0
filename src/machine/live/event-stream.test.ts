import { expect, test } from 'vitest';
import { manualSchedule } from '../../system/schedule.fixture.js';
import type { ProgressEvent } from '../api/acts.js';
import type { Changes } from './changes.js';
import { eventStream } from './event-stream.js';

function streamed() {
  const listeners = new Set<() => void>();
  const changes: Changes = {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
  const watches = new Set<(progress: ProgressEvent) => void>();
  const acts = {
    listen: (watch: (progress: ProgressEvent) => void) => {
      watches.add(watch);
      return () => void watches.delete(watch);
    },
  };
  const time = manualSchedule();
  const response = eventStream(changes, acts, time.schedule);
  const reader = response.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  return { response, reader, next, time, listeners, watches };
}

test('how far an act has come is an event', async () => {
  const { next, watches } = streamed();
  await next();
  for (const watch of watches) watch({ act: 'a', done: 1, total: 2 });
  expect(await next()).toBe('event: progress\ndata: {"act":"a","done":1,"total":2}\n\n');
});

test('a change is an event, and silence is broken now and then', async () => {
  const { response, next, time, listeners } = streamed();
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await next()).toBe(': connected\n\n');
  for (const listener of listeners) listener();
  expect(await next()).toBe('event: change\ndata: {}\n\n');
  time.next();
  expect(await next()).toBe(': still here\n\n');
  expect(time.delays).toEqual([20_000]);
});

test('whoever leaves is no longer listened for', async () => {
  const { reader, time, listeners, watches } = streamed();
  await reader?.cancel();
  expect([listeners.size, watches.size, time.delays]).toEqual([0, 0, []]);
});
