/*
 * Every effect that a pure file must not have; the detector is tested on it.
 */

import { readFileSync } from 'node:fs';

export function everyEffect(): unknown[] {
  return [readFileSync, Date.now(), new Date(), Math.random(), process.env, performance.now()];
}
