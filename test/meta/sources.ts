/*
 * The project's own sources, parsed: what the tests about the code itself look at.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, parseSync } from 'oxc-parser';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Files that only tests import. */
export const onlyForTests = /\.(test|fixture|world|arbitrary|contract|child)\.tsx?$/;

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly string[];
  /** Every module it imports, statically or not; relative ones as paths from the project's root. */
  readonly imports: readonly string[];
  /** Those of them from which more than types is taken. */
  readonly valueImports: readonly string[];
}

export function sourceFiles(folder: string): readonly SourceFile[] {
  const known = parsed.get(folder) ?? parseFolder(folder);
  parsed.set(folder, known);
  return known;
}

/** Several tests look at the same files, and parsing all of them takes a second. */
const parsed = new Map<string, readonly SourceFile[]>();

function parseFolder(folder: string): readonly SourceFile[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => parseSource(join(entry.parentPath, entry.name)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function parseSource(absolute: string): SourceFile {
  const text = readFileSync(absolute, 'utf8');
  const result = parseSync(absolute, text);
  const { module, comments, errors } = result;
  if (errors.length > 0) throw new Error(`${absolute}: ${errors[0]?.message}`);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : { name: moduleRequest.value, isType },
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      name: literal(text.slice(start, end)),
      isType: false,
    })),
  ].map(({ name, isType }) => ({ isType, path: targetOf(name, absolute) }));
  return {
    path: fromRoot(absolute),
    text,
    // Made when it is asked for: the tree takes most of the time.
    get program() {
      return result.program;
    },
    comments: comments.map(({ value }) => value),
    imports: [...new Set(found.map(({ path }) => path))],
    valueImports: [...new Set(found.filter(({ isType }) => !isType).map(({ path }) => path))],
  };
}

function targetOf(name: string, importer: string): string {
  if (!name.startsWith('.')) return name;
  const path = fromRoot(resolve(dirname(importer), name));
  const source = path.replace(/\.js$/, '.ts');
  return existsSync(join(projectRoot, source)) ? source : path.replace(/\.js$/, '.tsx');
}

/** An import whose target is computed cannot be checked, so it is shown as it is written and fails. */
function literal(argument: string): string {
  return /^(['"])(.*)\1$/.exec(argument)?.[2] ?? `computed: ${argument}`;
}

function fromRoot(absolute: string): string {
  return relative(projectRoot, absolute).replaceAll('\\', '/');
}
