/*
 * How the file of a skill is called. `SKILL.md` is its name; `skill.md` is tolerated where that is all there is.
 */

export const skillFileNames = ['SKILL.md', 'skill.md'] as const;

export function isSkillFile(name: string): boolean {
  return skillFileNames.some((known) => known === name);
}

/*
 * What lies in a package's folder without being part of it: traces of version control, of the operating system, of
 * editors, and of running its scripts. It is left out of the digest and of every bundle.
 *
 * The list is short on purpose, because a file that does not count can change unseen. So `.gitignore` counts, since
 * somebody wrote it, and `node_modules` counts, since the skill's scripts run what is in it. `__pycache__` does not:
 * Python makes it when a script runs, and using a skill must not change what it is.
 */

/** `path` is relative to the package, with forward slashes; anything inside a litter folder is litter. */
export function isJunkFile(path: string): boolean {
  return path.split('/').some((name) => junkNames.has(name.toLowerCase()) || junkPattern.test(name));
}

/** In lower case: the systems that leave them do not tell cases apart. */
const junkNames: ReadonlySet<string> = new Set([
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
const junkPattern = /^\._|~$|^\..*\.sw[op]$|^\.#|^\.coppice-.*\.tmp$/;

/*
 * Names that every system can hold and tells apart. What is written, what travels and what is scanned goes by the same
 * rules, so that none of them lets through what another stumbles over.
 */

/** Whether Windows keeps the name for a device, whatever its extension; it takes superscript digits for digits. */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])[ .]*($|[.:])/i.test(name);
}

/** Whether a character is in it that not every system can hold in a name. */
export function hasForbiddenCharacter(path: string): boolean {
  return /[<>:"|?*]/.test(path);
}

/**
 * Equal for names that a system which ignores case or composition takes for one. Down and up again: some letters have
 * one capital for two small ones, and some two for one.
 */
export function normalizeName(name: string): string {
  return name.toLowerCase().toUpperCase().normalize('NFC');
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
