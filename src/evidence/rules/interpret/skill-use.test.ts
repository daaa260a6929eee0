import { expect, test } from 'vitest';
import { skillUsesOf } from './skill-use.js';

const check = (tool: string, args: unknown, ...uses: readonly string[]) =>
  expect(skillUsesOf(tool, args).map(({ kind, skill }) => `${kind} ${skill.name}`)).toEqual(uses);

const shell = (command: string, ...uses: readonly string[]) => check('Bash', { command }, ...uses);

test('the tools of the agents that load a skill by its name', () => {
  check('Skill', { skill: 'plugin:brainstorming', args: 'x' }, 'skill-load plugin:brainstorming');
  check('skill', { name: 'pdf' }, 'skill-load pdf');
  check('skill', { id: 'pdf' }, 'skill-load pdf');
  check('activate_skill', { name: 'pdf' }, 'skill-load pdf');
  check('skill_view', { name: 'docs/pdf' }, 'skill-load docs/pdf');
  check('mcp__coppice__skill_view', { name: 'pdf' }, 'skill-load pdf');
  check('skill_view', { name: 'pdf', file_path: 'references/forms.md' }, 'reference-read pdf');
  check('mcp__coppice__skill_view', { name: 'pdf', file: 'references/forms.md' }, 'reference-read pdf');
  check('skill_view', { name: 'pdf', file_path: 'SKILL.md' }, 'skill-load pdf');
  check('skill_manage', { action: 'patch', name: 'pdf' }, 'skill-write pdf');
});

test('a name that is missing or no text is no skill', () => {
  check('Skill', {});
  check('Skill', { skill: '' });
  check('Skill', { skill: 7 });
  check('Skill', null);
  check('skill_manage', []);
});

test('file tools', () => {
  check('Read', { file_path: '/h/.claude/skills/pdf/SKILL.md' }, 'skill-load pdf');
  check('read_file', { absolute_path: '/h/skills/pdf/references/a.md' }, 'reference-read pdf');
  check('read_file', { path: '/h/skills/docs/pdf/references/a.md' }, 'reference-read pdf');
  check('Edit', { file_path: '/h/skills/pdf/SKILL.md' }, 'skill-write pdf');
  check('apply_patch', '*** Begin Patch\n*** Update File: skills/pdf/SKILL.md\n', 'skill-write pdf');
  check('Read', { file_path: '/r/src/references/a.md' });
  check('Read', { file_path: '/r/scripts/build.sh' });
  check('Read', { file_path: 'SKILL.md' });
});

test('shell commands that read a SKILL.md', () => {
  shell(`sed -n '1,200p' ~/.agents/skills/pdf/SKILL.md`, 'skill-load pdf');
  shell('cat a/SKILL.md b/SKILL.md', 'skill-load a', 'skill-load b');
  shell('cd ~/.codex/skills/pdf && cat SKILL.md references/x.md', 'skill-load pdf', 'reference-read pdf');
  shell(`bash -lc 'head -50 skills/pdf/SKILL.md'`, 'skill-load pdf');
  check('shell', { command: ['bash', '-lc', 'cat skills/pdf/SKILL.md'] }, 'skill-load pdf');
  check('local_shell', { action: { command: ['cat', 'skills/pdf/SKILL.md'] } }, 'skill-load pdf');
  shell('LANG=C grep -n x skills/pdf/SKILL.md', 'skill-load pdf');
  shell('sudo timeout 5 cat skills/pdf/SKILL.md', 'skill-load pdf');
  shell('if [ -f x ]; then cat skills/pdf/SKILL.md; fi', 'skill-load pdf');
  shell('text="$(cat skills/pdf/SKILL.md)"', 'skill-load pdf');
});

test('shell commands that run a script of a skill', () => {
  shell('python3 ~/skills/pdf/scripts/fill.py --in x', 'script-run pdf');
  shell('~/skills/pdf/scripts/fill.sh', 'script-run pdf');
  shell('uv run skills/pdf/scripts/fill.py', 'script-run pdf');
  shell('cd skills/pdf; node ./scripts/fill.js', 'script-run pdf');
  shell('(cd skills/pdf && time ./scripts/fill.sh)', 'script-run pdf');
});

test('mentioning a skill is not using it', () => {
  shell('echo cat skills/pdf/SKILL.md');
  shell('git add skills/pdf/SKILL.md');
  shell('ls skills/pdf/scripts/');
  shell(`git commit -m "read skills/pdf/SKILL.md"`);
  shell(`cat > notes.md <<'EOF'\ncat skills/pdf/SKILL.md\nEOF`);
  check('WebFetch', { url: 'https://x.example/skills/pdf/SKILL.md' });
  check('Task', { prompt: 'Skill skills/pdf/SKILL.md' });
});

test('writing by the shell is writing', () => {
  shell('echo x > skills/pdf/SKILL.md', 'skill-write pdf');
  shell(`sed -i 's/a/b/' skills/pdf/SKILL.md`, 'skill-write pdf');
});
