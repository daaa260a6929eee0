import { expect, test } from 'vitest';
import { FindWorld, pluginSearch, skillText } from '../use/find.world.js';
import { pluginCommands, pluginSkillNamed, pluginSkills } from './plugins.js';

const folder = '/user/.claude/plugins';
const cache = `${folder}/cache/official`;

test('the plugins that are installed for the user give their skills, each in a namespace of its own', () => {
  const world = new FindWorld({
    ...installed({
      'tools@official': [{ scope: 'user', installPath: `${cache}/tools/1.0` }],
      'forms@official': [{ installPath: `${cache}/forms/2.0` }],
      'elsewhere@official': [{ scope: 'project', installPath: `${cache}/elsewhere/1.0` }],
    }),
    ...plugin(`${cache}/tools/1.0`, ['review', 'deploy']),
    ...plugin(`${cache}/forms/2.0`, ['review']),
    ...plugin(`${cache}/elsewhere/1.0`, ['review']),
    ...plugin(`${folder}/marketplaces/official/plugins/not-installed`, ['review']),
  });
  check(world, ['forms/review', 'tools/deploy', 'tools/review']);
});

test('of several installs of one plugin the newest that exists counts', () => {
  const world = new FindWorld({
    ...installed({
      'tools@official': [
        { installPath: `${cache}/tools/1.0`, lastUpdated: '2026-01-01' },
        { installPath: `${cache}/tools/1.1`, lastUpdated: '2026-02-01' },
        { installPath: `${cache}/tools/1.2`, lastUpdated: '2026-03-01' },
      ],
    }),
    ...plugin(`${cache}/tools/1.0`, ['old']),
    ...plugin(`${cache}/tools/1.1`, ['new']),
  });
  check(world, ['tools/new']);
});

test('without a list of what is installed, every folder with a manifest is a plugin', () => {
  const world = new FindWorld({
    ...plugin(`${folder}/mine`, ['review'], '{"name": "mine"}'),
    ...plugin(`${folder}/deep/er/yet`, ['review'], '{"name": "deep"}'),
    ...plugin(`${folder}/bad-name`, ['review'], '{"name": "../up"}'),
    ...plugin(`${folder}/no-name`, ['review'], '{}'),
    ...plugin(`${folder}/no-json`, ['review'], '{'),
    ...plugin(`${folder}/a/b/c/d/e/f/g`, ['review'], '{"name": "too-deep"}'),
  });
  check(world, ['deep/review', 'mine/review']);
});

test('a list that is damaged or contains odd entries gives no skills', () => {
  for (const list of ['{', '[]', '{"plugins": 3}']) {
    check(new FindWorld({ [`${folder}/installed_plugins.json`]: list }), []);
  }
  const odd = {
    'a@x': null,
    'b@x': [3],
    'c@x': [{ installPath: 7 }],
    'd@x': [{ installPath: 'relative' }],
    '@x': [{}],
  };
  check(new FindWorld(installed(odd)), []);
  check(new FindWorld(), []);
});

test('skills of plugins can be disabled like others', () => {
  const texts = plugin(`${folder}/mine`, ['review', 'deploy'], '{"name": "mine"}');
  const surroundings = { platform: 'linux', disabled: ['mine/review'], platformDisabled: {} };
  check(new FindWorld(texts, { surroundings }), ['mine/deploy']);
});

test('a skill of a plugin is named with a slash or a colon', () => {
  const { library } = new FindWorld(plugin(`${folder}/mine`, ['code-review'], '{"name": "mine"}'));
  const skills = pluginSkills({ ...library, plugins: pluginSearch });
  for (const typed of ['mine/code-review', 'mine:code-review', '/mine:code_review', '/mine/code-review']) {
    expect(pluginSkillNamed(skills, typed)?.id, typed).toBe('mine/code-review');
  }
  for (const typed of ['Mine:code-review', 'mine', 'mine:', 'code-review', 'other:code-review']) {
    expect(pluginSkillNamed(skills, typed), typed).toBeUndefined();
  }
  expect(pluginCommands(skills).map(({ command, id }) => [command, id])).toEqual([
    ['/mine:code-review', 'mine/code-review'],
  ]);
});

