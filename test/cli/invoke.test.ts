// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of skills are written like this.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

test('the message alone is on stdout, and the use is counted', () => {
  const home = withSkill('Search for $ARGUMENTS.\n');
  expect(home.coppice(['invoke', '/gif_search', 'find', 'cats', '--runtime-note', 'be brief'])).toEqual({
    code: 0,
    stdout: `[IMPORTANT: The user has invoked the "gif-search" skill, indicating they want you to follow its instructions. The full skill content is loaded below.]

Search for find cats.

[Skill directory: ${home.path}/.coppice/skills/gif-search]
Relative paths in the skill begin there.

[This skill has supporting files:]
- references/api.md  ->  ${home.path}/.coppice/skills/gif-search/references/api.md
Open one when you need it, or print it with: coppice view home:gif-search FILE

The user has provided the following instruction alongside the skill invocation: find cats

[Runtime note: be brief]
`,
    stderr: '',
  });
  expect(existsSync(join(home.path, '.coppice/usage.journal'))).toBe(true);
});

test('the document has the command, the id and the message', () => {
  const { stdout } = withSkill('Body of ${CLAUDE_SESSION_ID}.\n').coppice([
    'invoke',
    'gif-search',
    '--session',
    's-1',
    '--json',
  ]);
  expect(JSON.parse(stdout)).toEqual({
    command: '/gif-search',
    id: 'home:gif-search',
    ids: ['home:gif-search'],
    message: expect.stringContaining('\nBody of s-1.\n'),
  });
});

test('commands in a skill are run only when the configuration says so, and an instruction never is', () => {
  const home = withSkill('shell=!`echo RAN` $ARGUMENTS\n');
  const words = ['invoke', '/gif-search', '!`touch ran`'];
  expect(home.coppice(words).stdout).toContain('shell=!`echo RAN` !`touch ran`\n');
  home.put('.coppice/config.toml', '[library]\ninline_shell = true\n');
  expect(home.coppice(words).stdout).toContain('shell=RAN !`touch ran`\n');
  for (const folder of ['', '.coppice/skills/gif-search']) {
    expect(existsSync(join(home.path, folder, 'ran'))).toBe(false);
  }
});

test('a skill of a project that is not trusted is refused, and its commands are not run', () => {
  const home = emptyHome();
  home.put('user/.coppice/config.toml', '[library]\ninline_shell = true\n');
  home.put('.git/HEAD', '');
  home.put('.claude/skills/evil/SKILL.md', '---\nname: evil\ndescription: x\n---\n!`touch ran`\n');
  const answer = home.coppice(['invoke', '/evil'], { environment: { HOME: `${home.path}/user` } });
  expect([answer.code, answer.stdout]).toEqual([1, '']);
  expect(answer.stderr).toMatch(
    /^error: project:evil belongs to a project that is not trusted \(untrusted\)\nhint: read .*, then: coppice trust\n$/,
  );
  expect(existsSync(join(home.path, '.claude/skills/evil/ran'))).toBe(false);
});

test('an unknown command is refused with the near one', () => {
  expect(withSkill('x\n').coppice(['invoke', '/gif-serch'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: there is no skill gif-serch (skill-not-found)\nhint: did you mean: gif-search\n',
  });
});

test('a usage store that cannot be written does not fail the invocation', () => {
  const home = withSkill('x\n');
  home.put('.coppice/usage.journal/in-the-way', '');
  expect(home.coppice(['invoke', '/gif-search']).code).toBe(0);
});

test('without a command it is a usage error', () => {
  expect(emptyHome().coppice(['invoke']).code).toBe(2);
});

function withSkill(body: string): Home {
  const home = emptyHome();
  home.put(
    '.coppice/skills/gif-search/SKILL.md',
    `---\nname: gif-search\ndescription: Finds pictures\n---\n\n${body}`,
  );
  home.put('.coppice/skills/gif-search/references/api.md', '# api\n');
  return home;
}
