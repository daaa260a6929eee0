import { expect, test } from 'vitest';
import type { ScannedFile } from '../../package/prepare.js';
import { preparePackage } from '../../package/prepare.js';
import { structureScanner } from './structure.js';

const ascii = (text: string) => new TextEncoder().encode(text);
const file = (
  path: string,
  bytes: Uint8Array = ascii('text'),
  more: Partial<ScannedFile> = {},
): ScannedFile => {
  return { path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: false, ...more };
};
const link = (path: string, target: string) => file(path, ascii(''), { kind: 'link', target });

/** Rule and severity of each finding in a package of a SKILL.md and these files. */
function findings(...files: readonly ScannedFile[]): readonly string[] {
  const scanned = { name: 'my-skill', files: [file('SKILL.md'), ...files] };
  return structureScanner.scan(preparePackage(scanned)).map(({ rule, severity }) => `${rule} ${severity}`);
}

type Row = readonly [files: ScannedFile | readonly ScannedFile[], ...expected: string[]];

function check(rows: readonly Row[]): void {
  for (const [given, ...expected] of rows) {
    const files = [given].flat();
    const paths = files.map(({ path }) => path);
    expect([paths, ...findings(...files)]).toEqual([paths, ...expected]);
  }
}

const elf = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]);
const windows = new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]);
const mac = new Uint8Array([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1]);
const universal = new Uint8Array([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]);
const javaClass = new Uint8Array([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52]);
const webAssembly = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const gzip = new Uint8Array([0x1f, 0x8b, 8, 0]);

/** The headers before the entries; nothing else of an archive is read. */
function zip(...entries: readonly (readonly [name: string, flags?: number])[]): Uint8Array {
  return Uint8Array.from(
    entries.flatMap(([name, flags = 0]) => {
      const header = new Uint8Array(30);
      header.set([0x50, 0x4b, 3, 4, 20, 0, flags]);
      header[26] = name.length;
      return [...header, ...ascii(name)];
    }),
  );
}

test('files that cannot be read before they run are found', () => {
  check([
    [file('bin/tool', elf), 'structure/executable high'],
    [file('bin/tool.dll', windows), 'structure/executable high'],
    [file('tool', mac), 'structure/executable high'],
    [file('tool', universal), 'structure/executable high'],
    [file('tool.wasm', webAssembly), 'structure/executable medium'],
    [file('logo.png', elf), 'structure/disguised-file critical'],
    [file('Setup.exe', windows), 'structure/installer high'],
    [file('app.dmg'), 'structure/installer high'],
    [file('A.class', javaClass), 'structure/compiled-script high'],
    [file('a.pyc'), 'structure/compiled-script high'],
    [[file('a.py'), file('__pycache__/a.cpython-312.pyc')], 'structure/compiled-script low'],
    [file('notes.txt', ascii('MZ is how some programs begin'))],
    [file('logo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]))],
  ]);
});

test('archives are judged by the headers of their entries', () => {
  check([
    [file('data.zip', zip(['a.csv'])), 'structure/archive medium'],
    [file('data.tar.gz', gzip), 'structure/archive medium'],
    [file('data', gzip), 'structure/archive medium'],
    [file('data.zip', zip(['a.csv'], ['b.csv', 1])), 'structure/locked-archive high'],
    [file('data.zip', zip(['inner/b.zip'])), 'structure/nested-archive medium'],
    [file('data.zip', zip(['Setup.exe'])), 'structure/installer high'],
    [file('picture.png', zip(['a.csv'])), 'structure/disguised-file high'],
    [file('template.docx', zip(['word/document.xml']))],
    [file('template.docm', zip(['word/vbaProject.bin'])), 'structure/document-with-macros medium'],
    [file('template.docx', zip(['word/document.xml', 1])), 'structure/locked-archive high'],
    [file('data.zip', zip(['a.csv']).subarray(0, 20)), 'structure/archive medium'],
  ]);
});

test('paths that leave the package or deceive are found', () => {
  check([
    [file('../outside.md'), 'structure/path-leaves-package critical'],
    [file('a/../../b.md'), 'structure/path-leaves-package critical'],
    [file('/etc/profile'), 'structure/path-leaves-package critical'],
    [file('C:\\a.md'), 'structure/path-leaves-package critical', 'structure/unportable-path low'],
    [file('a\u202Egnp.md'), 'structure/invisible-in-path high'],
    [file('a\nb.md'), 'structure/invisible-in-path high'],
    [file('trailing./a.md'), 'structure/unportable-path low'],
    [file('aux.md'), 'structure/unportable-path low'],
    [[file('a.md'), file('A.md')], 'structure/path-clash medium'],
    [file('skill.md'), 'structure/path-clash medium'],
    [file('report.pdf.sh'), 'structure/double-ending high'],
    [file('.hidden/a.md'), 'structure/hidden-file low'],
    [file('.gitignore')],
    [file('.env.example')],
    [file('data/a..b.md')],
    [file('jquery.min.js')],
    [file('👩‍💻.md')],
  ]);
});

test('a link that leaves the package is worse than one inside', () => {
  check([
    [link('a', '/home/ann/.ssh/id_ed25519'), 'structure/link high'],
    [link('a', '../other/SKILL.md'), 'structure/link high'],
    [link('docs/a', '../../b'), 'structure/link high'],
    [link('docs/a', '../b'), 'structure/link low'],
    [link('a', './docs/../b'), 'structure/link low'],
    [file('pipe', ascii(''), { kind: 'other' }), 'structure/special-file medium'],
  ]);
});

test('large packages and files are found', () => {
  const large = 6 * 1024 * 1024;
  check([
    [file('a.md', ascii('a'), { sizeBytes: 2_000_000 }), 'structure/large-file high'],
    [file('a.bin', elf.subarray(4), { sizeBytes: large }), 'structure/large-file low'],
    [file('a.md', ascii('a'), { isExecutable: true }), 'structure/executable-bit info'],
    [file('a.sh', ascii('a'), { isExecutable: true })],
    [file('a', ascii('#!/usr/bin/perl'), { isExecutable: true })],
    [Array.from({ length: 1_000 }, (_, at) => file(`${at}.md`)), 'structure/large-package high'],
    [
      file('a.bin', elf.subarray(4), { sizeBytes: 5 * large }),
      'structure/large-file low',
      'structure/large-package medium',
    ],
  ]);
  expect(structureScanner.scan(preparePackage({ name: 'empty', files: [] }))).toMatchObject([
    { rule: 'structure/no-skill-file', severity: 'low', file: 'SKILL.md' },
  ]);
});
