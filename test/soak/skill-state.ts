/*
 * A skill as it must be on the disk, and whether it is so. What the evolver writes is left out: its block, and the file
 * for what has no room in it.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findBlock, removeBlock } from '../../src/evolve/rules/note/block.js';

export interface SkillState {
  readonly name: string;
  readonly place: 'active' | 'archived' | 'gone';
  /** By their paths in the package. */
  readonly files: Readonly<Record<string, string>>;
}

export function newSkill(name: string, body: string): SkillState {
  return { name, place: 'active', files: { 'SKILL.md': skillText(name, body) } };
}

export function skillText(name: string, body: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;
}

export function renamed(state: SkillState, name: string): SkillState {
  const text = state.files['SKILL.md'] ?? '';
  const files = { ...state.files, 'SKILL.md': text.replace(`name: ${state.name}\n`, `name: ${name}\n`) };
  return { ...state, name, files };
}

/** Undefined where it is so; else what is there instead. */
export function differenceOnDisk(root: string, state: SkillState): string | undefined {
  const { name, place } = state;
  const [active, archived] = [join(root, name), join(root, '.archive', name)];
  const there = [...(existsSync(active) ? ['active'] : []), ...(existsSync(archived) ? ['archived'] : [])];
  const wanted = place === 'gone' ? [] : [place];
  if (there.join() !== wanted.join()) return `${name} is ${there.join(' and ') || 'gone'}, not ${place}`;
  if (place === 'gone') return undefined;
  const found = filesIn(place === 'active' ? active : archived);
  const [is, must] = [canonical(found), canonical(state.files)];
  return is === must ? undefined : `${name} has ${is}, not ${must}`;
}

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((file) => relative(folder, join(file.parentPath, file.name)));
  return Object.fromEntries(
    paths
      .filter((path) => !/^references\/coppice-auto-.*\.md$/.test(path))
      .map((path) => [path, withoutNote(readFileSync(join(folder, path), 'utf8'))]),
  );
}

function withoutNote(text: string): string {
  const place = findBlock(text);
  return place.kind === 'block' ? removeBlock(text, place) : text;
}

function canonical(files: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
}
