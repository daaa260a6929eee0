/*
 * Packages that most people do not need (an embedded database, language models) are not dependencies. They are
 * loaded from where Coppice is installed, or from a folder of the user. Nothing is ever downloaded here: if a package
 * is missing, the error names the command that installs it.
 */

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CoppiceError } from '../text/errors.js';
import { homePaths } from './home.js';

/** A folder in which `npm install --prefix` put packages: COPPICE_PACKAGES, else `<home>/packages`. */
export function packagesFolder(
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  return resolve(environment['COPPICE_PACKAGES'] || homePaths(home).packages);
}

export interface OptionalPackage {
  readonly name: string;
  /** The exact version, shown in the hint. */
  readonly version: string;
  /** What needs the package, as the subject of a sentence: "the embedded database". */
  readonly need: string;
  /** `name@version` of packages that it needs too: one command installs all of them. */
  readonly together?: readonly string[];
}

/** The module itself. The caller checks its shape. */
export async function loadOptional(wanted: OptionalPackage, folder: string): Promise<unknown> {
  const path = resolveOptional(wanted, folder);
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    // A package may run any code while it is loaded: whatever fails there, it is not usable as it is installed.
    const why = error instanceof Error ? error.message : String(error);
    throw missing(wanted, folder, `cannot be loaded: ${why}`, error);
  }
}

/** The path of its main file (or of `subpath`); the user's folder comes first. */
export function resolveOptional(wanted: OptionalPackage, folder: string, subpath = ''): string {
  for (const from of [join(folder, 'index.js'), import.meta.url]) {
    try {
      return createRequire(from).resolve(wanted.name + subpath);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw missing(wanted, folder, 'is not installed');
}

function missing(
  { name, version, need, together = [] }: OptionalPackage,
  folder: string,
  why: string,
  cause?: unknown,
): CoppiceError {
  return new CoppiceError('package-missing', `${need} needs the package ${name}, which ${why}`, {
    hint: ['npm install --prefix', folder, `${name}@${version}`, ...together].join(' '),
    cause,
  });
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
}
