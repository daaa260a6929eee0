/*
 * Files that nobody can read before they run: programs, installers, archives, compiled scripts. The bytes decide, and
 * the ending only where the bytes say nothing.
 */

import type { ScanFinding } from '../../findings/finding.js';
import { type FamilyScanner, findingAboutFile, type ScanRule } from '../../findings/rule.js';
import type { PreparedFile } from '../../package/prepare.js';

const rules = {
  executable: {
    id: 'structure/executable',
    family: 'structure',
    title: 'A program as binary',
    severity: 'high',
    why: 'A compiled program does what its author wants, and neither the agent nor its user can read it first.',
    instead: 'Ship the source, or name the package that the user installs from its own registry.',
  },
  installer: {
    id: 'structure/installer',
    family: 'structure',
    title: 'An installer',
    severity: 'high',
    why: 'An installer runs with the rights of the user, often of the administrator, and leaves things behind.',
    instead: 'Name the official installation page of the program.',
  },
  disguised: {
    id: 'structure/disguised-file',
    family: 'structure',
    title: 'A file that is not what its name says',
    severity: 'high',
    why: 'A program that is named like a picture or a document passes a look at the listing.',
    instead: 'Give the file the ending of what it is.',
  },
  lockedArchive: {
    id: 'structure/locked-archive',
    family: 'structure',
    title: 'An archive behind a password',
    severity: 'high',
    why: 'A password keeps scanners out; the text tells the victim how to open it.',
    instead: 'Ship the files as they are.',
  },
  nestedArchive: {
    id: 'structure/nested-archive',
    family: 'structure',
    title: 'An archive inside an archive',
    severity: 'medium',
    why: 'Each layer hides its content from those who look only one deep.',
    instead: 'Ship the files as they are.',
  },
  archive: {
    id: 'structure/archive',
    family: 'structure',
    title: 'An archive',
    severity: 'medium',
    why: 'What is inside is not reviewed with the skill, and a script may unpack and run it.',
    instead: 'Ship the files as they are.',
  },
  compiled: {
    id: 'structure/compiled-script',
    family: 'structure',
    title: 'Compiled code beside or instead of its source',
    severity: 'high',
    why: 'Compiled code may differ from the source next to it, and is run in its place.',
    instead: 'Ship the source only.',
  },
  macros: {
    id: 'structure/document-with-macros',
    family: 'structure',
    title: 'A document with macros',
    severity: 'medium',
    why: 'Macros run when the document is opened.',
    instead: 'Save the document in the format without macros.',
  },
} satisfies Record<string, ScanRule>;

export const unreadable: FamilyScanner = {
  rules: Object.values(rules),
  scan({ files }) {
    const paths = new Set(files.map(({ path }) => path));
    return files.flatMap((file) => (file.kind === 'file' ? judge(file, paths) : []));
  },
};

function judge(file: PreparedFile, paths: ReadonlySet<string>): readonly ScanFinding[] {
  const ending = endingOf(file.path);
  const format = formatOf(file.bytes);
  if (installerEndings.has(ending))
    return [
      findingAboutFile(rules.installer, file, {
        why: `A file with the ending .${ending} installs a program.`,
      }),
    ];
  if (format === 'program') return [judgeProgram(file, ending)];
  if (format === 'java-class' || compiledEndings.has(ending)) return [judgeCompiled(file, paths)];
  if (format === 'zip') return judgeZip(file, ending);
  if (format === 'archive' || archiveEndings.has(ending)) {
    return [findingAboutFile(rules.archive, file, { why: 'The content of this archive is not looked at.' })];
  }
  return [];
}

function judgeProgram(file: PreparedFile, ending: string): ScanFinding {
  if (harmlessEndings.has(ending))
    return findingAboutFile(rules.disguised, file, {
      why: `The file is a program and is named .${ending}.`,
      severity: 'critical',
    });
  // Web assembly runs in a sandbox of its host.
  if (ending === 'wasm')
    return findingAboutFile(rules.executable, file, {
      why: 'The file is a compiled module.',
      severity: 'medium',
    });
  return findingAboutFile(rules.executable, file, {
    why: 'The first bytes are those of a compiled program.',
  });
}

