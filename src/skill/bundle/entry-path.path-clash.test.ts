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
  { paths: ['a.md', 'A.md'], path: 'A.md', fault: 'only in case' },
  { paths: ['docs/a', 'Docs/b'], path: 'Docs/b', fault: 'only in case' },
  { paths: ['docs/a', 'DOCS/'], path: 'DOCS', fault: 'only in case' },
  { paths: ['straße', 'STRASSE'], path: 'STRASSE', fault: 'only in case' },
  { paths: ['straße', 'STRAẞE'], path: 'STRAẞE', fault: 'only in case' },
  { paths: ['σ', 'ς'], path: 'ς', fault: 'only in case' },
  { paths: ['\u212a', 'k'], path: 'k', fault: 'only in case' },
  { paths: ['\u0390', '\u03aa\u0301'], path: '\u03aa\u0301', fault: 'only in case' },
  { paths: ['a', 'a/b'], path: 'a/b', fault: 'folder' },
  { paths: ['a/b', 'a'], path: 'a', fault: 'folder' },
  { paths: ['a/', 'a'], path: 'a', fault: 'folder' },
  { paths: ['a', 'A/b'], path: 'A/b', fault: 'only in case' },
])('$paths meet in one place: $fault', ({ paths, path, fault }) => {
  expect(clashOf(...paths)).toEqual({ path, fault: expect.stringContaining(fault) });
});
