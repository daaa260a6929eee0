/*
 * What lies in a package's folder without being part of it: traces of version control, of the operating system, of
 * editors, and of running its scripts. It is left out of the digest and of every bundle.
 *
 * The list is short on purpose, because a file that does not count can change unseen. So `.gitignore` counts, since
 * somebody wrote it, and `node_modules` counts, since the skill's scripts run what is in it. `__pycache__` does not:
 * Python makes it when a script runs, and using a skill must not change what it is.
 */

/** `path` is relative to the package, with forward slashes; anything inside a litter folder is litter. */
export function isPackageLitter(path: string): boolean {
  return path.split('/').some((name) => litterNames.has(name.toLowerCase()) || litterPattern.test(name));
}

/** In lower case: the systems that leave them do not tell cases apart. */
const litterNames: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  '.ds_store',
  '__macosx',
  'thumbs.db',
  'desktop.ini',
  '__pycache__',
]);

/** In turn: AppleDouble files, editors' backups, Vim's swap files, Emacs' locks, our own unfinished writes. */
const litterPattern = /^\._|~$|^\..*\.sw[op]$|^\.#|^\.coppice-.*\.tmp$/;
