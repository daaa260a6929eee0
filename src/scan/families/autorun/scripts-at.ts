/*
 * The commands that a file runs as one place of the table, each as a script for the rules about commands.
 */

import { isCode } from '../../package/content-kind.js';
import type { PreparedFile } from '../../package/prepare.js';
import { type Script, wholeFile } from '../commands/scripts.js';
import { type FieldsOf, pathTest } from './field-reader.js';
import type { Field } from './fields.js';
import {
  cronLines,
  gitConfigLines,
  inlineLines,
  plistLines,
  type RunLine,
  recipeLines,
  shellWords,
  unitLines,
  workflowLines,
} from './lines-that-run.js';
import type { Place } from './places.js';

export interface AutorunScript {
  readonly script: Script;
  /** The command as a person reads it. */
  readonly shown: string;
  readonly line: number;
}

interface PlaceReading {
  readonly scripts: readonly AutorunScript[];
  /** Where a server or hook on the network is. */
  readonly addresses: readonly { readonly address: string; readonly line: number }[];
  /** Whether it is worth a finding that something runs. */
  readonly isNotable: boolean;
}

export function scriptsAt(place: Place, file: PreparedFile, fieldsOf: FieldsOf): PlaceReading {
  switch (place.format) {
    case 'json':
    case 'toml':
    case 'frontmatter':
      return fromFields(place, file, fieldsOf(file, place.format));
    case 'shell':
      return fromWhole(file, isCode(file.content) ? file.content : 'shell', true);
    case 'python':
      return fromPython(file);
    case 'inline':
      return fromLines(file, inlineLines(file));
    case 'cron':
      return fromLines(file, cronLines(file));
    case 'unit':
      return fromLines(file, unitLines(file));
    case 'plist':
      return fromLines(file, plistLines(file));
    case 'git-config':
      return fromLines(file, gitConfigLines(file));
    case 'workflow':
      return fromLines(file, workflowLines(file));
    case 'recipe':
      return fromLines(file, recipeLines(file));
    default:
      return place.format satisfies never;
  }
}

const nothing: PlaceReading = { scripts: [], addresses: [], isNotable: false };

function fromFields(
  { runs = [], onlyIf }: Place,
  file: PreparedFile,
  { all, isBroken }: ReturnType<FieldsOf>,
): PlaceReading {
  // Of a broken file only the last keys are known: what they are in must at least be named.
  const possible = isBroken ? runs.filter((run) => file.text.includes(run.replace(/[/*].*$/s, ''))) : runs;
  const isCommand = pathTest(possible, isBroken);
  const named = all.filter(({ path }) => isCommand(path)).filter(isMet(onlyIf, all, isBroken, file));
  const addresses = named.filter(isAddress).map(({ words, line }) => ({ address: words[0] ?? '', line }));
  const commands = named.filter((field) => !isAddress(field)).map(asLine);
  return { ...fromLines(file, commands), addresses };
}

function isMet(
  onlyIf: Place['onlyIf'],
  all: readonly Field[],
  isBroken: boolean,
  { text }: PreparedFile,
): (field: Field) => boolean {
  if (onlyIf === undefined) return () => true;
  if (isBroken) return () => text.includes(onlyIf.value);
  const { depth, path: wanted, value } = onlyIf;
  const start = (path: string) => path.split('/').slice(0, depth).join('/');
  const met = new Set(
    all
      .filter(({ path, words }) => words[0] === value && path === `${start(path)}/${wanted}`)
      .map(({ path }) => start(path)),
  );
  return ({ path }) => met.has(start(path));
}

function isAddress({ path }: Field): boolean {
  return /(?:^|\/)(?:url|httpUrl|serverUrl)$/.test(path);
}

/** A list is one command in words; a list of scripts has a command on each line. */
function asLine({ path, words, args, line }: Field): RunLine {
  const [first = ''] = words;
  if (words.length === 1) return { text: args.length === 0 ? first : `${first} ${shellWords(args)}`, line };
  return { text: path.startsWith('scripts/') ? words.join('\n') : shellWords([...words, ...args]), line };
}

function fromLines(file: PreparedFile, lines: readonly RunLine[]): PlaceReading {
  const scripts = lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, line }): AutorunScript => {
      const script = { file, language: 'shell', text, firstLine: line, setting: 'script' } as const;
      return { script, shown: text, line };
    });
  return { scripts, addresses: [], isNotable: true };
}

function fromWhole(
  file: PreparedFile,
  language: Parameters<typeof wholeFile>[1],
  isNotable: boolean,
): PlaceReading {
  const index = file.lines.findIndex((line) => /^\s*[^#\s]/.test(line));
  if (index === -1) return nothing;
  const shown = file.lines[index] ?? '';
  return {
    scripts: [{ script: wholeFile(file, language), shown, line: index + 1 }],
    addresses: [],
    isNotable,
  };
}

/** A build script runs code of its own if it replaces a command; of a path file, the lines with an import run. */
function fromPython(file: PreparedFile): PlaceReading {
  const { path, text } = file;
  if (/\.pth$/i.test(path)) return /^import[ \t]/m.test(text) ? fromWhole(file, 'python', true) : nothing;
  if (!/setup\.py$/i.test(path)) return fromWhole(file, 'python', true);
  if (!/\b(?:setuptools|distutils)\b/.test(text)) return nothing;
  return fromWhole(file, 'python', /\bcmdclass\b/.test(text));
}
