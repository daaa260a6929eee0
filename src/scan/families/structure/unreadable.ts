/*
 * Rules about files that nobody can read before they run: programs, installers, archives, compiled scripts. The content
 * decides, and the extension only where the content is not enough.
 */

import type { ScanFinding } from '../../findings/finding.js';
import { type FamilyScanner, findingAboutFile, type ScanRule } from '../../findings/rule.js';
import type { PreparedFile } from '../../package/prepare.js';
import { disguisedFile } from './disguised-text.js';

const rules = {
  executable: {
    id: 'structure/executable',
    family: 'structure',
    title: 'A binary program',
    severity: 'high',
    why: 'Neither the agent nor the user can read a compiled program before it runs.',
    instead: 'Include the source, or name the package that the user installs from its registry.',
  },
  installer: {
    id: 'structure/installer',
    family: 'structure',
    title: 'An installer',
    severity: 'high',
    why: 'An installer runs with the rights of the user, often of the administrator, and changes the system permanently.',
    instead: 'Link to the official installation page of the program.',
  },
  disguised: disguisedFile,
  lockedArchive: {
    id: 'structure/locked-archive',
    family: 'structure',
    title: 'A password-protected archive',
    severity: 'high',
    why: 'The password keeps scanners out, while the text gives it to the victim.',
    instead: 'Include the files unpacked.',
  },
  nestedArchive: {
    id: 'structure/nested-archive',
    family: 'structure',
    title: 'An archive inside an archive',
    severity: 'medium',
    why: 'Each layer hides its content from tools that look only one level deep.',
    instead: 'Include the files unpacked.',
  },
  archive: {
    id: 'structure/archive',
    family: 'structure',
    title: 'An archive',
    severity: 'medium',
    why: 'The content is not reviewed with the skill, and a script can unpack and run it.',
    instead: 'Include the files unpacked.',
  },
  compiled: {
    id: 'structure/compiled-script',
    family: 'structure',
    title: 'Compiled code of a script',
    severity: 'high',
    why: 'Compiled code can differ from the source next to it, and runs in its place.',
    instead: 'Include only the source.',
  },
  macros: {
    id: 'structure/document-with-macros',
    family: 'structure',
    title: 'A document with macros',
    severity: 'medium',
    why: 'Macros run when the document is opened.',
    instead: 'Save the document without macros.',
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
  const extension = extensionOf(file.path);
  const format = formatOf(file.bytes);
  if (installerExtensions.has(extension))
    return [
      findingAboutFile(rules.installer, file, {
        why: `A file with the extension .${extension} installs a program.`,
      }),
    ];
  if (format === 'program') return [judgeProgram(file, extension)];
  if (format === 'java-class' || compiledExtensions.has(extension)) return [judgeCompiled(file, paths)];
  if (format === 'zip') return judgeZip(file, extension);
  if (format === 'archive' || archiveExtensions.has(extension)) {
    return [findingAboutFile(rules.archive, file, { why: 'The content of this archive is not scanned.' })];
  }
  return [];
}

function judgeProgram(file: PreparedFile, extension: string): ScanFinding {
  if (harmlessExtensions.has(extension))
    return findingAboutFile(rules.disguised, file, {
      why: `The file is a program, but is named .${extension}.`,
      severity: 'critical',
    });
  // WebAssembly runs in a sandbox.
  if (extension === 'wasm')
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
    ? findingAboutFile(rules.compiled, file, { why: `The file may differ from ${source}.`, severity: 'low' })
    : findingAboutFile(rules.compiled, file, { why: 'The source is not in the package.' });
}

function judgeZip(file: PreparedFile, extension: string): readonly ScanFinding[] {
  const entries = zipEntries(file.bytes);
  const findings: ScanFinding[] = [];
  const locked = entries.find(({ isEncrypted }) => isEncrypted);
  if (locked !== undefined)
    findings.push(
      findingAboutFile(rules.lockedArchive, file, { why: `"${locked.name}" in the archive is encrypted.` }),
    );
  if (entries.some(({ name }) => /(?:^|\/)vbaProject\.bin$/i.test(name)))
    findings.push(findingAboutFile(rules.macros, file, { why: 'The document contains macros.' }));
  if (documentExtensions.has(extension)) return findings;
  const nested = entries.find(({ name }) => archiveExtensions.has(extensionOf(name)));
  if (nested !== undefined)
    findings.push(
      findingAboutFile(rules.nestedArchive, file, {
        why: `The archive contains the archive "${nested.name}".`,
      }),
    );
  const program = entries.find(({ name }) => installerExtensions.has(extensionOf(name)));
  if (program !== undefined)
    findings.push(
      findingAboutFile(rules.installer, file, {
        why: `The archive contains "${program.name}", which installs a program.`,
      }),
    );
  if (findings.length > 0) return findings;
  if (harmlessExtensions.has(extension))
    return [
      findingAboutFile(rules.disguised, file, { why: `The file is an archive, but is named .${extension}.` }),
    ];
  return [findingAboutFile(rules.archive, file, { why: 'The content of this archive is not scanned.' })];
}

function extensionOf(path: string): string {
  return /[^/]\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const installerExtensions = words('exe msi msix pkg dmg apk ipa deb rpm appimage scr cpl lnk jar hta appx');
const archiveExtensions = words('zip tar tgz gz bz2 tbz xz txz 7z rar zst cab iso img');
const compiledExtensions = words('pyc pyo pyd class');
/** Documents that are zip archives. */
const documentExtensions = words(
  'docx docm dotx dotm pptx pptm potx ppsx xlsx xlsm xltx odt ods odp epub vsdx sketch 3mf usdz xpi whl nupkg kmz',
);
/** Nobody expects these to run or to unpack. */
const harmlessExtensions = words(
  'md txt rst csv json yaml yml toml xml html css png jpg jpeg gif svg webp ico bmp pdf mp3 mp4 wav ttf otf woff woff2',
);

type FileFormat = 'program' | 'zip' | 'archive' | 'java-class';

/** The format of a program or archive by its first bytes, whatever its name. */
function formatOf(bytes: Uint8Array): FileFormat | undefined {
  const known = signatures.find(({ magic, at = 0 }) =>
    magic.every((byte, index) => bytes[at + index] === byte),
  );
  if (known?.format === 'java-class') return isUniversalProgram(bytes) ? 'program' : 'java-class';
  if (known?.magic === dosProgram && !pointsToHeader(bytes)) return undefined;
  return known?.format;
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const dosProgram = ascii('MZ');

const signatures: readonly { format: FileFormat; magic: readonly number[]; at?: number }[] = [
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

/** A universal macOS program starts like a Java class, but has a small processor count where the class has its version. */
function isUniversalProgram(bytes: Uint8Array): boolean {
  return bytes[4] === 0 && bytes[5] === 0 && bytes[6] === 0 && (bytes[7] ?? 0) < 20;
}

/** Text may start with these two letters; in a program a binary header follows. */
function pointsToHeader(bytes: Uint8Array): boolean {
  return bytes.subarray(2, 64).includes(0);
}

interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
}

/** Read from the headers before the entries, so that the start of a large archive is enough. */
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
