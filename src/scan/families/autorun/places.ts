/*
 * The places from which programs run commands without being asked: which file, which values in it, and when they run.
 * docs/scanner.md shows the table to users.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import { autorunRules } from './rules.js';

export type PlaceFormat =
  | 'json'
  | 'toml'
  | 'frontmatter'
  | 'inline'
  | 'shell'
  | 'python'
  | 'cron'
  | 'unit'
  | 'plist'
  | 'git-config'
  | 'workflow'
  | 'recipe';

export interface Place {
  /** Of a file of the package. */
  readonly path: RegExp;
  readonly format: PlaceFormat;
  /** The values that are commands, for formats with fields: `*` is one key, `**` any number. */
  readonly runs?: readonly string[];
  /** The commands run only if another value, below the first `depth` keys, says so. */
  readonly onlyIf?: { readonly depth: number; readonly path: string; readonly value: string };
  readonly rule: ScanRule;
  /** Defaults to the severity of the rule. */
  readonly severity?: ScanSeverity;
  /** Completes "The command runs ...". */
  readonly when: string;
  /** A user or build server starts it on purpose, so the commands are judged like any other script. */
  readonly isAsked?: boolean;
}

const { agentHook, inlineCommand, toolServer, installScript, startUp, git, build } = autorunRules;

const hooks = ['hooks/**/command', 'hooks/**/url', 'hooks/**/bash', 'hooks/**/powershell'];
const servers = [
  'mcpServers/*/command',
  'mcpServers/*/url',
  'mcpServers/*/httpUrl',
  'mcpServers/*/serverUrl',
  'mcpServers/*/headersHelper',
  'servers/*/command',
  'servers/*/url',
  'context_servers/**/command',
  'mcp/*/command',
  'mcp/*/url',
  'mcp/servers/*/command',
  'mcp_servers/*/command',
  'mcp_servers/*/url',
];
const inSession = 'when the agent starts, uses a tool or ends';
const atAgentStart = 'when the agent starts';
const inTerminal = 'in every new terminal';

