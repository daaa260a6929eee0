import { expect, test } from 'vitest';
import { bundleFiles, type ListedEntry } from './bundle-files.js';

const kinds = { '/': 'folder', '@': 'link', '|': 'other' } as const;

/** Written like `ls -F` does: a folder ends with a slash, a link with @, a pipe with |. */
function listed(text: string): ListedEntry {
  const kind = Object.entries(kinds).find(([mark]) => text.endsWith(mark));
  return kind === undefined ? { path: text, kind: 'file' } : { path: text.slice(0, -1), kind: kind[1] };
}

test('files go into a bundle, folders and litter do not', () => {
  const listing = [
    'SKILL.md',
    'docs/',
    'docs/a.md',
    '.gitignore',
    '.git/',
    '.git/config',
    '.DS_Store',
    'a~',
    '.#a@',
  ];
  expect(bundleFiles(listing.map(listed))).toEqual({
    kind: 'files',
    paths: ['SKILL.md', 'docs/a.md', '.gitignore'],
  });
});

test.for([
  ['docs/a@', 'link', 'docs/a'],
  ['pipe|', 'special-file', 'pipe'],
] as const)('%s refuses the bundle', ([entry, reason, path]) => {
  expect(bundleFiles([listed('SKILL.md'), listed(entry)])).toEqual({ kind: 'refused', reason, path });
});
