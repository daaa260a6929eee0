/*
 * Names of files in a package: the SKILL.md itself, junk files that are not part of the package, and names that not
 * every system supports. Everything that writes, packs or scans a package uses the same rules.
 */

/** `skill.md` is accepted if there is no `SKILL.md`. */
export const skillFileNames = ['SKILL.md', 'skill.md'] as const;

export function isSkillFile(name: string): boolean {
  return skillFileNames.some((known) => known === name);
}

/** The folder with the cases of an evaluation. They are part of the package, but no agent that is evaluated sees them. */
export const casesFolder = 'evals';

export function isCaseFile(path: string): boolean {
  return path.startsWith(`${casesFolder}/`);
}

/**
 * Whether a path in a package, or a folder above it, is left there by version control, the operating system, an editor
 * or a running script. Such files are left out of the digest and of every bundle.
 *
 * The list is short on purpose, because a file that does not count can change unnoticed. So `.gitignore` counts, since
 * somebody wrote it, and `node_modules` counts, since the skill's scripts run what is in it. `__pycache__` does not:
 * Python creates it when a script runs, and using a skill must not change its digest.
 */
export function isJunkFile(path: string): boolean {
  return path.split('/').some((name) => junkNames.has(name.toLowerCase()) || junkPattern.test(name));
}

/** In lower case, because the systems that create them ignore case. */
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

/** Whether Windows reserves the name for a device, whatever its extension; superscript digits count as digits. */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])[ .]*($|[.:])/i.test(name);
}

/** Whether the path contains a character that not every system allows in a name. */
export function hasForbiddenCharacter(path: string): boolean {
  return /[<>:"|?*]/.test(path);
}

/**
 * Equal for names that are the same on a system that ignores case or Unicode composition. Converts to lower and then to
 * upper case, because some letters have one capital for two small letters, or two for one.
 */
export function normalizeName(name: string): string {
  return name.toLowerCase().toUpperCase().normalize('NFC');
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
