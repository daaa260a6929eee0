import { expect, test } from 'vitest';
import { untilStopSignal } from './signals.js';

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s is taken once, and the next is left to its own',
  async (signal) => {
    const before = process.listenerCount(signal);
    const asked = untilStopSignal();
    expect(process.listenerCount(signal)).toBe(before + 1);
    process.emit(signal, signal);
    // Whoever else hears the signal sees that somebody takes care of it.
    expect(process.listenerCount(signal)).toBe(before + 1);
    expect(await asked).toBe(signal);
    await new Promise(setImmediate);
    expect([process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')]).toEqual([before, before]);
  },
);
