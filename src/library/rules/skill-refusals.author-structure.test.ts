import { expect, test } from 'vitest';

import { parseSkill } from '../../skill/parse.js';
import { structureFault } from './skill-refusals.js';

const valid = '---\nname: a\ndescription: Does a.\n---\nbody\n';
const rescued = '---\nname: a\ndescription: Use when: a colon is there\n---\nbody\n';

function check(before: string, after: string, fault: RegExp | undefined): void {
  const options = { folder: 'a' };
  const found = structureFault(parseSkill(before, options), parseSkill(after, options));
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
}

test.for([
  ['another body', valid, valid.replace('body', 'BODY')],
  ['another description', valid, valid.replace('Does', 'Makes')],
  ['one more field', valid, valid.replace('---\nbody', 'license: MIT\n---\nbody')],
  ['a faulty skill that stays as faulty', rescued, rescued.replace('body', 'BODY')],
  ['a faulty skill that is repaired', rescued, valid],
  ['a file without frontmatter that gets one', 'only prose\n', valid],
  ['a name that was missing and is that of the folder', valid.replace('name: a\n', ''), valid],
] as const)('%s is fine', ([, before, after]) => check(before, after, undefined));

test.for([
  ['no closing fence', valid.replace('.\n---\n', '.\n'), /fence|frontmatter/i],
  ['no opening fence', valid.slice(4), /first line is not ---/],
  ['no name', valid.replace('name: a\n', ''), /name/],
  ['no description', valid.replace('description: Does a.\n', ''), /description/],
  ['broken YAML', valid.replace('name: a', 'nam a'), /frontmatter/],
  ['a description that is too long', valid.replace('Does', 'x'.repeat(1025)), /1024/],
  ['another name', valid.replace('name: a', 'name: b'), /rename/],
] as const)('%s is a fault', ([, after, fault]) => check(valid, after, fault));

test('a faulty skill does not get a second fault of the same kind', () => {
  check(rescued, rescued.replace('name: a', 'nam a'), /./);
});
