/*
 * What Coppice knows about an agent: one record of data and small pure functions that says where the agent keeps its
 * files, which skills it reads and by which rules, what its settings turn off, and how it can be observed and run. An
 * absent part is unknown, and every surface says so instead of guessing.
 */

import type { DiagnosticCode } from '../skill/diagnostic.js';
import type { RunRecipe } from './headless/run-recipe.js';

export interface Agent<Name extends string = string> {
  /** The name in manifests, flags and labels. */
  readonly name: Name;
  /** The name that people read. */
  readonly title: string;
  readonly binary: string;
  /** Where the facts of each part come from; `all` is for the parts without an entry. */
  readonly source: Readonly<Partial<Record<AgentPart, string>>> & { readonly all: string };
  readonly folders: AgentFolders;
  readonly profiles?: Profiles;
  /** Variables, besides those of its folders, that change what the agent sees. */
  readonly variables?: readonly string[];
  readonly skills: SkillRules;
  readonly settings?: AgentSettings;
  readonly plugins?: PluginRules;
  readonly pluginCache?: PluginCache;
  readonly listing?: Listing;
  /** Subagents and commands, which are one file each. A kind without an entry is not known, or the agent has none. */
  readonly definitions?: Readonly<Partial<Record<DefinitionKind, DefinitionRules>>>;
  readonly install: Readonly<Record<ItemKind, InstallTarget | NotInstalled>>;
  readonly sessions?: Sessions;
  readonly hooks?: Hooks;
  readonly counters?: Counters;
  readonly headless?: Headless;
}

/** The parts of a record that can have a source of their own. */
export type AgentPart =
  | 'folders'
  | 'skills'
  | 'settings'
  | 'plugins'
  | 'listing'
  | 'definitions'
  | 'install'
  | 'sessions'
  | 'hooks'
  | 'counters'
  | 'headless';

/**
 * A path that begins with `~` (the user's home), `{project}`, a slash, or one of the agent's folders by its name in
 * braces, as in `{configuration}/skills`. A segment `*` matches every folder there.
 */
export type PathPattern = string;

/** Folders by the names that patterns use. Where the configuration folder exists, the agent is used on the machine. */
export interface AgentFolders {
  readonly configuration: AgentFolder;
  readonly [name: string]: AgentFolder;
}

export interface AgentFolder {
  /**
   * The default, by platform where it differs; a platform without an entry has no such folder. Absent where only the
   * variable names the folder.
   */
  readonly path?: PathPattern | Readonly<Record<string, PathPattern>>;
  readonly variable?: FolderVariable;
  /** A variable whose value is appended to the default path. */
  readonly suffix?: string;
  /** The folder of the active profile takes its place. */
  readonly ofProfile?: boolean;
}

/** Folders like the configuration folder, of which one is active. All names are relative to the configuration folder. */
export interface Profiles {
  readonly folder: string;
  /** The file with the name of the active profile. */
  readonly active: string;
  /** The name of the profile that is the configuration folder itself. */
  readonly base: string;
  /** The folder, in that of the profiles, with a file for each profile that was deleted. */
  readonly deleted: string;
}

/** An empty variable counts as unset. The value is one path and never a list. */
export interface FolderVariable {
  readonly name: string;
  /**
   * folder: it replaces this folder; home: it replaces the user's home for this agent; base: it replaces the parent
   * folder; adds: it adds a folder; file: it names a file.
   */
  readonly kind: 'folder' | 'home' | 'base' | 'adds' | 'file';
  /** The folder that a relative value is relative to. */
  readonly relativeTo?: PathPattern;
  /** The variable belongs to another program or an older version; only what they wrote is read. */
  readonly legacy?: boolean;
}

export interface SkillRules {
  /** The strongest first. */
  readonly folders: readonly SkillFolder[];
  /** The maximum number of folders between a root and a SKILL.md. */
  readonly depth: number;
  /** Whether the root itself may be a skill. */
  readonly rootIsSkill: boolean;
  /** The maximum number of folders that the agent searches in a root. */
  readonly maxFolders?: number;
  /** Whether a SKILL.md may be a symbolic link; all agents follow links to folders. */
  readonly linkedFiles: boolean;
  /** Whether the agent searches folders whose names begin with a dot. */
  readonly hiddenFolders: boolean;
  readonly sameName: SameNameRule;
  /** The agent does not load a SKILL.md with one of these faults. */
  readonly refuses: readonly DiagnosticCode[];
  /** The agent loads a SKILL.md with one of these faults, but does not list it. */
  readonly unlisted?: readonly DiagnosticCode[];
  /** Whether `platforms` in the frontmatter hides a skill on other platforms. */
  readonly platforms?: boolean;
  readonly conditions?: SkillConditions;
  /** Whether the agent has a scanner of its own, and hides the skills of a project that it calls dangerous. */
  readonly quarantine?: boolean;
  /** Whether `disable-model-invocation` in the frontmatter keeps a skill out of the listing. */
  readonly modelInvocation?: boolean;
  /** Whether the agent also knows a skill by the name of its folder. */
  readonly folderNames?: boolean;
  readonly policyFile?: PolicyFile;
  /**
   * A folder of skills, relative to any folder below the working folder, that the agent reads when it opens a file there.
   * If a stronger skill has the same name, the path of that folder is put before the name.
   */
  readonly nested?: string;
  /** What the agent also reads or hides, and Coppice does not work out; for the documentation. */
  readonly notSimulated?: readonly string[];
  readonly records?: FolderRecords;
}

