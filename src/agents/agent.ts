/*
 * What an agent is to Coppice: one record of data and small pure functions that says where the agent keeps things, which
 * skills it reads and by which rules, what its settings turn off, and how it can be observed and run. A part that is
 * absent is not known, and every surface says so instead of guessing.
 */

import type { DiagnosticCode } from '../skill/diagnostic.js';

export interface Agent<Name extends string = string> {
  /** As manifests, flags and labels spell it. */
  readonly name: Name;
  /** As people spell it. */
  readonly title: string;
  readonly binary: string;
  /** What the facts were read from, by part of the record; `all` stands for the rest. */
  readonly source: Readonly<Partial<Record<AgentPart, string>>> & { readonly all: string };
  readonly folders: AgentFolders;
  /** Variables that it reads beside those of its folders, and that change what it sees. */
  readonly variables?: readonly string[];
  readonly skills: SkillRules;
  readonly settings?: AgentSettings;
  readonly plugins?: PluginRules;
  readonly listing?: Listing;
  readonly install: Readonly<Record<ItemKind, InstallTarget | NotInstalled>>;
  readonly sessions?: Sessions;
  readonly hooks?: Hooks;
  readonly counters?: Counters;
  readonly headless?: Headless;
}

/** The parts whose facts may have a source of their own. */
export type AgentPart =
  | 'folders'
  | 'skills'
  | 'settings'
  | 'plugins'
  | 'listing'
  | 'install'
  | 'sessions'
  | 'hooks'
  | 'counters'
  | 'headless';

/**
 * A path that begins with `~` (the user's home), `{project}`, a slash, or one of the agent's folders by its name in
 * braces, as in `{configuration}/skills`. A segment `*` stands for every folder there.
 */
export type PathPattern = string;

/** By the names that patterns use. The configuration folder shows whether the agent is used on a machine. */
export interface AgentFolders {
  readonly configuration: AgentFolder;
  readonly [name: string]: AgentFolder;
}

export interface AgentFolder {
  /** Absent: there is none unless the variable names it. By platform where they differ; no entry, no such folder. */
  readonly path?: PathPattern | Readonly<Record<string, PathPattern>>;
  readonly variable?: FolderVariable;
  /** A variable whose value is appended to the default path. */
  readonly suffix?: string;
}

/** An empty variable counts as unset, and none is a list. */
export interface FolderVariable {
  readonly name: string;
  /**
   * folder: it replaces this folder; home: it replaces the user's home for this agent; base: it replaces the folder
   * above; adds: it adds a folder; file: it names a file.
   */
  readonly kind: 'folder' | 'home' | 'base' | 'adds' | 'file';
  /** Where a relative value begins. */
  readonly relativeTo?: PathPattern;
  /** The variable of another program or an older version, read for what was written under it. */
  readonly legacy?: boolean;
}

export interface SkillRules {
  /** The strongest first. */
  readonly folders: readonly SkillFolder[];
  /** How many folders below a root a SKILL.md may be. */
  readonly depth: number;
  /** Whether the root itself may be a skill. */
  readonly rootIsSkill: boolean;
  /** How many folders of a root it looks through at most. */
  readonly maxFolders?: number;
  /** Whether a SKILL.md may be a link; all agents follow links to folders. */
  readonly linkedFiles: boolean;
  /** Whether folders whose names begin with a dot are looked into. */
  readonly hiddenFolders: boolean;
  /** Names of folders in a root that hold no skills of the user. */
  readonly reservedNames?: readonly string[];
  readonly sameName: SameNameRule;
  /** The faults of a SKILL.md for which it is not loaded. */
  readonly refuses: readonly DiagnosticCode[];
  /** The faults for which it is loaded, but not listed. */
  readonly unlisted?: readonly DiagnosticCode[];
  /** Whether `platforms` in the frontmatter hides a skill on other platforms. */
  readonly platforms?: boolean;
  /** Whether `disable-model-invocation` in the frontmatter keeps a skill out of the listing. */
  readonly modelInvocation?: boolean;
  /** Whether the name of the folder is a name of the skill too. */
  readonly folderNames?: boolean;
  readonly records?: FolderRecords;
}

/** Files that an agent keeps in a folder of skills about what is in it, by their paths there. */
export interface FolderRecords {
  /** Which skills came with the agent. */
  readonly bundled: string;
  /** Which skills were installed from a hub. */
  readonly hub: string;
  /** Use, pins and makers. */
  readonly usage: string;
}

export interface SkillFolder {
  readonly path: PathPattern;
  /** managed: an administrator's; bundled: what the agent brings along. */
  readonly scope: 'managed' | 'user' | 'project' | 'bundled';
  /** In which folders of a project the agent looks for it. */
  readonly reach?: Reach;
  /** The label of the library's root for this folder. Without one, it is the root of another agent or of nobody. */
  readonly label?: string;
  readonly needsTrust?: boolean;
  /** The first version that is known to read it. */
  readonly since?: string;
  /** Variables that take the folder away when they are set. */
  readonly unless?: readonly string[];
  /** Another program writes here: its skills are neither curated nor edited, and are no duplicates. */
  readonly writtenBy?: 'hub' | 'bundled';
}

/** The working folder alone, the project's folder alone, or every folder between the two. */
export type Reach = 'working-folder' | 'project' | 'upwards';

/**
 * first: the one of the stronger folder; last: the one that was loaded last; all: both are listed; unstable: the one
 * that was loaded last, in an order that differs from start to start; namespaced: each has a prefix.
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
  /** Folders with skills that the settings add. */
  readonly moreFolders?: (
    documents: readonly SettingsDocument[],
    machine: Machine,
    workingFolder: string,
  ) => MoreFolders;
  /** Whether trust in projects is turned off, so that no folder needs it. */
  readonly trustsAll?: (documents: readonly SettingsDocument[]) => boolean;
}