test('the folder of the plugins follows the variables of their agent', () => {
  const world = new FindWorld({
    ...plugin('/own/plugins/mine', ['review'], '{"name": "mine"}'),
    ...plugin('/cache/other', ['review'], '{"name": "other"}'),
  });
  const ids = (environment: Readonly<Record<string, string>>) =>
    pluginSkills({
      ...world.library,
      plugins: { ...pluginSearch, machine: { ...pluginSearch.machine, environment } },
    }).map(({ id }) => id);
  expect(ids({ CLAUDE_CONFIG_DIR: '/own' })).toEqual(['mine/review']);
  expect(ids({ CLAUDE_CONFIG_DIR: '/own', CLAUDE_CODE_PLUGIN_CACHE_DIR: '/cache' })).toEqual([
    'other/review',
  ]);
  expect(ids({ CLAUDE_CONFIG_DIR: '/own,/cache' })).toEqual([]);
});

test('a plugin that settings turn off gives no skills, and the strongest settings count', () => {
  const texts = {
    ...installed({ 'tools@official': [{ scope: 'user', installPath: `${cache}/tools/1.0` }] }),
    ...plugin(`${cache}/tools/1.0`, ['review']),
  };
  const settings = (value: boolean) => JSON.stringify({ enabledPlugins: { 'tools@official': value } });
  const user = { '/user/.claude/settings.json': settings(false) };
  const project = { '/project/.git/HEAD': '', '/project/.claude/settings.local.json': settings(true) };
  check(new FindWorld({ ...texts, ...user }), []);
  check(new FindWorld({ ...texts, ...user, ...project }), ['tools/review']);
  check(new FindWorld({ ...texts, '/user/.claude/settings.json': '{' }), ['tools/review']);
  check(
    new FindWorld({ ...texts, ...plugin(`${cache}/tools/1.0`, ['review'], '{"defaultEnabled": false}') }),
    [],
  );
});

test('a plugin of a project counts in that project, and one of an administrator everywhere', () => {
  const world = new FindWorld({
    ...installed({
      'here@x': [{ scope: 'project', projectPath: '/project', installPath: `${cache}/here` }],
      'there@x': [{ scope: 'local', projectPath: '/other', installPath: `${cache}/there` }],
      'all@x': [{ scope: 'managed', installPath: `${cache}/all` }],
    }),
    ...plugin(`${cache}/here`, ['a']),
    ...plugin(`${cache}/there`, ['a']),
    ...plugin(`${cache}/all`, ['a']),
    '/project/.git/HEAD': '',
  });
  check(world, ['all/a', 'here/a']);
});

test('a plugin may be a skill itself, or name folders with skills; the name is that of the frontmatter', () => {
  const manifest = '{"name": "mine", "skills": ["./more/", "single", "../outside", "/etc", 7]}';
  const world = new FindWorld({
    ...plugin(`${folder}/mine`, [], manifest),
    [`${folder}/mine/SKILL.md`]: skillText('whole', 'All of it'),
    [`${folder}/mine/examples/x/SKILL.md`]: skillText('example', 'No skill of the plugin'),
    [`${folder}/mine/more/folder-name/SKILL.md`]: skillText('own-name', 'Has a name'),
    [`${folder}/mine/single/SKILL.md`]: skillText('single', 'Alone'),
    [`${folder}/outside/SKILL.md`]: skillText('outside', 'Elsewhere'),
  });
  check(world, ['mine/own-name', 'mine/single', 'mine/whole']);
});

function check({ library }: FindWorld, ids: readonly string[]): void {
  expect(pluginSkills({ ...library, plugins: pluginSearch }).map(({ id }) => id)).toEqual(ids);
}

function installed(plugins: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return { [`${folder}/installed_plugins.json`]: JSON.stringify({ version: 2, plugins }) };
}

function plugin(path: string, skills: readonly string[], manifest = '{}'): Readonly<Record<string, string>> {
  return Object.fromEntries([
    [`${path}/.claude-plugin/plugin.json`, manifest],
    ...skills.map((name) => [`${path}/skills/${name}/SKILL.md`, skillText(name, `Does ${name}`)]),
  ]);
}
