/*
 * Finds the cases of a skill: in its folder `evals/`, or where the person says. One bad case is reported and does not hide
 * the others. No link is followed, and no file is read that is larger than a case can be.
 */

import { basename } from 'node:path';
import { readPackageFile } from '../library/folders/package-files.js';
import { casesFolder } from '../skill/package-names.js';
import type { Files } from '../system/files.js';
import { CoppiceError } from '../text/errors.js';
import type { EvalCase } from './rules/cases/eval-case.js';
import { isCaseFault, readClaudeCase } from './rules/cases/read-claude-case.js';
import { isTriggerSet, readEvalsJson, readTriggerSet } from './rules/cases/read-json-cases.js';

export interface FoundCases {
  readonly cases: readonly EvalCase[];
  /** One line for each file that is not a case although it should be. */
  readonly faults: readonly string[];
}

export interface CaseLocation {
  /** The folder of the skill. */
  readonly skill: string;
  /** A folder with cases, or one file; `evals` in the skill where it is undefined. */
  readonly cases?: string | undefined;
}

export function findCases(files: Files, { skill, cases: given }: CaseLocation): FoundCases {
  const root = given ?? `${skill}/${casesFolder}`;
  const stat = files.stat(root);
  if (stat === undefined) {
    const shown = given ?? `${basename(skill)}/${casesFolder}`;
    throw new CoppiceError('not-found', `there are no cases: ${shown} does not exist`, {
      hint: `write evals/NAME/prompt.md and a grader in evals/NAME/graders (docs/evals.md shows both), or let coppice eval init ${basename(skill)} offer requests from your sessions`,
    });
  }
  if (given === undefined && files.stat(root, { follow: false })?.kind === 'link')
    throw new CoppiceError(
      'path-unsafe',
      `${basename(skill)}/${casesFolder} is a link, which is not followed`,
      {
        hint: 'name the folder with --cases, if its cases are what you want to run',
      },
    );
  const reader = new CaseReader(files, skill);
  if (stat.kind === 'file') reader.readJson(root.slice(0, -basename(root).length - 1), basename(root), root);
  else reader.readFolder(root, '', 0);
  return reader.found();
}

const skippedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'results',
  'recordings',
  'mocks',
  'graders',
]);
const maxFileBytes = 1024 * 1024;
const maxDepth = 8;
const maxCaseFiles = 1_000;

class CaseReader {
  readonly #files: Files;
  readonly #skill: string;
  readonly #cases: EvalCase[] = [];
  readonly #faults: string[] = [];

  constructor(files: Files, skill: string) {
    this.#files = files;
    this.#skill = skill;
  }

  found(): FoundCases {
    const names = new Set<string>();
    const cases = this.#cases.map((one) => {
      let { name } = one;
      for (let copy = 2; names.has(name); copy += 1) name = `${one.name} (${copy})`;
      names.add(name);
      return { ...one, name };
    });
    return { cases, faults: this.#faults };
  }

  readFolder(root: string, below: string, depth: number): void {
    const folder = below === '' ? root : `${root}/${below}`;
    const entries = this.#files.list(folder) ?? [];
    const isCase = entries.some(({ name, kind }) => kind === 'file' && caseFiles.includes(name));
    if (isCase) {
      this.#attempt(() => {
        this.#cases.push(readClaudeCase({ path: shownPath(below), texts: this.#textsIn(root, below) }));
      });
      return;
    }
    for (const { name, kind } of entries) {
      const path = below === '' ? name : `${below}/${name}`;
      if (kind === 'file' && name.endsWith('.json')) this.readJson(root, path, `${root}/${path}`);
      if (kind !== 'folder' || name.startsWith('.') || skippedFolders.has(name)) continue;
      if (depth < maxDepth) this.readFolder(root, path, depth + 1);
    }
  }

  readJson(root: string, path: string, shown: string): void {
    this.#attempt(() => {
      const text = this.#textOf(root, path);
      const file = shown.startsWith(`${this.#skill}/`)
        ? shown.slice(this.#skill.length + 1)
        : basename(shown);
      if (isTriggerSet(text)) this.#cases.push(...readTriggerSet(file, text));
      else if (basename(path) === 'evals.json' || root === '')
        this.#cases.push(...readEvalsJson(file, text, (name) => this.#bytesOf(this.#skill, name)));
    });
  }

  #attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!isCaseFault(error)) throw error;
      this.#faults.push(error.message);
    }
  }

  #textsIn(root: string, below: string): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    const pending = [''];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const folder = [root, below, at].filter((part) => part !== '').join('/');
      for (const { name, kind } of this.#files.list(folder) ?? []) {
        const path = at === '' ? name : `${at}/${name}`;
        if (texts.size > maxCaseFiles)
          throw tooLarge(shownPath(below), `has more than ${maxCaseFiles} files`);
        if (kind === 'folder') pending.push(path);
        else if (kind === 'file' && isText(name))
          texts.set(path, this.#textOf(root, below === '' ? path : `${below}/${path}`));
      }
    }
    return texts;
  }

  #textOf(root: string, path: string): string {
    const bytes = this.#bytesOf(root, path);
    if (bytes === undefined) throw tooLarge(path, 'was removed while it was being read');
    return new TextDecoder().decode(bytes);
  }

  #bytesOf(root: string, path: string): Uint8Array | undefined {
    const content = readPackageFile(this.#files, root, path, maxFileBytes + 1);
    if (content !== undefined && content.bytes.length > maxFileBytes)
      throw tooLarge(path, 'is larger than 1 MiB');
    return content?.bytes;
  }
}

const caseFiles: readonly string[] = ['prompt.md', 'case.yaml'];

function isText(name: string): boolean {
  return /\.(?:md|yaml|yml|sh|txt|json|jsonl)$/.test(name);
}

function shownPath(below: string): string {
  return below === '' ? casesFolder : `${casesFolder}/${below}`;
}

function tooLarge(path: string, what: string): CoppiceError {
  return new CoppiceError('bad-value', `${path}: the file ${what}`);
}
