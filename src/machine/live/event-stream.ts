/*
 * What happens as server-sent events: a line for each change and for how far an act has come, and one now and then, so that
 * both sides notice a lost connection.
 */

import { type Schedule, timerSchedule } from '../../system/schedule.js';
import type { RunningActs } from '../acts/running-acts.js';
import type { Changes } from './changes.js';

/** Below the time after which the server closes a connection on which nothing moves. */
const heartbeatMs = 20_000;

export function eventStream(
  changes: Changes,
  acts: Pick<RunningActs, 'listen'>,
  schedule: Schedule = timerSchedule,
): Response {
  const ends: (() => void)[] = [];
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      ends.push(
        changes.listen(() => send('event: change\ndata: {}\n\n')),
        acts.listen((progress) => send(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`)),
      );
      let cancel = schedule(beat, heartbeatMs);
      function beat() {
        send(': still here\n\n');
        cancel = schedule(beat, heartbeatMs);
      }
      ends.push(() => cancel());
      send(': connected\n\n');
    },
    cancel: () => {
      for (const end of ends) end();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
