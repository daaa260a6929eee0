/*
 * The record of OpenCode: its folders, settings, listing and sessions.
 */

import { isTable } from '../text/shape.js';
import type { Agent, DefinitionFolder, DefinitionKind, SettingsDocument } from './agent.js';
import { opencodeRun } from './headless/opencode-run.js';
import { absolutePath, isAnySet } from './locate.js';
import { settingAt, strongestSetting, textsIn } from './settings-values.js';
import { sharedProjectSkills, sharedUserSkills } from './shared-folder.js';

const userSettings = [
  { scope: 'user', path: '{configuration}/opencode.json' },
  { scope: 'user', path: '{configuration}/opencode.jsonc' },
] as const;

export const opencode: Agent<'opencode'> = {
  name: 'opencode',
  title: 'OpenCode',
  binary: 'opencode',
  source: { all: 'source code of 1.18.18 (2026-08-19)' },
  folders: {
    configurationBase: { path: '~/.config', variable: { name: 'XDG_CONFIG_HOME', kind: 'base' } },
    configuration: { path: '{configurationBase}/opencode' },
    added: { variable: { name: 'OPENCODE_CONFIG_DIR', kind: 'adds' } },
    configurationFile: { variable: { name: 'OPENCODE_CONFIG', kind: 'file' } },
    dataBase: { path: '~/.local/share', variable: { name: 'XDG_DATA_HOME', kind: 'base' } },
    data: { path: '{dataBase}/opencode' },
    database: { variable: { name: 'OPENCODE_DB', kind: 'file', relativeTo: '{data}' } },
    legacyData: { variable: { name: 'OPENCODE_DATA_DIR', kind: 'folder', legacy: true } },
  },
  variables: ['OPENCODE_DISABLE_PROJECT_CONFIG'],
  skills: {
    folders: [
      { path: '{added}/skills', scope: 'user', label: 'opencode-added' },
      { path: '{added}/skill', scope: 'user', label: 'opencode-added-skill' },
      { path: '~/.opencode/skills', scope: 'user', label: 'opencode-home' },
      { path: '~/.opencode/skill', scope: 'user', label: 'opencode-home-skill' },
      { path: '{project}/.opencode/skills', scope: 'project', reach: 'upwards', label: 'opencode' },
      { path: '{project}/.opencode/skill', scope: 'project', reach: 'upwards', label: 'opencode-skill' },
      { path: '{configuration}/skills', scope: 'user', label: 'opencode' },
      { path: '{configuration}/skill', scope: 'user', label: 'opencode-skill' },
      {
        path: sharedProjectSkills,
        scope: 'project',
        reach: 'upwards',
        unless: ['OPENCODE_DISABLE_EXTERNAL_SKILLS'],
      },
      { path: '{project}/.claude/skills', scope: 'project', reach: 'upwards', unless: claudeFoldersOff() },
      { path: sharedUserSkills, scope: 'user', unless: ['OPENCODE_DISABLE_EXTERNAL_SKILLS'] },
      { path: '~/.claude/skills', scope: 'user', unless: claudeFoldersOff() },
    ],
    depth: Number.POSITIVE_INFINITY,
    rootIsSkill: true,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'unstable',
    refuses: [
      'no-frontmatter',
      'unclosed-frontmatter',
      'frontmatter-unreadable',
      'yaml-split',
      'name-missing',
    ],
    unlisted: ['description-missing'],
    notSimulated: [
      'skills at the addresses in `skills.urls` (doctor says how many addresses there are)',
      'permissions of individual agents',
      'managed settings',
      'its built-in skill',
    ],
  },
  settings: {
    format: 'jsonc',
    files: [
      ...userSettings,
      { scope: 'user', path: '{configurationFile}' },
      { scope: 'project', path: '{project}/opencode.json', reach: 'upwards' },
      { scope: 'project', path: '{project}/opencode.jsonc', reach: 'upwards' },
      { scope: 'project', path: '{project}/.opencode/opencode.json', reach: 'upwards' },
      { scope: 'project', path: '{project}/.opencode/opencode.jsonc', reach: 'upwards' },
      { scope: 'user', path: '{added}/opencode.json' },
      { scope: 'user', path: '{added}/opencode.jsonc' },
      { scope: 'environment', variable: 'OPENCODE_CONFIG_CONTENT' },
      { scope: 'environment', variable: 'OPENCODE_PERMISSION', key: 'permission' },
    ],
    switches: ['permission.skill', 'tools.skill'],
    quiet: {
      setting: 'permission.skill',
      files: userSettings,
      form: 'member',
      levels: [{ state: 'off', value: 'deny' }],
      // A name with one of these characters would be a pattern, and match other skills too.
      keyPaths: ({ names }) =>
        names
          .slice(0, 1)
          .filter((name) => !/[*?]/.test(name))
          .map((name) => ['permission', 'skill', name]),
    },
    switchOf: (documents, { names }, { environment }) => {
      const considered = isAnySet(environment, ['OPENCODE_DISABLE_PROJECT_CONFIG'])
        ? documents.filter(({ scope }) => scope !== 'project')
        : documents;
      const tool = strongestSetting(considered, 'tools', 'skill');
      if (tool?.value === false) return { state: 'off', setting: 'tools.skill', file: tool.file };
      const rule = permissionRules(considered).findLast(({ pattern }) =>
        names.slice(0, 1).some((name) => isMatch(pattern, name)),
      );
      if (rule?.action !== 'deny') return undefined;
      return { state: 'off', setting: rule.setting, file: rule.file };
    },
    remoteSkills: (documents) => {
      const setting = 'skills.urls';
      const named = documents.map(({ path, value }) => ({
        file: path,
        urls: textsIn(settingAt(value, ...setting.split('.'))),
      }));
      const file = named.find(({ urls }) => urls.length > 0)?.file;
      const count = new Set(named.flatMap(({ urls }) => urls)).size;
      return file === undefined ? undefined : { count, setting, file };
    },
    moreFolders: (documents, machine, workingFolder) => ({
      strength: 'strongest',
      paths: documents
        .flatMap(({ value }) => textsIn(settingAt(value, 'skills', 'paths')))
        .map((path) => absolutePath(path, machine.userHome, workingFolder)),
    }),
  },
  listing: {
    overhead: '<skill><name></name><description></description><location></location></skill>'.length,
    listsPath: true,
    cut: 'none',
    says: 'every skill that has a description, with its whole description and its path, ordered by name, without a limit',
  },
  definitions: {
    agent: {
      folders: definitionFolders('agent'),
      endings: ['.md'],
      depth: 8,
      named: 'path',
      separator: '/',
      switches: ['agent'],
      switchOf: (documents, name) => {
        const disabled = strongestSetting(documents, 'agent', name, 'disable');
        if (disabled?.value !== true) return undefined;
        return { state: 'off', setting: `agent.${name}.disable`, file: disabled.file };
      },
      uses: 'recorded',
    },
    command: {
      folders: definitionFolders('command'),
      endings: ['.md'],
      depth: 8,
      named: 'path',
      separator: '/',
      uses: 'not recorded',
    },
  },
  install: {
    skill: { folder: '.opencode/skills', form: 'package' },
    agent: { folder: '.opencode/agents', form: 'file' },
    command: { folder: '.opencode/commands', form: 'file' },
  },
  sessions: {
    folders: [
      { path: '{database}' },
      { path: '{data}', unless: ['OPENCODE_DB'] },
      { path: '{legacyData}', unless: ['OPENCODE_DB'], legacy: true },
    ],
    enters: /^$/,
    files: [{ pattern: /^[^/]+\.db$/, form: 'database' }],
    says: '`*.db` in its data folder, opened for reading only',
    absent: ['the JSON files of versions that had no database'],
  },
  headless: {
    command: 'opencode run --format json PROMPT',
    stream: 'json',
    run: opencodeRun,
  },
};

