import { expect, test } from 'vitest';
import type { SkillMention } from '../../agents/sessions/observation.js';
import { skillResolver } from './skill-names.js';

const resolve = skillResolver(
  [
    { id: 'home:review', name: 'review', folder: '/h/.coppice/skills/review' },
    { id: 'claude:review', name: 'review', folder: '/h/.claude/skills/review' },
    { id: 'claude:Deploy', name: 'Deploy', folder: '/h/.claude/skills/ops/ship-it' },
    { id: 'tools/pdf', name: 'pdf', folder: '/h/plugins/tools/skills/pdf' },
  ],
  '/h',
);

const check = (mention: SkillMention, id: string | undefined) => expect(resolve(mention)).toBe(id);

test('a path means the skill in that folder', () => {
  check({ name: 'review', folder: '/h/.claude/skills/review' }, 'claude:review');
  check({ name: 'review', folder: '~/.claude/skills/review/' }, 'claude:review');
});

test('an unknown path means the first skill with its name', () => {
  check({ name: 'review', folder: '/elsewhere/review' }, 'home:review');
});

test('names in all their spellings', () => {
  check({ name: 'review' }, 'home:review');
  check({ name: 'claude:review' }, 'claude:review');
  check({ name: '/REVIEW' }, 'home:review');
  check({ name: 'ops/deploy' }, 'claude:Deploy');
  check({ name: 'ship-it' }, 'claude:Deploy');
  check({ name: 'tools:pdf' }, 'tools/pdf');
  check({ name: 'other:pdf' }, 'tools/pdf');
});

test('a skill that is not installed has no id', () => {
  check({ name: 'unknown' }, undefined);
  check({ name: '' }, undefined);
});
