/*
 * What a program imports: the libraries behind its names, and which of them are files of the same package.
 */

import { type Part, partsOf } from '../../../code/expression.js';
import { nameKind } from '../../../code/lexer.js';
import { type Program, statementTokens } from '../../../code/program.js';
import { keywords, targetsIn, unpackedNames } from './facts.js';
import type { Aliases } from './value.js';

export interface Imports {
  readonly imported: ReadonlySet<string>;
  /** The path that a name stands for: `os.environ` for `environ`. */
  readonly aliases: Aliases;
  /** The file that a name comes from, without folder and ending, and what the file calls it. */
  readonly modules: ReadonlyMap<string, ImportedModule>;
}

export interface ImportedModule {
  readonly file: string;
  /** Undefined for the whole file, or what it exports by default. */
  readonly member: string | undefined;
}

interface Found {
  readonly imported: Set<string>;
  readonly aliases: Map<string, string>;
  readonly modules: Map<string, ImportedModule>;
}

export function importsOf(program: Program): Imports {
  const found: Found = { imported: new Set(), aliases: new Map(), modules: new Map() };
  const { statements, table } = program;
  const { kinds, codes, names } = table;
  const openings = new Set(importing.map((word) => names.idOf(word)));
  const words = new Set(importWords.map((word) => names.idOf(word)));
  for (const statement of statements) {
    const { start, end } = statement;
    if (kinds[start] !== nameKind || !openings.has(codes[start] ?? -1)) continue;
    let isImport = false;
    for (let at = start; at < end && !isImport; at += 1)
      isImport = kinds[at] === nameKind && words.has(codes[at] ?? -1);
    if (isImport) readImports(partsOf(statementTokens(program, statement)), found);
  }
  return found;
}

const importing = 'from import const let var require require_relative'.split(' ');
const importWords = 'import require require_relative'.split(' ');

/** The name of the file that a module is in: `gather` of `./lib/gather.js` and of `lib.gather`. */
export function fileOfModule(module: string): string {
  const path = module.replace(/\/(?:index|__init__)(?:\.\w+)?$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:[cm]?[jt]sx?|py|rb|php|pl|go)$/, '');
  return path.includes('/') ? last : last.slice(last.lastIndexOf('.') + 1);
}

function readImports(parts: readonly Part[], found: Found): void {
  const [first] = parts;
  if (first?.kind !== 'name') return;
  if (first.text === 'from' || first.text === 'import') readStatement(parts, first.text === 'from', found);
  else readCall(parts, found);
}

/** `import a, { b as c } from 'module'`, `from module import b as c`, `import a.b as c`. */
function readStatement(parts: readonly Part[], isFrom: boolean, { imported, aliases, modules }: Found): void {
  const words = wordsIn(parts);
  const inBrackets = parts.flatMap(({ group }) => wordsIn(group?.parts ?? []));
  for (const word of [...words, ...inBrackets]) imported.add(word);
  const specifier = parts.findLast(({ kind }) => kind === 'string')?.text;
  const module = isFrom ? words[1] : undefined;
  const add = (names: readonly string[], isMember: boolean) => {
    for (const [at, name] of names.entries()) {
      if (name === 'as' || names[at - 1] === 'as' || name === 'from' || name === 'type') continue;
      const path = module === undefined ? name : `${module}.${name}`;
      const local = names[at + 1] === 'as' ? names[at + 2] : name;
      if (local === undefined) continue;
      if (local !== path) aliases.set(local, path);
      const file = fileOfModule(specifier ?? module ?? name);
      modules.set(local, { file, member: isMember ? name : undefined });
    }
  };
  add(words.slice(words.lastIndexOf('import') + 1), isFrom);
  add(inBrackets, true);
}

/** `const a = require('module')`, `const { b: c } = await import('module')`. */
function readCall(parts: readonly Part[], { imported, aliases, modules }: Found): void {
  const unpacked = parts.flatMap(({ group }) => unpackedNames(group?.parts ?? []));
  for (const word of [...wordsIn(parts), ...unpacked]) imported.add(word);
  const specifier = parts.find(
    ({ group }) => group !== undefined && /^(?:require|import)$/.test(group.of ?? ''),
  )?.group?.parts[0]?.text;
  if (specifier === undefined) return;
  const end = parts.findIndex(({ text }) => text === '=');
  const targets = targetsIn(parts.slice(0, Math.max(0, end))).filter((name) => !keywords.has(name));
  const isWhole = parts.every(({ kind, group }) => kind !== 'group' || group?.of !== undefined);
  const file = fileOfModule(specifier);
  for (const local of targets) modules.set(local, { file, member: isWhole ? undefined : local });
  const [known] = targets;
  if (known !== undefined && isWhole && !specifier.startsWith('.'))
    aliases.set(known, specifier.replace(/^node:/, ''));
}

function wordsIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ kind, text }) => (kind === 'name' ? [text] : []));
}
