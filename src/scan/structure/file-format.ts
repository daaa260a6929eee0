/*
 * What the first bytes of a file say that it is, whatever its name says: programs and archives.
 */

export type FileFormat = 'program' | 'zip' | 'archive' | 'java-class';

export function formatOf(bytes: Uint8Array): FileFormat | undefined {
  const known = beginnings.find(({ magic, at = 0 }) =>
    magic.every((byte, index) => bytes[at + index] === byte),
  );
  if (known?.format === 'java-class') return isUniversalProgram(bytes) ? 'program' : 'java-class';
  if (known?.magic === dosProgram && !pointsToHeader(bytes)) return undefined;
  return known?.format;
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const dosProgram = ascii('MZ');

const beginnings: readonly { format: FileFormat; magic: readonly number[]; at?: number }[] = [
  { format: 'program', magic: [0x7f, ...ascii('ELF')] },
  { format: 'program', magic: dosProgram },
  { format: 'program', magic: [0xfe, 0xed, 0xfa, 0xce] },
  { format: 'program', magic: [0xfe, 0xed, 0xfa, 0xcf] },
  { format: 'program', magic: [0xce, 0xfa, 0xed, 0xfe] },
  { format: 'program', magic: [0xcf, 0xfa, 0xed, 0xfe] },
  { format: 'java-class', magic: [0xca, 0xfe, 0xba, 0xbe] },
  { format: 'program', magic: [0, ...ascii('asm')] },
  { format: 'zip', magic: [...ascii('PK'), 3, 4] },
  { format: 'zip', magic: [...ascii('PK'), 5, 6] },
  { format: 'archive', magic: [...ascii('7z'), 0xbc, 0xaf, 0x27, 0x1c] },
  { format: 'archive', magic: [...ascii('Rar!'), 0x1a, 7] },
  { format: 'archive', magic: [0x1f, 0x8b, 8] },
  { format: 'archive', magic: [...ascii('BZh')] },
  { format: 'archive', magic: [0xfd, ...ascii('7zXZ'), 0] },
  { format: 'archive', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { format: 'archive', magic: ascii('ustar'), at: 257 },
];

/** A program for several processors begins like a class of Java, but counts few processors where that has its version. */
function isUniversalProgram(bytes: Uint8Array): boolean {
  return bytes[4] === 0 && bytes[5] === 0 && bytes[6] === 0 && (bytes[7] ?? 0) < 20;
}

/** Text may begin with these two letters; a program has binary numbers in the header after them. */
function pointsToHeader(bytes: Uint8Array): boolean {
  return bytes.subarray(2, 64).includes(0);
}
