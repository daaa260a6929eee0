import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

const skill = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n`;

test('on an empty machine it says where it looked and what to do next', () => {
  const home = emptyHome();
  const folders = ['.coppice', '.agents', '.claude', '.codex', '.gemini', '.config/opencode', '.hermes'];
  expect(home.coppice(['doctor'])).toEqual({
    code: 0,
    stdout: [
      'Coppice: sees 0',
      ...folders.map((folder) => `  ${home.path}/${folder}/skills (does not exist)`),
      '  and 8 more that do not exist',
      'not used on this machine: Claude Code, Codex, Gemini CLI, OpenCode, Hermes',
      '',
      `info  ${home.path}/.coppice: Coppice's home folder does not exist yet; the first skill or setting creates it. (home-missing)`,
      '',
      'nothing is wrong, 1 note',
      'No skills found. Next: coppice create NAME --description TEXT, or put skills into one of these folders.',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('what each client sees comes first, then what is wrong and how to fix it', () => {
  const home = emptyHome();
  home.put('.coppice/config.toml', '');
  chmodSync(join(home.path, '.coppice'), 0o700);
  home.put('.claude/skills/pdf/SKILL.md', skill('pdf', 'Fills in forms.'));
  home.put('.agents/skills/pdf/SKILL.md', skill('pdf', 'Another one.'));
  home.put('.claude/skills/group/deep/SKILL.md', skill('deep', 'Is nested.'));
  symlinkSync('nowhere', join(home.path, '.claude/skills/gone'));
  const [agents, claude] = [`${home.path}/.agents/skills`, `${home.path}/.claude/skills`];
  expect(home.coppice(['doctor'])).toEqual({
    code: 1,
    stdout: [
      'Coppice: sees 2, does not see 1',
      `  ${agents}`,
      `  ${claude}`,
      `  not seen: ${claude}/pdf/SKILL.md: another skill named pdf takes precedence`,
      'Claude Code: sees 1, does not see 1, listing 23 of 8000 characters',
      `  ${claude}`,
      `  not seen: ${claude}/group/deep/SKILL.md: SKILL.md is more than one folder below the root`,
      'not used on this machine: Codex, Gemini CLI, OpenCode, Hermes',
      '',
      `warning  ${claude}/gone: The link is broken: its target does not exist. (broken-link)`,
      '    fix: remove the link, or restore its target',
      `warning  ${claude}/group/deep/SKILL.md: Claude Code does not see "deep": SKILL.md is more than one folder below the root. (not-seen)`,
      '    fix: link each skill folder directly into the root',
      `warning  ${claude}/pdf/SKILL.md: "pdf" is also the name of ${agents}/pdf/SKILL.md, which Coppice loads instead. (same-name)`,
      '    fix: rename or archive one of the two',
      '',
      '0 errors, 3 warnings, 0 notes',
      '1 link can be fixed by: coppice doctor --fix',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('what only the running agent can decide is said, and changes nothing else', () => {
  const home = emptyHome();
  home.put('.coppice/config.toml', '');
  chmodSync(join(home.path, '.coppice'), 0o700);
  for (const name of ['a', 'b'])
    home.put(`.hermes/skills/${name}/SKILL.md`, skill(name, 'Does it.\nenvironments: [docker]'));
  const skills = `${home.path}/.hermes/skills`;
  expect(home.coppice(['doctor', '--agent', 'hermes'])).toEqual({
    code: 0,
    stdout: [
      'Hermes: sees 2',
      `  ${skills}`,
      '  may be hidden: a, b: it depends on the environment (environments: docker)',
      '',
      'info  2: The field is not one of the six fields of the Agent Skills specification. (field-not-portable)',
      '    a, b',
      '    fix: move it into metadata',
      '',
      'nothing is wrong, 2 notes',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('the document has the problems and the clients, also when the configuration is broken', () => {
  const home = emptyHome();
  home.put('.coppice/config.toml', 'nonsense');
  chmodSync(join(home.path, '.coppice'), 0o700);
  home.put('.hermes/skills/no-fence/SKILL.md', 'Only a body.\n');
  const { code, stdout } = home.coppice(['doctor', '--json']);
  const { ok, problems, clients } = JSON.parse(stdout);
  expect([code, ok]).toEqual([1, false]);
  expect(
    problems.map((problem: { code: string; severity: string }) => [problem.severity, problem.code]),
  ).toEqual([
    ['error', 'bad-config'],
    ['error', 'no-frontmatter'],
  ]);
  expect(Object.keys(problems[0]).sort()).toEqual(['code', 'fix', 'line', 'message', 'path', 'severity']);
  expect(clients.at(-1)).toEqual({
    name: 'Hermes',
    present: true,
    roots: [{ path: `${home.path}/.hermes/skills`, exists: true }],
    sees: [
      {
        name: 'no-fence',
        path: `${home.path}/.hermes/skills/no-fence/SKILL.md`,
        characters: 25,
        ofDescription: 12,
        shownOfDescription: 12,
        cut: false,
        listed: 'whole',
        because: null,
        mayBeHidden: null,
      },
    ],
    listing: null,
    hidden: [],
    agents: null,
    commands: null,
    hiddenAgents: [],
    hiddenCommands: [],
  });
});

test('the subagents and commands of an agent are counted, and those that are turned off are named', () => {
  const home = emptyHome();
  home.put('.claude/agents/reviewer.md', '---\nname: reviewer\ndescription: Reviews\n---\n');
  home.put('.claude/agents/tester.md', '---\nname: tester\ndescription: Tests\n---\n');
  home.put('.claude/commands/git/ship.md', 'Ship it.\n');
  home.put('.claude/settings.json', '{"permissions": {"deny": ["Agent(tester)"]}}');
  const { stdout } = home.coppice(['doctor']);
  expect(stdout).toContain('Claude Code: sees 0, 1 agent, 1 command, listing 0 of 8000 characters\n');
  expect(stdout).toContain(
    `  not seen: ${home.path}/.claude/agents/tester.md: it is turned off by permissions.deny in ${home.path}/.claude/settings.json\n`,
  );
});

test('a trial of the fixes leaves the problems that the fixes leave', () => {
  const home = emptyHome();
  home.coppice(['list']);
  home.put('.codex/skills/plain/SKILL.md', 'Shave with a plane.\n');
  home.put('.codex/skills/other/SKILL.md', 'Cut with a saw.\n');
  // Nothing fixes this one.
  home.put('.codex/skills/broken/SKILL.md', '---\n\u0000\n---\n');
  const problems = (...words: string[]) => {
    const { problems: found } = JSON.parse(home.coppice(['doctor', ...words, '--json']).stdout);
    return found.map(({ code, path, message }: Record<string, string>) => [code, path, message]);
  };
  const before = problems();
  const tried = problems('--fix', '--dry-run');
  expect(tried.length).toBeLessThan(before.length);
  expect(tried.filter(([code]: string[]) => code === 'not-seen')).toHaveLength(1);
  expect(problems('--fix')).toEqual(tried);
});
