/*
 * The record of Hermes: its folders, settings, listing, sessions, hooks and counters.
 */

import type { Agent, FolderRecords, Machine, SettingsDocument } from './agent.js';
import { absolutePath, locate, variableValue } from './locate.js';
import { listedIn, settingAt, strongestSetting, textsIn } from './settings-values.js';
import { sharedProjectSkills } from './shared-folder.js';

const config = { scope: 'user', path: '{profile}/config.yaml' } as const;

const toolConditions = [
  'requires_tools',
  'requires_toolsets',
  'fallback_for_tools',
  'fallback_for_toolsets',
] as const;

/** Hermes ignores the environments of a skill that names any other. */
const knownEnvironments: readonly string[] = ['kanban', 'docker', 's6'];

/** Coppice looks for these files in every root, because people link folders of Hermes into other roots. */
export const hermesRecords = {
  bundled: '.bundled_manifest',
  hub: '.hub/lock.json',
  usage: '.usage.json',
} as const satisfies FolderRecords;

export const hermes: Agent<'hermes'> = {
  name: 'hermes',
  title: 'Hermes',
  binary: 'hermes',
  source: {
    all: 'some files of its source code (September 2026)',
    sessions: 'source code of 2026-08',
    hooks: 'documentation (September 2026)',
  },
  folders: {
    configuration: {
      path: { linux: '~/.hermes', darwin: '~/.hermes', win32: '~/AppData/Local/hermes' },
      variable: { name: 'HERMES_HOME', kind: 'folder' },
      suffix: 'HERMES_DATA_DIR_SUFFIX',
    },
    profile: { path: '{configuration}', ofProfile: true },
  },
  profiles: { folder: 'profiles', active: 'active_profile', base: 'default', deleted: '.deleted' },
  variables: ['HERMES_PLATFORM'],
  skills: {
    folders: [
      { path: '{project}/.hermes/skills', scope: 'project', needsTrust: true, label: 'hermes' },
      { path: sharedProjectSkills, scope: 'project', needsTrust: true },
      { path: '{profile}/skills', scope: 'user', label: 'hermes' },
      { path: '{profile}/skills/_org', scope: 'user', writtenBy: 'hub', chosenBy: '.active_org' },
    ],
    depth: Number.POSITIVE_INFINITY,
    rootIsSkill: true,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'first',
    refuses: [],
    platforms: true,
    conditions: {
      fields: ['environments', ...toolConditions.map((field) => `metadata.hermes.${field}`)],
      of: conditionsIn,
    },
    quarantine: true,
    notSimulated: [
      'the skills of plugins (the code of a plugin says where they are, and they are not in the listing)',
      'the tools and environment that conditions depend on, and its own scanner (doctor says which skills may be hidden)',
    ],
    records: hermesRecords,
  },
  settings: {
    format: 'yaml',
    files: [config],
    switches: ['skills.disabled', 'skills.platform_disabled', 'skills.project_discovery'],
    quiet: {
      setting: 'skills.disabled',
      files: [config],
      form: 'item',
      levels: [{ state: 'off', value: true }],
      keyPaths: ({ names }) => names.slice(0, 1).map((name) => ['skills', 'disabled', name]),
    },
    switchOf: (documents, { names, scope }, { environment }) => {
      const found = listedIn(documents, names, 'skills', 'disabled');
      if (found !== undefined) return { state: 'off', setting: 'skills.disabled', file: found.file };
      const platform = variableValue(environment, 'HERMES_PLATFORM') ?? 'cli';
      const onPlatform = listedIn(documents, names, 'skills', 'platform_disabled', platform);
      if (onPlatform !== undefined)
        return { state: 'off', setting: `skills.platform_disabled.${platform}`, file: onPlatform.file };
      const discovery =
        scope === 'project' ? strongestSetting(documents, 'skills', 'project_discovery') : undefined;
      if (discovery?.value !== false) return undefined;
      return { state: 'off', setting: 'skills.project_discovery', file: discovery.file };
    },
    trustedBy: ['skills.trusted_project_dirs'],
    trustOf: (documents, { project }, { userHome }) => {
      const setting = 'skills.trusted_project_dirs';
      const found = documents.find(({ value }) =>
        textsIn(settingAt(value, ...setting.split('.')))
          .map((path) => absolutePath(path, userHome, userHome).replace(/\/$/, ''))
          .some((path) => project.includes(path)),
      );
      return found && { trusted: true, setting, file: found.path };
    },
    moreFolders: (documents, machine) => ({
      strength: 'weakest',
      paths: externalFolders(documents, machine),
    }),
  },
  listing: {
    overhead: '- : \n'.length,
    listsPath: false,
    maxDescription: () => 60,
    cut: 'per-entry',
    says: 'every skill, by category; each description is cut at 60 characters, and the listing as a whole has no limit',
  },
  install: {
    skill: { folder: '.hermes/skills', form: 'package' },
    agent: { because: 'has no known folder for agents' },
    command: { because: 'has no known folder for commands' },
  },
  sessions: {
    folders: [{ path: '{configuration}' }],
    enters: /^(?:profiles(?:\/[^/]+)?|(?:profiles\/[^/]+\/)?sessions)$/,
    files: [
      {
        pattern: /^(?:sessions\/|profiles\/[^/]+\/sessions\/)?session_[^/]*\.json$/,
        form: 'document',
      },
      { pattern: /^(?:profiles\/[^/]+\/)?state\.db$/, form: 'database' },
    ],
    says: '`state.db`, opened for reading only, and `sessions/session_*.json`; also those of `profiles/*`',
  },
  hooks: {
    files: [config],
    format: 'yaml',
    events: [
      'pre_tool_call',
      'post_tool_call',
      'pre_llm_call',
      'post_llm_call',
      'on_session_start',
      'on_session_end',
      'on_session_finalize',
      'on_session_reset',
      'subagent_stop',
    ],
    notInstalled: 'may wait for its hooks, and asks for consent to each command',
    async: 'not known',
    timeoutUnit: 'seconds',
    approval: 'each command for its event, or `hooks_auto_accept`',
  },
  counters: { path: `{profile}/skills/${hermesRecords.usage}`, format: 'hermes-usage' },
  headless: { command: 'hermes -z PROMPT' },
};

function conditionsIn(frontmatter: unknown): readonly string[] {
  const environments = textsIn(settingAt(frontmatter, 'environments'))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const tools = toolConditions.flatMap((field) => {
    const names = textsIn(settingAt(frontmatter, 'metadata', 'hermes', field));
    return names.length === 0 ? [] : `${field}: ${names.join(', ')}`;
  });
  return [
    ...(environments.length > 0 && environments.every((name) => knownEnvironments.includes(name))
      ? [`it depends on the environment (environments: ${environments.join(', ')})`]
      : []),
    ...(tools.length > 0 ? [`it depends on the tools (${tools.join('; ')})`] : []),
  ];
}

/** A path may begin with `~`, contain `${VAR}`, or be relative to the folder of Hermes. */
function externalFolders(documents: readonly SettingsDocument[], machine: Machine): readonly string[] {
  const named = documents.flatMap(({ value }) => [
    ...textsIn(settingAt(value, 'skills', 'create_dir')),
    ...textsIn(settingAt(value, 'skills', 'external_dirs')),
  ]);
  return named.map((path) => {
    const filled = path.replace(/\$\{(\w+)\}/g, (whole, name: string) => machine.environment[name] ?? whole);
    return absolutePath(filled, machine.userHome, locate(hermes, '{profile}', machine) ?? '');
  });
}