/** Conditions in the frontmatter that only the running agent can check, such as the tools that it has. */
export interface SkillConditions {
  /** Where they are, for the documentation. */
  readonly fields: readonly string[];
  /** One clause for each kind of condition; none where the skill is listed in any case. */
  readonly of: (frontmatter: unknown) => readonly string[];
}

/** A YAML file of a skill in which its author says how this agent treats the skill. */
export interface PolicyFile {
  /** Relative to the folder of the skill. */
  readonly path: string;
  /** The setting that keeps the skill out of the listing; undefined where it is listed. */
  readonly unlistedBy: (value: unknown) => string | undefined;
}

/** Files in which an agent records facts about the skills of a folder, by their paths in that folder. */
export interface FolderRecords {
  /** Which skills came with the agent. */
  readonly bundled: string;
  /** Which skills were installed from a hub. */
  readonly hub: string;
  /** How often each skill was used, whether it is pinned and who made it. */
  readonly usage: string;
}

export interface SkillFolder {
  readonly path: PathPattern;
  /** managed: set up by an administrator; bundled: shipped with the agent. */
  readonly scope: 'managed' | 'user' | 'project' | 'bundled';
  /** The folders of a project in which the agent looks for it. */
  readonly reach?: Reach;
  /** The label of the library's root for this folder. Absent where the root belongs to another agent or to none. */
  readonly label?: string;
  /** The agent reads it only in projects that it trusts. */
  readonly needsTrust?: boolean;
  /** The first version known to read it. */
  readonly since?: string;
  /** The agent skips the folder when one of these variables is set. */
  readonly unless?: readonly string[];
  /** A file in this folder that names the only folder in it that the agent reads; without the file, it reads none. */
  readonly chosenBy?: string;
  /** Another program writes here, so these skills are not curated, edited or reported as duplicates. */
  readonly writtenBy?: 'hub' | 'bundled';
}

/** Only the working folder, only the project's folder, or every folder from one to the other. */
export type Reach = 'working-folder' | 'project' | 'upwards';

/**
 * Which of two skills with the same name counts. first: the one in the stronger folder; last: the one loaded last; all:
 * both are listed; unstable: the one loaded last, in an order that changes from start to start; namespaced: each has a
 * prefix.
 */
export type SameNameRule = 'first' | 'last' | 'all' | 'unstable' | 'namespaced';

export type SettingsFormat = 'json' | 'jsonc' | 'json5' | 'toml' | 'yaml';

export interface AgentSettings {
  readonly format: SettingsFormat;
  /** The weakest first. */
  readonly files: readonly SettingsFile[];
  /** What the settings say about one skill. */
  readonly switchOf: (
    documents: readonly SettingsDocument[],
    skill: SwitchedSkill,
    machine: Machine,
  ) => Switch | undefined;
  /** The settings that `switchOf` reads, for the documentation. */
  readonly switches: readonly string[];
  /** How a skill is made quiet; absent where the agent has no switch for one skill that can be edited without loss. */
  readonly quiet?: QuietSwitch;
  /** Skill folders that the settings add. */
  readonly moreFolders?: (
    documents: readonly SettingsDocument[],
    machine: Machine,
    workingFolder: string,
  ) => MoreFolders;
  /** Skills that the settings name and that are not on this machine. */
  readonly remoteSkills?: (documents: readonly SettingsDocument[]) => RemoteSkills | undefined;
  /** What the agent has recorded about its trust in a project; undefined where it has recorded nothing. */
  readonly trustOf?: (
    documents: readonly SettingsDocument[],
    project: ProjectPaths,
    machine: Machine,
  ) => RecordedTrust | undefined;
  /** Files that only `trustOf` reads. They may be large, so they are read only where trust matters. */
  readonly trustFiles?: readonly SettingsPath[];
  /** The settings, files and variables that `trustOf` reads, for the documentation. */
  readonly trustedBy?: readonly string[];
}

/** Absolute paths, each as found and with links resolved. */
export interface ProjectPaths {
  readonly workingFolder: readonly string[];
  readonly project: readonly string[];
}

