import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differenceOnDisk, newSkill, renamed, type SkillState, skillText } from './skill-state.js';

function check(files: Readonly<Record<string, string>>, state: SkillState, difference?: string): void {
  const root = mkdtempSync(join(tmpdir(), 'coppice-soak-state-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(differenceOnDisk(root, state)).toBe(difference);
}

const state = newSkill('a', 'mark.');
const text = skillText('a', 'mark.');
const archived = { ...state, place: 'archived' } as const;
const gone = { ...state, place: 'gone' } as const;

test('a skill that is where and what it must be has no difference', () => {
  check({ 'a/SKILL.md': text }, state);
  check({ '.archive/a/SKILL.md': text }, archived);
  check({}, gone);
  check({ 'b/SKILL.md': text.replace('name: a', 'name: b') }, renamed(state, 'b'));
});

test('what the evolver writes is no difference', () => {
  const note = '\n<!-- coppice:auto:start -->\nnote\n<!-- coppice:auto:end -->\n';
  check({ 'a/SKILL.md': text + note, 'a/references/coppice-auto-a.md': 'more' }, state);
});

test('a skill that is elsewhere, or in two places, is reported', () => {
  check({}, state, 'a is gone, not active');
  check({ '.archive/a/SKILL.md': text }, state, 'a is archived, not active');
  check(
    { 'a/SKILL.md': text, '.archive/a/SKILL.md': text },
    archived,
    'a is active and archived, not archived',
  );
  check({ 'a/SKILL.md': text }, gone, 'a is active, not gone');
});

test('other bytes, and files too many or too few, are reported', () => {
  const has = (files: object) =>
    `a has ${JSON.stringify(Object.entries(files))}, not ${JSON.stringify(Object.entries(state.files))}`;
  check({ 'a/SKILL.md': `${text} ` }, state, has({ 'SKILL.md': `${text} ` }));
  check({ 'a/SKILL.md': text, 'a/x': '' }, state, has({ 'SKILL.md': text, x: '' }));
  check({ 'a/x': '' }, state, has({ x: '' }));
});
