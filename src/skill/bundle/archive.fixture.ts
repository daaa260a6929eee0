/*
 * Archives made by hand, for tests: a good one, and entries of which every byte can be chosen.
 */

import { gzipWithZeros } from '../../system/gzip.fixture.js';
import { gzip } from '../../system/gzip.js';
import { tarEnd, writeTarEntry } from './pack-bundle.js';
import { writeChecksum } from './tar-header.js';

export function goodArchive(): Uint8Array {
  return gzip(goodTar());
}

/** The good archive before it is compressed, with more entries in it. */
export function goodTar(...more: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([entry('SKILL.md', { body: skillText }), entry('docs/x'), ...more, tarEnd]);
}

/** One entry; its header may be changed before its checksum is made. */
export function entry(
  name: string | Uint8Array,
  { type = '0', body = type === '5' ? '' : 'x', change }: EntryOptions = {},
): Uint8Array {
  const header = { name: typeof name === 'string' ? utf8(name) : name, type, mode: 0o644 };
  const [block = new Uint8Array(), ...rest] = writeTarEntry(
    header,
    typeof body === 'string' ? utf8(body) : body,
  );
  change?.(block);
  writeChecksum(block);
  return Buffer.concat([block, ...rest]);
}

interface EntryOptions {
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly change?: (header: Uint8Array) => void;
}

const skillText = '---\nname: evil\ndescription: A skill like any other.\n---\n\n# Evil\n';

/** The good archive with a file of zeros. */
export function bomb(zeroBytes: number): Uint8Array {
  const octal = `${zeroBytes.toString(8).padStart(11, '0')}\0`;
  const before = goodTar(entry('big', { body: '', change: (block) => block.set(utf8(octal), 124) }));
  return gzipWithZeros(before.subarray(0, -tarEnd.length), zeroBytes, tarEnd);
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