function judgeCompiled(file: PreparedFile, paths: ReadonlySet<string>): ScanFinding {
  const source = file.path
    .replace(/(^|\/)__pycache__\//, '$1')
    .replace(/(?:\.cpython-\d+|\.pypy\d+)?(?:\.opt-\d)?\.py[cod]$/i, '.py');
  const hasSource = source !== file.path && paths.has(source);
  return hasSource
    ? findingAboutFile(rules.compiled, file, { why: `It may differ from ${source}.`, severity: 'low' })
    : findingAboutFile(rules.compiled, file, { why: 'Its source is not in the package.' });
}

function judgeZip(file: PreparedFile, ending: string): readonly ScanFinding[] {
  const entries = zipEntries(file.bytes);
  const findings: ScanFinding[] = [];
  const locked = entries.find(({ isEncrypted }) => isEncrypted);
  if (locked !== undefined)
    findings.push(
      findingAboutFile(rules.lockedArchive, file, { why: `"${locked.name}" in it is encrypted.` }),
    );
  if (entries.some(({ name }) => /(?:^|\/)vbaProject\.bin$/i.test(name)))
    findings.push(findingAboutFile(rules.macros, file, { why: 'It has a project of macros.' }));
  if (documentEndings.has(ending)) return findings;
  const nested = entries.find(({ name }) => archiveEndings.has(endingOf(name)));
  if (nested !== undefined)
    findings.push(
      findingAboutFile(rules.nestedArchive, file, { why: `It holds the archive "${nested.name}".` }),
    );
  const program = entries.find(({ name }) => installerEndings.has(endingOf(name)));
  if (program !== undefined)
    findings.push(
      findingAboutFile(rules.installer, file, {
        why: `It holds "${program.name}", which installs a program.`,
      }),
    );
  if (findings.length > 0) return findings;
  if (harmlessEndings.has(ending))
    return [
      findingAboutFile(rules.disguised, file, { why: `The file is an archive and is named .${ending}.` }),
    ];
  return [findingAboutFile(rules.archive, file, { why: 'The content of this archive is not looked at.' })];
}

function endingOf(path: string): string {
  return /[^/]\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const installerEndings = words('exe msi msix pkg dmg apk ipa deb rpm appimage scr cpl lnk jar hta appx');
const archiveEndings = words('zip tar tgz gz bz2 tbz xz txz 7z rar zst cab iso img');
const compiledEndings = words('pyc pyo pyd class');
/** Documents that are zip archives inside. */
const documentEndings = words(
  'docx docm dotx dotm pptx pptm potx ppsx xlsx xlsm xltx odt ods odp epub vsdx sketch 3mf usdz xpi whl nupkg kmz',
);
/** Nobody expects these to run or to unpack. */
const harmlessEndings = words(
  'md txt rst csv json yaml yml toml xml html css png jpg jpeg gif svg webp ico bmp pdf mp3 mp4 wav ttf otf woff woff2',
);

/*
 * What the first bytes of a file say that it is, whatever its name says: programs and archives.
 */

type FileFormat = 'program' | 'zip' | 'archive' | 'java-class';

function formatOf(bytes: Uint8Array): FileFormat | undefined {
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

/*
 * What a zip archive says about its entries, without unpacking it: whether one is encrypted, and their names.
 */

interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
}

/** From the headers before the entries, so that the beginning of a large archive is enough. */
function zipEntries(bytes: Uint8Array): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  for (let at = bytes.indexOf(firstByte); at !== -1; at = bytes.indexOf(firstByte, at + 1)) {
    if (at + headerBytes > bytes.length) break;
    if (view.getUint32(at, true) !== headerSignature) continue;
    const nameBytes = Math.min(view.getUint16(at + 26, true), nameLimitBytes);
    const name = latin1(bytes.subarray(at + headerBytes, at + headerBytes + nameBytes));
    entries.push({ name, isEncrypted: (view.getUint16(at + 6, true) & 1) === 1 });
    at += headerBytes + nameBytes - 1;
  }
  return entries;
}

const firstByte = 0x50;
const headerSignature = 0x04034b50;
const headerBytes = 30;
const nameLimitBytes = 1_024;

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
