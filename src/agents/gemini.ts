/*
 * The record of Gemini CLI: its folders, settings, listing, sessions and hooks.
 */

import { isTable } from '../text/shape.js';
import type { Agent, RecordedTrust, SettingsDocument } from './agent.js';
import { geminiRun } from './headless/gemini-run.js';
import { listedIn, strongestSetting } from './settings-values.js';
import { sharedFolder, sharedProjectSkills } from './shared-folder.js';

const settingsFiles = [
  { scope: 'managed', path: '{system}/system-defaults.json' },
  { scope: 'user', path: '{configuration}/settings.json' },
  { scope: 'project', path: '{project}/.gemini/settings.json', reach: 'working-folder' },
  { scope: 'managed', path: '{systemSettings}' },
] as const;

export const gemini: Agent<'gemini'> = {
  name: 'gemini',
  title: 'Gemini CLI',
  binary: 'gemini',
  source: { all: 'source code of 0.56.0-nightly (2026-08-21)' },
  folders: {
    home: { path: '~', variable: { name: 'GEMINI_CLI_HOME', kind: 'home' } },
    configuration: { path: '{home}/.gemini' },
    system: {
      path: {
        linux: '/etc/gemini-cli',
        darwin: '/Library/Application Support/GeminiCli',
        win32: 'C:/ProgramData/gemini-cli',
      },
    },
    systemSettings: {
      path: '{system}/settings.json',
      variable: { name: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', kind: 'file' },
    },
    trustFile: {
      path: '{configuration}/trustedFolders.json',
      variable: { name: 'GEMINI_CLI_TRUSTED_FOLDERS_PATH', kind: 'file' },
    },
    legacyData: { variable: { name: 'GEMINI_DATA_DIR', kind: 'folder', legacy: true } },
  },
  variables: ['GEMINI_CLI_TRUST_WORKSPACE'],
  skills: {
    folders: [
      { path: sharedProjectSkills, scope: 'project', reach: 'working-folder', needsTrust: true },
      {
        path: '{project}/.gemini/skills',
        scope: 'project',
        reach: 'working-folder',
        needsTrust: true,
        label: 'gemini',
      },
      { path: `{home}/${sharedFolder.skills}`, scope: 'user' },
      { path: '{configuration}/skills', scope: 'user', label: 'gemini' },
      { path: '{configuration}/extensions/*/skills', scope: 'bundled', writtenBy: 'bundled' },
    ],
    depth: 1,
    rootIsSkill: true,
    linkedFiles: true,
    hiddenFolders: false,
    sameName: 'first',
    refuses: [
      'no-frontmatter',
      'unclosed-frontmatter',
      'frontmatter-unreadable',
      'byte-order-mark',
      'fence-not-plain',
      'name-missing',
      'description-missing',
    ],
    notSimulated: ['its built-in skills', 'trust in a project that an editor reports'],
  },
  settings: {
    format: 'jsonc',
    files: [...settingsFiles, { scope: 'user', path: '{trustFile}', key: 'trustedFolders' }],
    switches: ['skills.disabled', 'skills.enabled', 'admin.skills.enabled'],
    quiet: {
      setting: 'skills.disabled',
      files: settingsFiles.filter(({ scope }) => scope === 'user'),
      form: 'item',
      levels: [{ state: 'off', value: true }],
      keyPaths: ({ names }) => names.slice(0, 1).map((name) => ['skills', 'disabled', name]),
    },
    switchOf: (documents, { names }) => {
      for (const path of [
        ['admin', 'skills', 'enabled'],
        ['skills', 'enabled'],
      ]) {
        const enabled = strongestSetting(documents, ...path);
        if (enabled?.value === false) return { state: 'off', setting: path.join('.'), file: enabled.file };
      }
      const found = listedIn(documents, names, 'skills', 'disabled');
      return found && { state: 'off', setting: 'skills.disabled', file: found.file };
    },
    trustedBy: ['{trustFile}', 'security.folderTrust.enabled', 'GEMINI_CLI_TRUST_WORKSPACE'],
    trustOf: (documents, { workingFolder }, { environment }) => {
      const variable = 'GEMINI_CLI_TRUST_WORKSPACE';
      if (environment[variable] === 'true') return { trusted: true, setting: variable, file: variable };
      // What a project says about itself does not count.
      const own = documents.filter(({ scope }) => scope !== 'project');
      const enabled = strongestSetting(own, 'security', 'folderTrust', 'enabled');
      if (enabled?.value === false)
        return { trusted: true, setting: 'security.folderTrust.enabled', file: enabled.file };
      return trustedFolder(own, workingFolder);
    },
  },
  listing: {
    overhead: '<skill><name></name><description></description><location></location></skill>'.length,
    listsPath: true,
    cut: 'none',
    says: 'every skill with its whole description and its path, without a limit',
  },
  definitions: {
    agent: {
      folders: [
        { path: '{project}/.gemini/agents', scope: 'project', reach: 'working-folder', needsTrust: true },
        { path: '{configuration}/agents', scope: 'user' },
      ],
      endings: ['.md'],
      depth: 0,
      named: 'frontmatter',
      separator: ':',
      switches: ['agents.overrides'],
      switchOf: (documents, name) => {
        const enabled = strongestSetting(documents, 'agents', 'overrides', name, 'enabled');
        if (enabled?.value !== false) return undefined;
        return { state: 'off', setting: 'agents.overrides', file: enabled.file };
      },
      uses: 'not known',
    },
    command: {
      folders: [
        { path: '{project}/.gemini/commands', scope: 'project', reach: 'working-folder', needsTrust: true },
        { path: '{configuration}/commands', scope: 'user' },
      ],
      endings: ['.toml'],
      depth: 8,
      named: 'path',
      separator: ':',
      uses: 'not known',
    },
  },
  install: {
    skill: { folder: '.gemini/skills', form: 'package' },
    agent: { folder: '.gemini/agents', form: 'file' },
    command: { because: 'does not read commands from Markdown files' },
  },
  sessions: {
    folders: [{ path: '{configuration}/tmp' }, { path: '{legacyData}/tmp', legacy: true }],
    files: [{ pattern: /(?:^|\/)chats\/.*\.jsonl?$|^[^/]*\.jsonl?$/, form: 'document' }],
    says: '`tmp/*/chats/**`, `.json` or `.jsonl`; a file that changed is read again from its beginning, because later records replace earlier ones',
    absent: ['how long a call took'],
  },
  hooks: {
    files: settingsFiles,
    format: 'jsonc',
    events: [
      'SessionStart',
      'SessionEnd',
      'BeforeAgent',
      'AfterAgent',
      'BeforeModel',
      'AfterModel',
      'BeforeToolSelection',
      'BeforeTool',
      'AfterTool',
      'PreCompress',
      'Notification',
    ],
    notInstalled: 'waits for every hook',
    async: false,
    timeoutUnit: 'milliseconds',
    approval: 'hooks of a project by their fingerprint',
  },
  headless: {
    command: 'gemini -p PROMPT --output-format stream-json',
    stream: 'stream-json',
    run: geminiRun,
  },
};

/** The rule for the innermost folder counts; of two rules for one folder, the stricter. */
function trustedFolder(
  documents: readonly SettingsDocument[],
  workingFolder: readonly string[],
): RecordedTrust | undefined {
  const file = strongestSetting(documents, 'trustedFolders');
  const rules = Object.entries(isTable(file?.value) ? file.value : {}).flatMap(([path, level]) => {
    const folder = (level === 'TRUST_PARENT' ? path.slice(0, path.lastIndexOf('/')) : path).replace(
      /\/$/,
      '',
    );
    const isAbout = workingFolder.some((one) => one === folder || one.startsWith(`${folder}/`));
    const strictness = trustLevels.indexOf(String(level));
    return isAbout && strictness !== -1 ? [{ folder, level: String(level), strictness }] : [];
  });
  const [rule] = rules.sort((a, b) => b.folder.length - a.folder.length || b.strictness - a.strictness);
  if (file === undefined || rule === undefined) return undefined;
  return { trusted: rule.level !== 'DO_NOT_TRUST', setting: rule.level, file: file.file };
}

/** The strictest last. */
const trustLevels: readonly string[] = ['TRUST_PARENT', 'TRUST_FOLDER', 'DO_NOT_TRUST'];
