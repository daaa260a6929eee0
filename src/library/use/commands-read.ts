/*
 * The commands of a library as it is on the disk now.
 */

import type { Library } from '../read/catalog.js';
import type { Catalog } from '../rules/catalog.js';
import { readBundles } from './bundles.js';
import { type Commands, commandsOf } from './commands.js';

export function readCommands(
  { files, home }: Pick<Library, 'files' | 'home'>,
  { skills }: Catalog,
): Commands {
  const { bundles, diagnostics } = readBundles(files, home);
  const own = commandsOf(skills, bundles);
  return { commands: own.commands, diagnostics: [...diagnostics, ...own.diagnostics] };
}