/** A file, or a variable whose value is the text. */
export type SettingsFile = SettingsPath | SettingsVariable;

export interface SettingsPath {
  readonly scope: 'managed' | 'user' | 'project' | 'local';
  readonly path: PathPattern;
  readonly reach?: Reach;
}

export interface SettingsVariable {
  readonly scope: 'environment';
  readonly variable: string;
  /** The setting that the text is the value of; the whole settings unless given. */
  readonly key?: string;
}

/** Settings that could be parsed. */
export interface SettingsDocument {
  /** The file, or the name of the variable. */
  readonly path: string;
  readonly scope: SettingsFile['scope'];
  readonly value: unknown;
}

export interface SwitchedSkill {
  /** All names it may be switched by. */
  readonly names: readonly string[];
  /** Absolute paths of the SKILL.md, as found and without links. */
  readonly paths: readonly string[];
  readonly scope: SkillFolder['scope'];
  /** The `name@marketplace` of the plugin that it belongs to. */
  readonly plugin?: string;
}

export interface Switch {
  /** off: the agent does not see it; name-only: listed without its description; user-only: the model cannot use it. */
  readonly state: 'off' | 'name-only' | 'user-only';
  /** The setting by its name, such as `skills.disabled`. */
  readonly setting: string;
  /** The file or variable that has it. */
  readonly file: string;
}

export interface MoreFolders {
  /** Whether they are stronger or weaker than the folders of the record. */
  readonly strength: 'strongest' | 'weakest';
  readonly paths: readonly string[];
}

export interface PluginRules {
  readonly folder: PathPattern;
  /** What is installed, below the folder. */
  readonly list: string;
  /** Below the folder of a plugin. */
  readonly manifest: string;
  /** By its `name@marketplace`; the manifest decides where no settings do. */
  readonly isEnabled: (documents: readonly SettingsDocument[], plugin: string, manifest: unknown) => boolean;
}

export interface Listing {
  /** Characters of an entry beside its name, description and path. */
  readonly overhead: number;
  readonly listsPath: boolean;
  /** Of one description. */
  readonly maxDescription?: (given: ListingFacts) => number;
  /** Characters for all entries; undefined where there is no limit, or none is known. */
  readonly budget?: (given: ListingFacts) => number | undefined;
  readonly cut: CutRule;
  /** The rule in one sentence, for the documentation. */
  readonly says: string;
}

export interface ListingFacts {
  readonly documents: readonly SettingsDocument[];
  readonly environment: Environment;
  /** Undefined where the model is not known. */
  readonly contextTokens?: number | undefined;
}

/**
 * least-used-first: those invoked least lose their descriptions first; round-robin: all descriptions are shortened
 * alike; identities-first: names are kept and descriptions shortened; per-entry: each description has its own limit;
 * none: nothing is cut.
 */
export type CutRule = 'least-used-first' | 'round-robin' | 'identities-first' | 'per-entry' | 'none';

export type ItemKind = 'skill' | 'agent' | 'command';
export const itemKinds: readonly ItemKind[] = ['skill', 'agent', 'command'];

export interface InstallTarget {
  /** Relative to the project, with forward slashes. */
  readonly folder: string;
  /** The folder of the package, or only its SKILL.md under another name. */
  readonly form: 'package' | 'file';
  /** Of the file's name. */
  readonly ending?: string;
}

/** Why items of a kind are not installed: what follows the title of the agent in a sentence. */
export interface NotInstalled {
  readonly because: string;
}

export interface Sessions {
  readonly folders: readonly SessionFolder[];
  /** Which folders inside are worth entering, by their path below the folder; all unless given. */
  readonly enters?: RegExp;
  /** By the path below the folder. */
  readonly files: readonly SessionFile[];
  readonly says: string;
  /** How long the agent keeps them, where that is known. */
  readonly retention?: string;
  /** What its sessions do not record. */
  readonly absent?: readonly string[];
}

export interface SessionFolder {
  /** A file is a source itself. */
  readonly path: PathPattern;
  /** Variables that take the folder away when they are set. */
  readonly unless?: readonly string[];
  /** No version of today writes here; what is there is still read. */
  readonly legacy?: boolean;
}

/** lines: grows at its end; document: read whole; database: another program's SQLite. */
export type SessionForm = 'lines' | 'zstd-lines' | 'document' | 'database';

export interface SessionFile {
  readonly pattern: RegExp;
  readonly form: SessionForm;
}

export interface Hooks {
  readonly files: readonly SettingsPath[];
  readonly format: SettingsFormat;
  readonly events: readonly string[];
  /** The events that Coppice installs hooks for; without them it installs none. */
  readonly installed?: readonly string[];
  readonly async: boolean | 'not known';
  readonly timeoutUnit: 'seconds' | 'milliseconds' | 'not known';
  /** What the user has to approve before a hook runs. */
  readonly approval: string;
}

export interface Counters {
  readonly path: PathPattern;
  /** Where the file is when the configuration folder was moved, if it is elsewhere then. */
  readonly movedPath?: PathPattern;
  readonly format: CounterFormat;
}

export type CounterFormat = 'claude-skill-usage' | 'hermes-usage';

export interface Headless {
  /** With PROMPT where the prompt goes. */
  readonly command: string;
  /** Undefined where it prints no stream of events that is known. */
  readonly stream?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the folders of an agent follow from. */
export interface Machine {
  readonly userHome: string;
  /** As Node names it. */
  readonly platform: string;
  readonly environment: Environment;
}
