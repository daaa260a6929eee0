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
export function foldName(name: string): string {
  return name.toLowerCase().toUpperCase().normalize('NFC');
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
