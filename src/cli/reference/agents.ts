/*
 * docs/agents.md: what Coppice knows of each agent, from its record. What a record leaves out is shown as not known.
 */

import {
  type Agent,
  type AgentFolder,
  type DefinitionRules,
  type InstallTarget,
  itemKinds,
  type NotInstalled,
  type PluginRules,
  type Profiles,
  type QuietSwitch,
  type SkillFolder,
  type SkillRules,
} from '../../agents/agent.js';
import { agents } from '../../agents/index.js';
import { counted } from '../../text/plural.js';
import { code, page, table } from './markdown.js';

export function agentsPage(): string {
  return page('What Coppice knows about each agent', [
    'One record per agent in `src/agents/` says where the agent keeps its files, which skills it reads and which settings turn skills off. ' +
      '`coppice doctor`, `list`, `ensure`, `verify`, `evidence`, `hooks`, `schedule` and `usage import` all follow it. ' +
      'These facts can change with any version of an agent, so each section says where they were taken from. ' +
      '[sessions.md](sessions.md) says what is read from their sessions, and [diagnostics.md](diagnostics.md) explains the faults of a SKILL.md.',
    'Folders are listed in the order of precedence: of two skills with the same name, the agent uses the one in the first folder, unless the table says otherwise. ' +
      '`{project}` is the folder of the project; `{configuration}` and the other names in braces are defined in the row `folders`. The ids of the skills in a folder begin with its label (`claude:pdf`); ' +
      'in a project, eight hexadecimal digits for the folder follow the label (`claude@1f2e3d4c:pdf`). ' +
      'A folder without a label belongs to another agent, to an administrator, or to a program that writes there itself; ' +
      'skills that such a program writes are never curated and do not count as duplicates. `.agents/skills`, which most agents read, has the label `agents`. ' +
      'Folders that you add in your own settings of an agent are roots too, with labels such as `hermes-ext@1f2e3d4c`; the settings of a project add none.',
    '`doctor` always shows Claude Code, Codex, Gemini CLI, OpenCode and Hermes, even if they are not on this machine, ' +
      'and any other agent only if its configuration folder exists or a folder of its own contains skills, subagents or commands.',
    'Subagents and commands are single files. `doctor` counts those that each agent sees, `coppice list --kind agent` and `--kind command` list them, ' +
      'and `evidence report` counts their uses where the sessions show them.',
    ...agents.flatMap(section),
    '## Adding an agent',
    [
      '1. A record in `src/agents/` under its name, and the name in the lists of `src/agents/index.ts` and `src/agents/names.ts`. Leave out what is not known. Say in `source` what the facts were read from.',
      '2. Rows in `src/agents/locate.test.ts` and `src/agents/switches.test.ts`, and a setting that turns a skill off in `test/agents/law.property.test.ts`. That test checks that every command follows the record.',
      '3. `npm run docs`, which writes its section here.',
      '4. If its sessions are to be read: a reader, as [sessions.md](sessions.md#adding-a-reader) describes.',
    ].join('\n'),
  ]);
}

