import { expect, test } from 'vitest';
import { DoctorWorld, skillText } from './doctor.world.js';

const trusted = { '/user/.coppice/config.toml': 'library.trusted_projects = ["/work/app"]\n' };

function viewOf(client: string, tree: Readonly<Record<string, string>>) {
  const { clients } = new DoctorWorld(tree).examine();
  const view = clients.find(({ name }) => name === client);
  return {
    agents: view?.agents?.map(({ name, path }) => `${name} ${path}`) ?? null,
    commands: view?.commands?.map(({ name, path }) => `${name} ${path}`) ?? null,
    hidden: [...(view?.hiddenAgents ?? []), ...(view?.hiddenCommands ?? [])].map(
      ({ name, reason, instead }) => `${name} ${reason} ${instead}`,
    ),
  };
}

test('a subagent is known by the name in its file, and one of a project takes precedence over that of the user', () => {
  expect(
    viewOf('Claude Code', {
      '/user/.claude/agents/review.md': skillText('reviewer'),
      '/work/app/.claude/agents/other.md': skillText('reviewer'),
      '/work/app/.claude/agents/plain.md': 'No frontmatter.\n',
      '/work/app/.claude/agents/notes.txt': 'not a subagent',
    }),
  ).toEqual({
    agents: ['plain /work/app/.claude/agents/plain.md', 'reviewer /work/app/.claude/agents/other.md'],
    commands: [],
    hidden: ['reviewer shadowed /work/app/.claude/agents/other.md'],
  });
});

test('a command is known by its path, and links are followed', () => {
  expect(
    viewOf('Claude Code', {
      '/user/.claude/commands/git/ship.md': 'Ship it.\n',
      '/user/store/lint.md': skillText('lint'),
      '/user/.claude/commands/fix.md': '-> /user/store/lint.md',
      '/user/.claude/commands/gone.md': '-> /user/store/gone.md',
      '/user/.claude/commands/.git/x.md': 'no',
    }).commands,
  ).toEqual(['fix /user/.claude/commands/fix.md', 'git:ship /user/.claude/commands/git/ship.md']);
});

test('Gemini reads its own formats, and those of a project only if it is trusted', () => {
  const tree = {
    '/user/.gemini/commands/git/ship.toml': 'prompt = "Ship it"\n',
    '/work/app/.gemini/commands/broken.toml': '= not toml',
    '/work/app/.gemini/agents/reviewer.md': skillText('reviewer'),
    '/work/app/.gemini/agents/below/too-deep.md': skillText('too-deep'),
  };
  expect(viewOf('Gemini CLI', tree)).toEqual({
    agents: [],
    commands: ['git:ship /user/.gemini/commands/git/ship.toml'],
    hidden: ['reviewer untrusted null', 'broken untrusted null'],
  });
  expect(viewOf('Gemini CLI', { ...tree, ...trusted })).toMatchObject({
    agents: ['reviewer /work/app/.gemini/agents/reviewer.md'],
    commands: [
      'broken /work/app/.gemini/commands/broken.toml',
      'git:ship /user/.gemini/commands/git/ship.toml',
    ],
    hidden: [],
  });
});

test('a subagent of Codex is a TOML file with its name', () => {
  const tree = { '/user/.codex/agents/a.toml': 'name = "explorer"\ndescription = "Looks around"\n' };
  expect(viewOf('Codex', tree)).toMatchObject({
    agents: ['explorer /user/.codex/agents/a.toml'],
    commands: null,
  });
});

test('OpenCode has two spellings of each folder', () => {
  expect(
    viewOf('OpenCode', {
      '/user/.config/opencode/agent/one.md': 'x',
      '/work/app/.opencode/agents/team/two.md': 'x',
      '/work/app/.opencode/command/three.md': 'x',
    }),
  ).toEqual({
    agents: ['one /user/.config/opencode/agent/one.md', 'team/two /work/app/.opencode/agents/team/two.md'],
    commands: ['three /work/app/.opencode/command/three.md'],
    hidden: [],
  });
});

test('where no files are known, doctor says so', () => {
  expect(viewOf('Hermes', {})).toEqual({ agents: null, commands: null, hidden: [] });
  expect(viewOf('Coppice', {})).toEqual({ agents: null, commands: null, hidden: [] });
});

test('an agent that is not used here is shown if it has a subagent in a folder of its own', () => {
  expect(viewOf('GitHub Copilot', { '/work/app/.github/agents/a.agent.md': 'x' }).agents).toEqual([
    'a /work/app/.github/agents/a.agent.md',
  ]);
  expect(viewOf('GitHub Copilot', { '/work/app/.github/agents/a.md': 'x' }).agents).toBeNull();
});
