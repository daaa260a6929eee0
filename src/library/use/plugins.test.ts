import { expect, test } from 'vitest';
import { FindWorld, skillText } from './find.world.js';
import { pluginCommands, pluginSkillNamed, pluginSkills } from './plugins.js';
import { pluginsFolder } from './plugins-find.js';

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

test('of several installs of one plugin the newest that is there counts', () => {
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

test('a list that is damaged, or names strange places, is no harm', () => {
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
  const skills = pluginSkills({ ...library, pluginsFolder: folder });
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

test('the folder of the plugins follows the variable of their agent', () => {
  expect(pluginsFolder('/user', {})).toBe('/user/.claude/plugins');
  expect(pluginsFolder('/user', { CLAUDE_CONFIG_DIR: '/own, /other' })).toBe('/own/plugins');
});

function check({ library }: FindWorld, ids: readonly string[]): void {
  expect(pluginSkills({ ...library, pluginsFolder: folder }).map(({ id }) => id)).toEqual(ids);
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
