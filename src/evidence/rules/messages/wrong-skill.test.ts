import { expect, test } from 'vitest';
import { blamesSkill } from './wrong-skill.js';

test.each([
  ['No, wrong skill, take the one for invoices', true],
  ['that was not the right skill', true],
  ['use a different skill for this', true],
  ['Falscher Skill, nimm den für Rechnungen', true],
  ["ce n'est pas le bon skill", true],
  ['スキルが違います', true],
  ['no, the total is wrong', false],
  ['write a skill about invoices', false],
  ['that skill helped, thanks', false],
  [`${'long '.repeat(100)} wrong skill`, false],
])('%s: %s', (message, expected) => {
  expect(blamesSkill(message)).toBe(expected);
});