export interface RecordedTrust {
  readonly trusted: boolean;
  /** The setting by its name, such as `security.folderTrust.enabled`. */
  readonly setting: string;
  /** The file or variable that contains the setting. */
  readonly file: string;
}

/** A settings file, or a variable that contains settings. */
export type SettingsFile = SettingsPath | SettingsVariable;

export interface SettingsPath {
  readonly scope: 'managed' | 'user' | 'project' | 'local';
  readonly path: PathPattern;
  readonly reach?: Reach;
  /** The name under which the content of the file is known here; without it, the file contains all settings. */
  readonly key?: string;
}

export interface SettingsVariable {
  readonly scope: 'environment';
  readonly variable: string;
  /** The setting whose value the variable contains; without it, the variable contains all settings. */
  readonly key?: string;
}

/** A settings file or variable that was parsed. */
export interface SettingsDocument {
  /** The file, or the name of the variable. */
  readonly path: string;
  readonly scope: SettingsFile['scope'];
  readonly value: unknown;
}

export interface SwitchedSkill {
  /** Every name by which a setting can refer to the skill, for a plugin's with the name of the plugin before it. */
  readonly names: readonly string[];
  /** Absolute paths of the SKILL.md, as found and with links resolved. */
  readonly paths: readonly string[];
  readonly scope: SkillFolder['scope'];
  /** The `name@marketplace` of the plugin that it belongs to. Finding it may need the disk, so it is read last. */
  readonly plugin?: string | undefined;
}

export interface Switch {
  /**
   * off: the agent does not see the skill; name-only: it is listed without its description; user-only: the model cannot
   * use it.
   */
  readonly state: 'off' | 'name-only' | 'user-only';
  /** The setting by its name, such as `skills.disabled`. */
  readonly setting: string;
  /** The file or variable that contains the setting. */
  readonly file: string;
}

/** The agent's own switch for one skill: a key in a settings file of the user. */
export interface QuietSwitch {
  /** The setting by its name, for people. */
  readonly setting: string;
  /** The settings files of the user that can have the key. Of those that exist, the last is edited; else the first is made. */
  readonly files: readonly SettingsPath[];
  readonly form: SettingForm;
  /** What the switch can do, the mildest first, with the value of the key for it. */
  readonly levels: readonly QuietLevel[];
  /** The keys for a skill: one, or one for each name that a version of the agent may use. */
  readonly keyPaths: (skill: SwitchedSkill) => readonly (readonly string[])[];
}

/**
 * What a key is. member: a member of an object; item: a text in the list that the keys before it lead to; table: a field
 * of the table in an array of tables that has this `path`.
 */
export type SettingForm = 'member' | 'item' | 'table';

export interface QuietLevel {
  readonly state: Switch['state'];
  readonly value: string | boolean;
}

export interface MoreFolders {
  /** Whether these folders are stronger or weaker than those of the record. */
  readonly strength: 'strongest' | 'weakest';
  readonly paths: readonly string[];
}

export interface RemoteSkills {
  /** The number of addresses. */
  readonly count: number;
  readonly setting: string;
  readonly file: string;
}

/** Plugins that are stored as `<folder>/<marketplace>/<plugin>/<version>`, and are in use if the settings say so. */
export interface PluginCache {
  readonly folder: PathPattern;
  /** Relative to the folder of a plugin. */
  readonly skills: string;
  /** The plugin is named as `name@marketplace`. */
  readonly isEnabled: (documents: readonly SettingsDocument[], plugin: string) => boolean;
}

export interface PluginRules {
  readonly folder: PathPattern;
  /** The list of installed plugins, relative to the folder. */
  readonly list: string;
  /** The manifest of a plugin, relative to the plugin's folder. */
  readonly manifest: string;
  /** A folder with a manifest in one of these is a plugin and no skill. */
  readonly inSkillFolders?: InSkillFolders;
  /** The plugin is named as `name@marketplace`; its manifest decides where the settings do not. */
  readonly isEnabled: (documents: readonly SettingsDocument[], plugin: string, manifest: unknown) => boolean;
}

export interface InSkillFolders {
  /** What stands for the marketplace in the names of these plugins. */
  readonly marketplace: string;
  readonly folders: readonly DefinitionFolder[];
}

export interface Listing {
  /** The characters of an entry that are not its name, description or path. */
  readonly overhead: number;
  readonly listsPath: boolean;
  /** The most characters of one description. */
  readonly maxDescription?: (given: ListingFacts) => number;
  /** The most characters of all entries; undefined where there is no limit, or none is known. */
  readonly budget?: (given: ListingFacts) => number | undefined;
  readonly cut: CutRule;
  /** The rule in one sentence, for the documentation. */
  readonly says: string;
}

