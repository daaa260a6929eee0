/*
 * Stores in memory for tests, at a fixed time, and what is in their folder.
 */

import { fixedClock } from '../system/clock.js';
import { memoryDisk, memoryFiles } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { UsageStore } from './store.js';

export const day = 86_400_000;
export const now = Date.UTC(2026, 0, 31);

interface StoreOptions {
  readonly at?: number;
  readonly realAt?: number;
  readonly rotateBytes?: number;
  readonly worthwhileBytes?: number;
}

export function storeOn(
  files: Files,
  { at = now, realAt = now, rotateBytes = 1000, worthwhileBytes = 1000 }: StoreOptions = {},
): UsageStore {
  return new UsageStore({
    path: '/home/usage.json',
    files,
    clock: fixedClock(at),
    realTime: fixedClock(realAt),
    lockTimeoutMs: 0,
    rotateBytes,
    worthwhileBytes,
  });
}

export function filesWithHome(disk = memoryDisk()): Files {
  const files = memoryFiles(disk);
  files.makeFolder('/home');
  return files;
}

export function names(files: Files): readonly string[] | undefined {
  return files.list('/home')?.map(({ name }) => name);
}

export function textOf(files: Files, name: string): string | undefined {
  const content = files.read(`/home/${name}`);
  return content && new TextDecoder().decode(content.bytes);
}

export function write(files: Files, name: string, text: string): void {
  files.write(`/home/${name}`, new TextEncoder().encode(text));
}
