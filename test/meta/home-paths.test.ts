import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { homePaths } from '../../src/system/home.js';
import { onlyForTests, projectRoot, type SourceFile, sourceFiles } from './sources.js';

const files = sourceFiles('src').filter(
  ({ path }) => !onlyForTests.test(path) && path !== 'src/system/home.ts',
);

test('only src/system/home.ts builds paths below the home', () => {
  expect(files.flatMap(pathsBuilt)).toEqual([]);
});

test('the page about files names everything in the home, and nothing else', () => {
  const page = readFileSync(join(projectRoot, 'docs/files-and-formats.md'), 'utf8');
  const table = page.split('\n').filter((line) => line.startsWith('| `'));
  const documented = table.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const names = new Set(namesInHome());
  const isDocumented = (name: string) => documented.some((pattern) => patternOf(pattern).test(name));
  expect([...names].filter((name) => !isDocumented(name))).toEqual([]);
  // The usage store names the files beside its snapshot.
  const namedElsewhere = ['usage.json.bak', 'usage.journal*'];
  const isKnown = (pattern: string) =>
    namedElsewhere.includes(pattern) || [...names].some((name) => patternOf(pattern).test(name));
  expect(documented.filter((pattern) => !isKnown(pattern))).toEqual([]);
});

/** Template texts that begin with a home, and joins of one with a name. */
function pathsBuilt(file: SourceFile): readonly string[] {
  const { path, text } = file;
  const found: string[] = [];
  // The tree takes most of the time, and most files know no home.
  if (!/home/i.test(text)) return found;
  const add = ({ start, end }: { readonly start: number; readonly end: number }) =>
    found.push(`${path}: ${text.slice(start, end)}`);
  new Visitor({
    TemplateLiteral(node) {
      node.expressions.forEach((expression, index) => {
        const isPath = node.quasis[index + 1]?.value.raw.startsWith('/') ?? false;
        if (isPath && isHome(text.slice(expression.start, expression.end))) add(node);
      });
    },
    CallExpression(node) {
      const [first, second] = node.arguments;
      const callee = text.slice(node.callee.start, node.callee.end);
      if (!/^(path\.)?join$/.test(callee) || first === undefined || second === undefined) return;
      if (isHome(text.slice(first.start, first.end))) add(node);
    },
  }).visit(file.program as Parameters<Visitor['visit']>[0]);
  return found;
}

/** Coppice's own is called `home` everywhere, and the user's `userHome`. */
function isHome(expression: string): boolean {
  return /(^|\.)home$/.test(expression);
}

/** The first part of every path that the table of the home gives. */
function namesInHome(): readonly string[] {
  const { configured: _, ...paths } = homePaths('');
  const values = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('x')));
  return values
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value)))
    .map((path) => path.split('/').slice(1))
    .map(([name = '', ...below]) => (below.length > 0 || isFolder(name) ? `${name}/` : name));
}

function isFolder(name: string): boolean {
  return !name.includes('.');
}

/** A name in the page: `bundles/*.toml` documents the folder, `evidence.spool*.jsonl` every such file. */
function patternOf(documented: string): RegExp {
  const [name = '', ...below] = documented.split('/');
  const pattern = `${name}${below.length > 0 ? '/' : ''}`;
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
}
