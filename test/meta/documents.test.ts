import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { referencePages } from '../../src/cli/reference/pages.js';
import { errorCodes } from '../../src/text/errors.js';
import { projectRoot, sourceFiles } from './sources.js';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const written = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test('the generated pages are fresh (npm run docs)', () => {
  for (const [path, text] of Object.entries(referencePages())) expect(read(path), path).toBe(text);
});

test('every path that a document names in code type exists', () => {
  const missing = written.flatMap((document) =>
    [...read(document).matchAll(/`((?:src|test|bench|scripts|docs)\/[\w./-]*)`/g)]
      .map((found) => found[1] ?? '')
      .filter((path) => !existsSync(join(projectRoot, path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('every link between documents leads somewhere', () => {
  const broken = written.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map((found) => found[1] ?? '')
      .filter((path) => !existsSync(join(projectRoot, dirname(document), path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(broken).toEqual([]);
});

test('ARCHITECTURE and CONTRIBUTING stay short', () => {
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(250);
  expect(read('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(150);
});

test('every error code is used somewhere', () => {
  const text = sourceFiles('src')
    .filter(({ path }) => path !== 'src/text/errors.ts' && !path.endsWith('.test.ts'))
    .map((file) => file.text)
    .join('\n');
  expect(Object.keys(errorCodes).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});
