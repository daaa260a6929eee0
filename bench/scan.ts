/*
 * How long the scanner takes over 1 MB of what is ordinary: prose with commands in it, as this project's documents are,
 * and programs, as its sources are. `npm run bench:scan` has the figure for a package that is full of findings.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanSkill } from '../src/scan/scan.js';
import { type Bench, type Figures, shortest } from './bench.js';

export const benches: readonly Bench[] = [
  {
    name: 'scan of 1 MB of Markdown',
    limit: { ratio: 1 },
    run: () => timeOf('SKILL.md', textsOf('docs', '.md')),
  },
  {
    name: 'scan of 1 MB of code',
    limit: { ratio: 1 },
    run: () => timeOf('scripts/all.ts', textsOf('src', '.ts')),
  },
];

function timeOf(path: string, texts: readonly Buffer[]): Figures {
  const bytes = Buffer.alloc(1e6, Buffer.concat(texts));
  const file = { path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: false } as const;
  const bare = () => passOver(bytes.toString());
  const { ours, peer } = shortest(20, () => scanSkill({ name: 'large', files: [file] }), bare);
  const details = { 'decoding it and passing over the characters, ms': peer };
  return { ours, peer: 150, unit: 'ms', peerName: 'what is allowed', details };
}

function textsOf(folder: string, ending: string): readonly Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .sort()
    .map((path) => readFileSync(join(folder, path)));
}

function passOver(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}