export interface ListingFacts {
  readonly documents: readonly SettingsDocument[];
  readonly environment: Environment;
  /** Undefined where the model is unknown. */
  readonly contextTokens?: number | undefined;
}

/**
 * What is cut when a listing is full. least-used-first: the least used skills lose their descriptions first;
 * round-robin: all descriptions are shortened equally; identities-first: names are kept and descriptions shortened;
 * per-entry: each description has its own limit; none: nothing is cut.
 */
export type CutRule = 'least-used-first' | 'round-robin' | 'identities-first' | 'per-entry' | 'none';

export type ItemKind = 'skill' | 'agent' | 'command';
export const itemKinds: readonly ItemKind[] = ['skill', 'agent', 'command'];

/** The kinds of items that an agent reads from single files. */
export type DefinitionKind = Exclude<ItemKind, 'skill'>;

export interface DefinitionRules {
  /** The strongest first. */
  readonly folders: readonly DefinitionFolder[];
  /** The ends of the file names. */
  readonly endings: readonly string[];
  /** The maximum number of folders between a folder of the record and a file. */
  readonly depth: number;
  /**
   * frontmatter: the `name` in the file, or else the name of the file without its ending; path: the path in the folder
   * without the ending.
   */
  readonly named: 'frontmatter' | 'path';
  /** What the agent writes between the folders of a path in a name. */
  readonly separator: ':' | '/';
  /** What the settings say about one definition; absent where no such setting is known. */
  readonly switchOf?: (documents: readonly SettingsDocument[], name: string) => Switch | undefined;
  /** The settings that `switchOf` reads, for the documentation. */
  readonly switches?: readonly string[];
  /** Whether the sessions of the agent show that a definition was used. */
  readonly uses: 'recorded' | 'not recorded' | 'not known';
}

export type DefinitionFolder = Pick<SkillFolder, 'path' | 'scope' | 'reach' | 'needsTrust'>;

export interface InstallTarget {
  /** Relative to the project, with forward slashes. */
  readonly folder: string;
  /** package: the whole folder of the package; file: only its SKILL.md, under another name. */
  readonly form: 'package' | 'file';
  /** The end of the file name, after the slug. */
  readonly ending?: string;
}

/** Why Coppice does not install items of a kind: a phrase that follows the title of the agent. */
export interface NotInstalled {
  readonly because: string;
}

export interface Sessions {
  readonly folders: readonly SessionFolder[];
  /** The subfolders to search, by their path relative to the folder; all of them unless given. */
  readonly enters?: RegExp;
  /** Which files are sessions, by their path relative to the folder. */
  readonly files: readonly SessionFile[];
  readonly says: string;
  /** How long the agent keeps its sessions, where that is known. */
  readonly retention?: string;
  /** What the sessions do not record. */
  readonly absent?: readonly string[];
}

export interface SessionFolder {
  /** A folder to search, or a single session file. */
  readonly path: PathPattern;
  /** The agent does not use the folder when one of these variables is set. */
  readonly unless?: readonly string[];
  /** Current versions no longer write here; existing files are still read. */
  readonly legacy?: boolean;
}

/** lines: text that grows at its end; document: a file that is read whole; database: the agent's SQLite database. */
export type SessionForm = 'lines' | 'zstd-lines' | 'document' | 'database';

export interface SessionFile {
  readonly pattern: RegExp;
  readonly form: SessionForm;
}

export interface Hooks {
  readonly files: readonly SettingsPath[];
  readonly format: SettingsFormat;
  readonly events: readonly string[];
  /** The events that Coppice installs hooks for; absent where it installs none. */
  readonly installed?: readonly string[];
  /** Why Coppice installs none: a phrase that follows the title of the agent. */
  readonly notInstalled?: string;
  readonly async: boolean | 'not known';
  readonly timeoutUnit: 'seconds' | 'milliseconds' | 'not known';
  /** What the user has to approve before a hook runs. */
  readonly approval: string;
}

export interface Counters {
  readonly path: PathPattern;
  readonly format: CounterFormat;
}

export type CounterFormat = 'claude-skill-usage' | 'hermes-usage';

export interface Headless {
  /** PROMPT marks where the prompt goes. */
  readonly command: string;
  /** The format of the events that the agent prints; undefined where none is known. */
  readonly stream?: string;
  /** How an evaluation runs it; undefined where that is not known. */
  readonly run?: RunRecipe;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The facts that decide where the folders of an agent are. */
export interface Machine {
  readonly userHome: string;
  /** As Node names it. */
  readonly platform: string;
  readonly environment: Environment;
  /** The folders of the active profiles, by the names of the agents; none where nobody looked for them. */
  readonly profiles?: Readonly<Record<string, string>>;
}