function section(agent: Agent): readonly string[] {
  const { title, binary, folders, skills, settings, plugins, pluginCache, listing, definitions } = agent;
  const { hooks, counters, headless, sessions, profiles } = agent;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['command', code(binary)],
    ['folders', Object.entries(folders).map(folderText).join('<br>')],
    ...(profiles === undefined ? [] : [['profiles', profilesText(agent.name, profiles)] as const]),
    ['skills', skills.folders.map(skillFolderText).join('<br>')],
    ...(skills.nested === undefined
      ? []
      : [
          [
            'below the working folder',
            `${code(skills.nested)} of every folder, when the agent opens a file there; if the name is already in use, the path of the folder is put before it`,
          ] as const,
        ]),
    ['same name', sameNames[skills.sameName]],
    ['depth of folders', Number.isFinite(skills.depth) ? counted(skills.depth, 'level') : 'any'],
    ['does not load', refusalText(skills.refuses)],
    [
      'settings',
      settings?.files.map((file) => code('variable' in file ? file.variable : file.path)).join('<br>'),
    ],
    ['turned off by', settings?.switches.map(code).join(', ') || undefined],
    ['made quiet by', settings?.quiet && quietText(settings.quiet)],
    ['loaded but not listed', unlistedText(skills)],
    ...(skills.conditions || skills.quarantine ? [['may be hidden by', mayHideText(skills)] as const] : []),
    ['trusts a project by', trustText(agent)],
    ['listing', listing?.says],
    [
      'plugins',
      (plugins && pluginsText(plugins)) ??
        (pluginCache && `those in ${code(pluginCache.folder)} that the settings turn on`),
    ],
    ['subagents', definitionText(definitions?.agent)],
    ['commands', definitionText(definitions?.command)],
    ['installed', itemKinds.map((kind) => installText(kind, agent.install[kind])).join('<br>')],
    [
      'sessions',
      sessions &&
        [sessions.says, sessions.retention && `kept for ${sessions.retention}`, absentText(sessions.absent)]
          .filter((part) => part !== undefined)
          .join('; '),
    ],
    [
      'hooks',
      hooks &&
        `${hooks.installed === undefined ? `not installed by Coppice: it ${hooks.notInstalled}` : `installed by Coppice: ${hooks.installed.join(', ')}`}; asynchronous: ${asyncText(hooks.async)}; unit of the timeout: ${hooks.timeoutUnit}; approval: ${hooks.approval}`,
    ],
    ['counters', counters && code(counters.path)],
    [
      'run without a person',
      headless &&
        `${code(headless.command)}${headless.stream ? `, prints ${headless.stream}` : ', output format not known'}`,
    ],
    [
      'evaluated by `coppice eval`',
      headless?.run &&
        `signed in by ${headless.run.credentials.length > 1 ? 'one of ' : ''}${headless.run.credentials.map(code).join(', ')}; ${headless.run.statesCost ? 'reports' : 'does not report'} its cost`,
    ],
    ['not simulated by doctor', skills.notSimulated?.join('; ')],
    ['source of these facts', sourceText(agent.source)],
  ];
  return [
    `## ${title}`,
    table(
      ['', ''],
      rows.map(([name, text]) => [name, text ?? 'not known']),
    ),
  ];
}

/** The switch that `coppice quiet` sets, and what it does, the mildest first. */
function quietText({ setting, files, levels }: QuietSwitch): string {
  const states = levels.map(({ state }) => quietStates[state]).join(', or ');
  return `${code(setting)} in ${files.map(({ path }) => code(path)).join(' or ')}: ${states}`;
}

const quietStates = {
  'name-only': 'only the name is listed',
  'user-only': 'only the user can invoke it',
  off: 'it is turned off',
} as const;

/** What doctor reports as possible, because only the running agent can decide it. */
function mayHideText({ conditions, quarantine }: SkillRules): string {
  const causes = [
    ...(conditions?.fields.map(code) ?? []),
    ...(quarantine ? ['its own scanner, for skills of a project'] : []),
  ];
  return causes.join(', ');
}

function unlistedText({ modelInvocation, unlisted = [], policyFile }: SkillRules): string | undefined {
  const causes = [
    ...(modelInvocation ? [`${code('disable-model-invocation')} in the frontmatter`] : []),
    ...unlisted.map((fault) => `a SKILL.md with ${code(fault)}`),
    ...(policyFile ? [`${code(policyFile.path)} in the folder of the skill`] : []),
  ];
  return causes.length === 0 ? undefined : causes.join(', ');
}

function trustText({ skills, settings, plugins }: Agent): string | undefined {
  const ofPlugins = plugins?.inSkillFolders?.folders.some((folder) => folder.needsTrust);
  const needsTrust = skills.folders.some((folder) => folder.needsTrust);
  if (!(needsTrust || ofPlugins)) return 'not needed, as far as is known';
  const by = settings?.trustedBy?.map(code).join(', ');
  return needsTrust ? by : `${by}, for plugins in its skill folders only`;
}

function folderText([name, { path, variable, suffix, ofProfile }]: readonly [string, AgentFolder]): string {
  const places = typeof path === 'object' ? [...new Set(Object.values(path))] : [path ?? []].flat();
  const moved =
    variable &&
    (places.length === 0
      ? `named by ${code(variable.name)}`
      : `, ${code(variable.name)} ${kinds[variable.kind]}`);
  const legacy = variable?.legacy ? ' (of another program; read only)' : '';
  const appended = suffix ? `, ${code(suffix)} is appended` : '';
  const profile = ofProfile ? ', or the folder of the active profile' : '';
  return `${name}: ${places.map(code).join(', ')}${moved ?? ''}${legacy}${appended}${profile}`;
}