export const places: readonly Place[] = [
  { path: /\.md$/i, format: 'frontmatter', runs: hooks, rule: agentHook, when: inSession },
  { path: /\.md$/i, format: 'frontmatter', runs: servers, rule: toolServer, when: atAgentStart },
  {
    path: /(?:^|\/)(?:SKILL\.md|commands\/.+\.md)$/i,
    format: 'inline',
    rule: inlineCommand,
    when: 'when the skill is loaded',
  },
  {
    path: /(?:^|\/)(?:hooks|\.cursor|\.github\/hooks)\/[^/]*\.json$|(?:^|\/)\.?hooks\.json$/i,
    format: 'json',
    runs: hooks,
    rule: agentHook,
    when: inSession,
  },
  {
    path: /(?:^|\/)(?:\.claude|\.gemini|\.qwen|\.factory)\/settings(?:\.\w+)?\.json$|(?:^|\/)\.[\w-]+-plugin\/plugin\.json$|(?:^|\/)managed-settings\.json$/i,
    format: 'json',
    runs: [
      ...hooks,
      'statusLine/command',
      'apiKeyHelper',
      'awsAuthRefresh',
      'awsCredentialExport',
      'otelHeadersHelper',
      'fileSuggestion/command',
      'tools/discoveryCommand',
      'tools/callCommand',
    ],
    rule: agentHook,
    when: inSession,
  },
  {
    path: /(?:^|\/)\.codex\/(?:config|hooks)\.toml$|(?:^|\/)codex\/config\.toml$/i,
    format: 'toml',
    runs: [...hooks, 'notify'],
    rule: agentHook,
    when: inSession,
  },
  {
    path: /(?:^|\/)\.?mcp(?:[-_]?(?:config|settings|servers))?\.json$/i,
    format: 'json',
    runs: [...servers, '*/command', '*/url'],
    rule: toolServer,
    when: atAgentStart,
  },
  {
    path: /(?:^|\/)(?:claude_desktop_config|gemini-extension|opencode|crush|cline_mcp_settings)\.jsonc?$|(?:^|\/)(?:\.claude|\.gemini|\.qwen|\.zed|\.vscode)\/settings(?:\.\w+)?\.json$|(?:^|\/)\.[\w-]+-plugin\/plugin\.json$|(?:^|\/)\.claude\.json$/i,
    format: 'json',
    runs: [...servers, 'lsp/*/command', 'lspServers/*/command'],
    rule: toolServer,
    when: atAgentStart,
  },
  {
    path: /(?:^|\/)\.?codex\/config\.toml$/i,
    format: 'toml',
    runs: servers,
    rule: toolServer,
    when: atAgentStart,
  },
  {
    path: /(?:^|\/)package\.json$/i,
    format: 'json',
    runs: ['scripts/preinstall', 'scripts/install', 'scripts/postinstall'],
    rule: installScript,
    when: 'when the dependencies are installed',
  },
  {
    path: /(?:^|\/)package\.json$/i,
    format: 'json',
    runs: [
      'scripts/prepare',
      'scripts/preprepare',
      'scripts/postprepare',
      'scripts/prepublish',
      'scripts/dependencies',
    ],
    rule: installScript,
    severity: 'low',
    when: 'when the project is installed from its folder',
  },
  {
    path: /(?:^|\/)composer\.json$/i,
    format: 'json',
    runs: [
      'scripts/pre-install-cmd',
      'scripts/post-install-cmd',
      'scripts/post-update-cmd',
      'scripts/post-autoload-dump',
    ],
    rule: installScript,
    severity: 'low',
    when: 'when the dependencies are installed',
  },
  {
    path: /(?:^|\/)setup\.py$/i,
    format: 'python',
    rule: installScript,
    severity: 'low',
    when: 'when the package is installed',
  },
  {
    path: /(?:^|\/)(?:sitecustomize|usercustomize)\.py$|\.pth$/i,
    format: 'python',
    rule: startUp,
    when: 'whenever Python starts',
  },
  {
    path: /(?:^|\/)\.vscode\/tasks\.json$/i,
    format: 'json',
    runs: ['tasks/**/command'],
    onlyIf: { depth: 2, path: 'runOptions/runOn', value: 'folderOpen' },
    rule: startUp,
    when: 'when the folder is opened in the editor',
  },
  {
    path: /\.code-workspace$/i,
    format: 'json',
    runs: ['tasks/tasks/**/command'],
    onlyIf: { depth: 3, path: 'runOptions/runOn', value: 'folderOpen' },
    rule: startUp,
    when: 'when the workspace is opened in the editor',
  },
  {
    path: /(?:^|\/)\.?devcontainer(?:\/[^/]+)?\/devcontainer\.json$|(?:^|\/)\.devcontainer\.json$/i,
    format: 'json',
    runs: [
      'initializeCommand/**',
      'onCreateCommand/**',
      'updateContentCommand/**',
      'postCreateCommand/**',
      'postStartCommand/**',
      'postAttachCommand/**',
    ],
    rule: startUp,
    severity: 'low',
    when: 'when the development container is made or started',
  },
  {
    path: /(?:^|\/)(?:dot_|\.)?(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin)$|(?:^|\/)config\.fish$|(?:^|\/)fish\/conf\.d\/[^/]+\.fish$|profile\.ps1$|(?:^|\/)profile\.d\/[^/]+$/i,
    format: 'shell',
    rule: startUp,
    when: inTerminal,
  },
  {
    path: /(?:^|\/)\.envrc$/i,
    format: 'shell',
    rule: startUp,
    severity: 'low',
    when: 'when a terminal enters the folder',
  },
  {
    path: /(?:^|\/)(?:cron\.d|crontabs)\/[^/]+$|(?:^|\/)\.?crontab(?:\.txt)?$|\.cron(?:tab)?$/i,
    format: 'cron',
    rule: startUp,
    when: 'on a schedule',
  },
  {
    path: /(?:^|\/)(?:rc\.local|cron\.(?:hourly|daily|weekly|monthly)\/[^/]+)$/i,
    format: 'shell',
    rule: startUp,
    when: 'on a schedule or when the computer starts',
  },
  {
    path: /\.(?:service|timer)$|(?:^|\/)autostart\/[^/]+\.desktop$/i,
    format: 'unit',
    rule: startUp,
    when: 'when the computer or the session starts',
  },
  { path: /\.plist$/i, format: 'plist', rule: startUp, when: 'when the computer or the session starts' },
  {
    path: /(?:^|\/)\.git\/config$|(?:^|\/)config\.worktree$/i,
    format: 'git-config',
    rule: git,
    when: 'whenever Git is used in the folder',
  },
  {
    path: /(?:^|\/)(?:dot_|\.)?gitconfig$|(?:^|\/)\.?config\/git\/config$/i,
    format: 'git-config',
    rule: git,
    severity: 'low',
    when: 'whenever Git is used',
  },
  {
    path: /(?:^|\/)\.git\/hooks\/(?![^/]*\.sample$)[^/]+$/i,
    format: 'shell',
    rule: git,
    when: 'whenever Git is used in the folder',
  },
  {
    path: /(?:^|\/)(?:\.husky|\.?git-?hooks|(?<!\.git\/)hooks)\/(?:pre|post|commit|prepare|applypatch|update|fsmonitor|reference)[\w-]*(?:\.sh)?$/i,
    format: 'shell',
    rule: git,
    severity: 'low',
    when: 'when Git commits, merges or pushes',
  },
  {
    path: /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)(?:\.gitlab-ci|azure-pipelines|bitbucket-pipelines|\.travis)\.ya?ml$|(?:^|\/)\.circleci\/config\.ya?ml$|(?:^|\/)action\.ya?ml$/i,
    format: 'workflow',
    rule: build,
    when: 'on the build server',
    isAsked: true,
  },
  {
    path: /(?:^|\/)(?:GNUmakefile|makefile|\.?justfile)$/i,
    format: 'recipe',
    rule: build,
    when: 'when make or just is called without a target',
    isAsked: true,
  },
];

/** What the manifest of a plugin may name another file for. */
export const namedByPlugin: readonly Pick<Place, 'format' | 'runs' | 'rule' | 'when'>[] = [
  { format: 'json', runs: hooks, rule: agentHook, when: inSession },
  { format: 'json', runs: [...servers, '*/command', '*/url'], rule: toolServer, when: atAgentStart },
];