/** Either spelling of the folder, in each folder of settings; those that are read last are the strongest. */
function definitionFolders(kind: DefinitionKind): readonly DefinitionFolder[] {
  return [`${kind}s`, kind].flatMap((folder): readonly DefinitionFolder[] => [
    { path: `{added}/${folder}`, scope: 'user' },
    { path: `~/.opencode/${folder}`, scope: 'user' },
    { path: `{project}/.opencode/${folder}`, scope: 'project', reach: 'upwards' },
    { path: `{configuration}/${folder}`, scope: 'user' },
  ]);
}

function claudeFoldersOff(): readonly string[] {
  return [
    'OPENCODE_DISABLE_EXTERNAL_SKILLS',
    'OPENCODE_DISABLE_CLAUDE_CODE',
    'OPENCODE_DISABLE_CLAUDE_CODE_SKILLS',
  ];
}

interface PermissionRule {
  readonly pattern: string;
  readonly action: unknown;
  readonly setting: string;
  readonly file: string;
}

/** The last rule that matches a skill counts. One action can apply to all skills, or to all permissions. */
function permissionRules(documents: readonly SettingsDocument[]): readonly PermissionRule[] {
  return documents.flatMap(({ path: file, value }) => {
    const permission = settingAt(value, 'permission');
    if (typeof permission === 'string')
      return [{ pattern: '*', action: permission, setting: 'permission', file }];
    const skill = settingAt(permission, 'skill');
    const setting = 'permission.skill';
    if (typeof skill === 'string') return [{ pattern: '*', action: skill, setting, file }];
    return Object.entries(isTable(skill) ? skill : {}).map(([pattern, action]) => ({
      pattern,
      action,
      setting,
      file,
    }));
  });
}

/** `*` is any text and `?` any character. Only the last `*` is tried again, so that no pattern takes long. */
function isMatch(pattern: string, name: string): boolean {
  let [at, star, retry] = [0, -1, 0];
  for (let position = 0; position < name.length; ) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      retry = position;
    } else if (pattern[at] === '?' || pattern[at] === name[position]) {
      at += 1;
      position += 1;
    } else if (star !== -1) {
      at = star + 1;
      retry += 1;
      position = retry;
    } else return false;
  }
  return pattern.slice(at).replaceAll('*', '') === '';
}
