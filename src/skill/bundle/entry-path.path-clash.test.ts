import { expect, test } from 'vitest';
import { findPathClash } from './entry-path.js';

/** A path that ends with a slash is a folder. */
function clashOf(...paths: readonly string[]) {
  return findPathClash(
    paths.map((path) =>
      path.endsWith('/') ? { path: path.slice(0, -1), kind: 'folder' } : { path, kind: 'file' },
    ),
  );
}

test.for([
  { paths: ['a', 'b', 'c/a', 'c/b'] },
  { paths: ['docs/', 'docs/a', 'docs/in/b', 'docs/in/'] },
  { paths: ['docs/', 'docs/'] },
  { paths: ['a', 'ab', 'a.b', 'a b/c'] },
])('$paths have a place each', ({ paths }) => expect(clashOf(...paths)).toBeUndefined());

test.for([
  { paths: ['a', 'b', 'a'], path: 'a', fault: 'twice' },
  { paths: ['a.md', 'A.md'], path: 'A.md', fault: 'capitals' },
  { paths: ['docs/a', 'Docs/b'], path: 'Docs/b', fault: 'capitals' },
  { paths: ['docs/a', 'DOCS/'], path: 'DOCS', fault: 'capitals' },
  { paths: ['straße', 'STRASSE'], path: 'STRASSE', fault: 'capitals' },
  { paths: ['straße', 'STRAẞE'], path: 'STRAẞE', fault: 'capitals' },
  { paths: ['σ', 'ς'], path: 'ς', fault: 'capitals' },
  { paths: ['\u212a', 'k'], path: 'k', fault: 'capitals' },
  { paths: ['\u0390', '\u03aa\u0301'], path: '\u03aa\u0301', fault: 'capitals' },
  { paths: ['a', 'a/b'], path: 'a/b', fault: 'folder' },
  { paths: ['a/b', 'a'], path: 'a', fault: 'folder' },
  { paths: ['a/', 'a'], path: 'a', fault: 'folder' },
  { paths: ['a', 'A/b'], path: 'A/b', fault: 'capitals' },
])('$paths meet in one place: $fault', ({ paths, path, fault }) => {
  expect(clashOf(...paths)).toEqual({ path, fault: expect.stringContaining(fault) });
});