function pluginsText({ folder, list, manifest, inSkillFolders }: PluginRules): string {
  const installed = `those in ${code(`${folder}/${list}`)} that the settings do not turn off`;
  if (inSkillFolders === undefined) return installed;
  const folders = inSkillFolders.folders.map(skillFolderText).join(' and ');
  return `${installed}; and every folder with a ${code(manifest)} in ${folders}, as ${code(`NAME@${inSkillFolders.marketplace}`)}`;
}

function profilesText(name: string, { folder, active, base }: Profiles): string {
  return `${code(`{configuration}/${folder}/*`)}; ${code(`{configuration}/${active}`)} names the active one, and ${code(base)} is the folder of the configuration. The skills of the active profile have the label ${code(`${name}-ext@1f2e3d4c`)}`;
}

const kinds = {
  folder: 'replaces it',
  home: "replaces the user's home",
  base: 'replaces it, for all programs',
  adds: 'adds it',
  file: 'names the file',
} as const;

function skillFolderText(folder: SkillFolder): string {
  const { path, reach, label, needsTrust, since, unless, chosenBy, writtenBy } = folder;
  const facts = [
    reach && reaches[reach],
    label && `label ${code(label)}`,
    needsTrust && 'only in a trusted project',
    since && `since ${since}`,
    unless && `not if ${unless.map(code).join(' or ')} is set`,
    chosenBy && `only the folder that its ${code(chosenBy)} names`,
    writtenBy && 'written by another program',
  ].filter((fact) => fact);
  return facts.length === 0 ? code(path) : `${code(path)} (${facts.join('; ')})`;
}

function definitionText(rules: DefinitionRules | undefined): string | undefined {
  if (rules === undefined) return undefined;
  const { folders, endings, depth, named, separator, switches, uses } = rules;
  const files = folders.map((folder) => {
    const pattern = `${folder.path}/${depth > 0 ? '**/' : ''}*`;
    return skillFolderText({
      ...folder,
      path: `${pattern}${endings.length === 1 ? endings[0] : `(${endings.join('|')})`}`,
    });
  });
  const name =
    named === 'path' ? `the path with ${code(separator)} between folders` : `${code('name')} in the file`;
  const off = switches === undefined ? 'no setting is known' : switches.map(code).join(', ');
  return [
    ...files,
    `name: ${depth === 0 && named === 'path' ? 'that of the file' : name}`,
    `turned off by: ${off}`,
    `uses in sessions: ${uses}`,
  ].join('<br>');
}

const reaches = {
  'working-folder': 'in the working folder only',
  project: undefined,
  upwards: 'in every folder from the working folder up to the project',
} as const;

const sameNames = {
  first: 'the one in the first of these folders is used',
  last: 'the one that is loaded last is used',
  all: 'both are listed',
  unstable: 'one is used, and which one can differ from start to start',
  namespaced: 'each has a prefix',
} as const;

function installText(kind: string, target: InstallTarget | NotInstalled): string {
  if ('because' in target) return `${kind}: not installed; it ${target.because}`;
  return `${kind}: ${code(target.form === 'package' ? `${target.folder}/SLUG/` : `${target.folder}/SLUG${target.ending ?? '.md'}`)}`;
}

function absentText(absent: readonly string[] | undefined): string | undefined {
  return absent && `not recorded or not read: ${absent.join(', ')}`;
}

function asyncText(value: boolean | 'not known'): string {
  return typeof value === 'string' ? value : value ? 'yes' : 'no';
}

function sourceText({ all, ...parts }: Agent['source']): string {
  return [all, ...Object.entries(parts).map(([part, from]) => `${part}: ${from}`)].join('; ');
}

/** By the codes of the faults. */
function refusalText(faults: readonly string[]): string {
  return faults.length === 0
    ? 'none: every SKILL.md is loaded'
    : `a SKILL.md with ${faults.map(code).join(', ')}`;
}
