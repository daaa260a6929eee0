/*
 * The files that are built beside the program: pages, and the code of threads. npm starts the program through a link in
 * another folder, so the link is followed first.
 */

import { dirname, join } from 'node:path';
import type { Context } from '../../app/context.js';

export function builtFile({ files, program }: Pick<Context, 'files' | 'program'>, name: string): string {
  return join(dirname(files.realPath(program.script) ?? program.script), name);
}
