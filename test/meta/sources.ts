/*
 * The project's own sources, parsed: what the tests about the code itself look at.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: object;
  /** Every module it imports, statically or not; relative ones as paths from the project's root. */
  readonly imports: readonly string[];
}

export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => parseSource(join(entry.parentPath, entry.name)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function parseSource(absolute: string): SourceFile {
  const text = readFileSync(absolute, 'utf8');
  const { program, module, errors } = parseSync(absolute, text);
  if (errors.length > 0) throw new Error(`${absolute}: ${errors[0]?.message}`);
  const named = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) =>
      found.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map((found) =>
      literal(text.slice(found.moduleRequest.start, found.moduleRequest.end)),
    ),
  ];
  return {
    path: fromRoot(absolute),
    text,
    program,
    imports: [...new Set(named)].map((name) =>
      name.startsWith('.') ? fromRoot(resolve(dirname(absolute), name)).replace(/\.js$/, '.ts') : name,
    ),
  };
}

/** An import whose target is computed cannot be checked, so it is shown as it is written and fails. */
function literal(argument: string): string {
  return /^(['"])(.*)\1$/.exec(argument)?.[2] ?? `computed: ${argument}`;
}

function fromRoot(absolute: string): string {
  return relative(projectRoot, absolute).replaceAll('\\', '/');
}
