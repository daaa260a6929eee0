import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import { rewriteSkill, type SkillChanges } from './skill-facts.js';

function rewritten(text: string, changes: SkillChanges): string {
  return new TextDecoder().decode(rewriteSkill(new TextEncoder().encode(text), changes));
}

const skill = `---
name: deploy # of the file
description: Old.
when_to_use: On Fridays.
tags:
  - one
---
# Steps
`;

test('only the changed fields are rewritten in the file', () => {
  expect(rewritten(skill, {})).toBe(skill);
  expect(rewritten(skill, { description: 'New: with a colon.' })).toBe(
    skill.replace('Old.', '"New: with a colon."'),
  );
  expect(rewritten(skill, { whenToUse: '', tags: [] })).toBe(
    '---\nname: deploy # of the file\ndescription: Old.\n---\n# Steps\n',
  );
  expect(rewritten(skill, { whenToUse: 'Always.', description: 'Old.' })).toBe(
    skill.replace('On Fridays.', 'Always.'),
  );
});

test('a field that cannot be changed alone is refused by its name', () => {
  const shared = '---\nname: a\ndescription: &d Old.\nwhen_to_use: *d\n---\n';
  const run = () => rewritten(shared, { description: 'New.' });
  expect(run).toThrow(CoppiceError);
  expect(run).toThrow(/^the description cannot be changed: /);
});
