import { expect, test } from 'vitest';
import { readAskedPrompts, writeAskedPrompts } from './asked-prompts.js';
import { findSkills } from './find.js';
import { FindWorld, skillText } from './find.world.js';

const path = '/home/cache/asked.json';
const skills = {
  '/home/skills/invoices/SKILL.md': skillText('invoices', 'Write an invoice.'),
  '/home/skills/letters/SKILL.md': skillText('letters', 'Write a letter.'),
};
const prompt = { skill: 'home:invoices', prompt: 'feed the zebra for Anna', isWrong: false };

test('a search finds a skill by what was asked for before', () => {
  const { library } = new FindWorld(skills);
  const found = () => findSkills(library, { text: 'feed the zebra' }).results.map(({ id }) => id);
  expect(found()).toEqual([]);
  writeAskedPrompts(library, [prompt]);
  expect(found()).toEqual(['home:invoices']);
});

test('the prompt is in no answer and in no other cache', () => {
  const world = new FindWorld(skills);
  writeAskedPrompts(world.library, [prompt]);
  const answer = findSkills(world.library, { text: 'feed the zebra' });
  expect(JSON.stringify(answer)).not.toContain('Anna');
  const index = world.files.read('/home/cache/search.bin')?.bytes;
  expect(new TextDecoder().decode(index)).not.toContain('zebra');
});

test('a file that is missing, damaged or of another shape is as if nothing was asked', () => {
  const { library, files } = new FindWorld(skills);
  expect(readAskedPrompts(library)).toEqual([]);
  writeAskedPrompts(library, [prompt]);
  expect(readAskedPrompts(library)).toEqual([prompt]);
  const whole = files.read(path)?.bytes ?? new Uint8Array();
  for (const bytes of [whole.subarray(0, -1), new Uint8Array(), new TextEncoder().encode('{}\n[1]')]) {
    files.write(path, bytes);
    expect(readAskedPrompts(library)).toEqual([]);
  }
});
