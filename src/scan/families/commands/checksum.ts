/*
 * Detects commands that verify the checksum of a download before it runs. A checksum that is written in the package ties
 * the author to a file that can be reviewed; a downloaded one only shows that the file arrived complete.
 */

import type { ShellCommand } from './shell.js';

interface Check {
  /** Undefined where only a list of checksums names the files. */
  readonly files: readonly string[] | undefined;
  readonly isWrittenDown: boolean;
}

/** The checksum verification that a pipeline makes, if any. `expand` fills in known variables. */
export function checksumCheckIn(
  commands: readonly ShellCommand[],
  expand: (word: string) => string,
): Check | undefined {
  if (!commands.some((command) => isComparing(command) || isTesting(command))) return undefined;
  const words = commands.flatMap(wordsOf).flatMap((word) => expand(word).split(/\s+/));
  const isWrittenDown = words.some((word) => checksum.test(word));
  const isByList = !isWrittenDown && words.some((word) => list.test(word));
  const files = words.map((word) => word.replace(/\.(?:sha\d+(?:sum)?|sum)$/i, '').replace(/^\*/, ''));
  return { files: isByList ? undefined : files, isWrittenDown };
}

const checksum = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;
/** A file with the checksums of many files. */
const list = /(?:sums|checksums?)(?:\.\w{1,8})?$/i;

function isComparing({ words }: ShellCommand): boolean {
  return words.some(isComparer) && words.some((word) => /^(?:-[a-z]*c|--check)$/.test(word));
}

/** `[ "$(sha256sum file)" = … ]` */
function isTesting({ words, inner }: ShellCommand): boolean {
  if (inner.length === 0 || !words.slice(0, 3).some((word) => /^(?:\[{1,2}|test)$/.test(word))) return false;
  return inner.some(({ commands }) => commands.some((command) => command.words.some(isComparer)));
}

function isComparer(word: string): boolean {
  return word.endsWith('sum') && /^(?:.*\/)?g?(?:sha(?:224|256|384|512)?sum|b2sum)$/.test(word);
}

function wordsOf({ words, redirects, inner }: ShellCommand): readonly string[] {
  const innerWords = inner.flatMap(({ commands }) => commands.flatMap((command) => command.words));
  return [...words, ...redirects.map(({ target }) => target), ...innerWords];
}
