import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

test('the commands of skills and bundles are lines with tabs in a pipe', () => {
  expect(withCommands().coppice(['commands'])).toEqual({
    code: 0,
    stdout: '/gif-search\thome:GIF Search\tFinds pictures\n/media\tbundle:media\tInvokes gif-search\n',
    stderr: 'hint: coppice invoke COMMAND [INSTRUCTION]\n',
  });
});

test('the document has the commands and what is wrong with others', () => {
  const home = withCommands();
  home.put('.coppice/skills/help/SKILL.md', '---\nname: help\ndescription: Helps\n---\n');
  home.put('.coppice/bundles/bad.toml', 'name = "bad"\n');
  const { stdout, stderr } = home.coppice(['commands', '--json']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    commands: [
      { command: '/gif-search', id: 'home:GIF Search', description: 'Finds pictures' },
      { command: '/media', id: 'bundle:media', description: 'Invokes gif-search' },
    ],
    diagnostics: [
      {
        code: 'bundle-unreadable',
        severity: 'error',
        path: `${home.path}/.coppice/bundles/bad.toml`,
        line: 0,
        message: 'skills must be a list with at least one name.',
        fix: 'write: name = "..." and skills = ["...", "..."]',
      },
      {
        code: 'command-reserved',
        severity: 'warning',
        path: `${home.path}/.coppice/skills/help/SKILL.md`,
        line: 0,
        message: 'The command /help is reserved by agents.',
        fix: 'rename the skill, or invoke it as home:help',
      },
    ],
  });
});

test('what has no command is reported on stderr', () => {
  const home = withCommands();
  home.put('.coppice/skills/help/SKILL.md', '---\nname: help\ndescription: Helps\n---\n');
  expect(home.coppice(['commands']).stderr.split('\n')[0]).toBe(
    `warning: ${home.path}/.coppice/skills/help/SKILL.md: The command /help is reserved by agents. (fix: rename the skill, or invoke it as home:help)`,
  );
});

test('plugins are listed unless --root leaves them out, and then with --plugins', () => {
  const home = emptyHome();
  home.put('.claude/plugins/mine/.claude-plugin/plugin.json', '{"name": "mine"}');
  home.put('.claude/plugins/mine/skills/review/SKILL.md', '---\nname: review\ndescription: Reviews\n---\n');
  const listed = '/mine:review\tmine/review\tReviews\n';
  expect(home.coppice(['commands']).stdout).toBe(listed);
  expect(home.coppice(['commands', '--root', 'home'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'There are no commands yet.\n',
  });
  expect(home.coppice(['commands', '--root', 'home', '--plugins']).stdout).toBe(listed);
});

function withCommands(): Home {
  const home = emptyHome();
  home.put('.coppice/skills/gif/SKILL.md', '---\nname: GIF Search\ndescription: Finds pictures\n---\n');
  home.put('.coppice/bundles/media.toml', 'name = "media"\nskills = ["gif-search"]\n');
  return home;
}
