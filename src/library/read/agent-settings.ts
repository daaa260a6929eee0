/*
 * Reads the settings of an agent on this machine: every file and variable of its record, parsed. Those that cannot be
 * read or parsed are reported, and what they set is unknown.
 */

import type { Agent, Machine, SettingsDocument, SettingsFile } from '../../agents/agent.js';
import { locateSettings, type ProjectFolders, variableValue } from '../../agents/locate.js';
import { parseSettingsText } from '../../agents/settings-text.js';
import type { FileContent, ReadRange } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';

export interface ReadSettings {
  /** The weakest first. */
  readonly documents: readonly SettingsDocument[];
  readonly unreadable: readonly UnreadableSettings[];
}

export interface UnreadableSettings {
  /** The file, or the name of the variable. */
  readonly path: string;
  readonly reason: string;
}

/** `Files`, or what would be there after an edit. */
export interface SettingsReader {
  read(path: string, range?: ReadRange): Pick<FileContent, 'bytes'> | undefined;
}

export function readAgentSettings(
  files: SettingsReader,
  agent: Agent,
  machine: Machine,
  projectFolders: ProjectFolders,
): ReadSettings {
  return readFiles(files, agent, agent.settings?.files ?? [], machine, projectFolders);
}

/** What the agent has recorded about trust; a file that cannot be read says nothing. */
export function readTrustFiles(
  files: SettingsReader,
  agent: Agent,
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly SettingsDocument[] {
  return readFiles(files, agent, agent.settings?.trustFiles ?? [], machine, projectFolders).documents;
}

function readFiles(
  files: SettingsReader,
  agent: Agent,
  settingsFiles: readonly SettingsFile[],
  machine: Machine,
  projectFolders: ProjectFolders,
): ReadSettings {
  const documents: SettingsDocument[] = [];
  const unreadable: UnreadableSettings[] = [];
  const { format = 'json' } = agent.settings ?? {};
  for (const file of settingsFiles) {
    for (const { path, text } of textsOf(files, agent, file, machine, projectFolders, unreadable)) {
      const parsed = parseSettingsText(text, format);
      if (!parsed.ok) unreadable.push({ path, reason: parsed.reason });
      else documents.push({ path, scope: file.scope, value: settingsValue(file, parsed.value) });
    }
  }
  return { documents, unreadable };
}

interface SettingsText {
  readonly path: string;
  readonly text: string;
}

function textsOf(
  files: SettingsReader,
  agent: Agent,
  file: SettingsFile,
  machine: Machine,
  projectFolders: ProjectFolders,
  unreadable: UnreadableSettings[],
): readonly SettingsText[] {
  if (file.scope === 'environment') {
    const text = variableValue(machine.environment, file.variable);
    return text === undefined ? [] : [{ path: file.variable, text }];
  }
  return locateSettings(agent, file, machine, projectFolders).flatMap((path) => {
    try {
      const content = files.read(path, { maxBytes: maxSettingsBytes });
      return content === undefined ? [] : { path, text: new TextDecoder().decode(content.bytes) };
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      unreadable.push({ path, reason: error.message });
      return [];
    }
  });
}

const maxSettingsBytes = 4 * 1024 * 1024;

function settingsValue(file: SettingsFile, value: unknown): unknown {
  return file.key === undefined ? value : { [file.key]: value };
}
