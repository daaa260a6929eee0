import { expect, test } from 'vitest';
import type { AgentName } from '../../agents/index.js';
import { DoctorWorld, skillText } from './doctor.world.js';
import { unseenSkills } from './unseen-skills.js';

const machine = { userHome: '/user', platform: 'linux', environment: {} };

function check(agent: AgentName, tree: Readonly<Record<string, string>>, expected: readonly string[]): void {
  const { files } = new DoctorWorld(tree);
  const paths = Object.keys(tree).filter((path) => path.startsWith('/work/app/.'));
  const unseen = unseenSkills({ files, machine, project: '/work/app', agent, paths });
  expect(unseen.map(({ name, message }) => `${name}: ${message}`)).toEqual(expected);
}

test('skills that an agent sees are not reported, whether it trusts the project or not', () => {
  check('gemini', { '/work/app/.gemini/skills/a/SKILL.md': skillText('a') }, []);
});

test('skills that it does not see are reported with the reason, and nothing else of the machine is', () => {
  const other = { '/user/.codex/skills/b/SKILL.md': 'no fence' };
  const a = '/work/app/.codex/skills/a/SKILL.md';
  check('codex', { ...other, [a]: '---\nname: a\n---\n' }, ['a: the description is missing']);
  const off = { '/user/.codex/config.toml': '[[skills.config]]\nname = "a"\nenabled = false\n' };
  check('codex', { ...other, ...off, [a]: skillText('a') }, [
    'a: it is turned off by skills.config in /user/.codex/config.toml',
  ]);
  check(
    'claude',
    {
      '/user/.claude/skills/a/SKILL.md': skillText('a', 'Mine.'),
      '/work/app/.claude/skills/a/SKILL.md': skillText('a'),
    },
    ['a: another skill of the same name takes precedence'],
  );
});
