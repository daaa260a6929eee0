/*
 * Settings of agents and editors that take permission prompts away, load code into programs, or change the host that an
 * agent talks to. Each row is a file, a value in it, and what that value does.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import { hostKindOf } from '../../package/hosts.js';
import type { PlaceFormat } from './places.js';
import { autorunRules } from './rules.js';

interface RiskySetting {
  readonly path: RegExp;
  readonly format: Extract<PlaceFormat, 'json' | 'toml' | 'frontmatter'>;
  /** The paths of the values: `*` is one key, `**` any number. */
  readonly keys: readonly string[];
  readonly isRisky: (value: string) => boolean;
  readonly rule: ScanRule;
  /** Defaults to the severity of the rule. */
  readonly severity?: ScanSeverity;
  /** Completes "The setting ...". */
  readonly does: string;
}

const { permissions, environment } = autorunRules;

const claude = /(?:^|\/)\.claude\/settings(?:\.\w+)?\.json$|(?:^|\/)managed-settings\.json$/i;
const gemini = /(?:^|\/)\.(?:gemini|qwen)\/settings\.json$/i;
const codex = /(?:^|\/)\.?codex\/config\.toml$/i;
const openCode = /(?:^|\/)opencode\.jsonc?$/i;
const editor = /(?:^|\/)\.vscode\/settings\.json$|\.code-workspace$/i;
const cursor = /(?:^|\/)\.cursor\/(?:cli|cli-config|permissions)\.json$/i;
const anySettings =
  /(?:^|\/)\.(?:claude|gemini|qwen|cursor|vscode)\/[\w.-]+\.json$|(?:^|\/)\.?mcp[\w-]*\.json$|(?:^|\/)opencode\.jsonc?$|(?:^|\/)\.[\w-]+-plugin\/plugin\.json$|\.code-workspace$/i;

const is =
  (...values: readonly string[]) =>
  (value: string) =>
    values.includes(value);

export const riskySettings: readonly RiskySetting[] = [
  {
    path: claude,
    format: 'json',
    keys: ['permissions/allow'],
    isRisky: (value) => /^\s*(?:\*|(?:Bash|PowerShell)\s*(?:\(\s*(?::?\*+(?::\*)?)?\s*\))?)\s*$/.test(value),
    rule: permissions,
    does: 'allows every command',
  },
  {
    path: claude,
    format: 'json',
    keys: ['permissions/defaultMode', 'defaultMode'],
    isRisky: is('bypassPermissions', 'dontAsk'),
    rule: permissions,
    does: 'turns permission prompts off',
  },
  {
    path: claude,
    format: 'json',
    keys: ['enableAllProjectMcpServers', 'skipDangerousModePermissionPrompt'],
    isRisky: is('true'),
    rule: permissions,
    does: 'accepts what the user would be asked about',
  },
  {
    path: claude,
    format: 'json',
    keys: ['sandbox/enabled'],
    isRisky: is('false'),
    rule: permissions,
    severity: 'medium',
    does: 'turns the sandbox off',
  },
  {
    path: /\.md$/i,
    format: 'frontmatter',
    keys: ['permissionMode'],
    isRisky: is('bypassPermissions'),
    rule: permissions,
    severity: 'medium',
    does: 'turns permission prompts off for this agent',
  },
  {
    path: codex,
    format: 'toml',
    keys: ['sandbox_mode', 'profiles/*/sandbox_mode'],
    isRisky: is('danger-full-access'),
    rule: permissions,
    does: 'turns the sandbox off',
  },
  {
    path: codex,
    format: 'toml',
    keys: ['approval_policy', 'profiles/*/approval_policy'],
    isRisky: is('never'),
    rule: permissions,
    severity: 'medium',
    does: 'turns permission prompts off',
  },
  {
    path: gemini,
    format: 'json',
    keys: ['general/defaultApprovalMode', 'tools/approvalMode', 'approvalMode'],
    isRisky: is('yolo'),
    rule: permissions,
    does: 'turns permission prompts off',
  },
  {
    path: gemini,
    format: 'json',
    keys: ['mcpServers/*/trust', 'autoAccept', 'tools/autoAccept'],
    isRisky: is('true'),
    rule: permissions,
    severity: 'medium',
    does: 'accepts tools without a prompt',
  },
  {
    path: openCode,
    format: 'json',
    keys: ['permission', 'permission/bash', 'permission/bash/\\*', 'permission/\\*'],
    isRisky: is('allow'),
    rule: permissions,
    severity: 'medium',
    does: 'allows every command',
  },
  {
    path: editor,
    format: 'json',
    keys: [
      '**/chat.tools.autoApprove',
      '**/chat.tools.global.autoApprove',
      '**/claudeCode.allowDangerouslySkipPermissions',
    ],
    isRisky: is('true'),
    rule: permissions,
    does: 'turns the permission prompts of the editor’s agent off',
  },
  {
    path: editor,
    format: 'json',
    keys: ['**/security.workspace.trust.enabled'],
    isRisky: is('false'),
    rule: permissions,
    does: 'lets every folder run code in the editor',
  },
  {
    path: editor,
    format: 'json',
    keys: ['**/task.allowAutomaticTasks'],
    isRisky: is('on'),
    rule: permissions,
    does: 'lets folders run tasks when they are opened',
  },
  {
    path: cursor,
    format: 'json',
    keys: ['permissions/allow'],
    isRisky: (value) => /^Shell\(\s*\*+\s*\)$/.test(value),
    rule: permissions,
    does: 'allows every command',
  },
  {
    path: anySettings,
    format: 'json',
    keys: [
      '**/LD_PRELOAD',
      '**/DYLD_INSERT_LIBRARIES',
      '**/BASH_ENV',
      '**/PYTHONSTARTUP',
      '**/PROMPT_COMMAND',
      '**/GIT_SSH_COMMAND',
      '**/GIT_EXTERNAL_DIFF',
    ],
    isRisky: (value) => value !== '' && !/^ssh(?:\s+-[\w-]+(?:\s+[\w./~=-]+)?)*$/.test(value),
    rule: environment,
    does: 'loads code into the programs that the agent starts',
  },
  {
    path: anySettings,
    format: 'json',
    keys: ['**/NODE_OPTIONS', '**/PERL5OPT', '**/RUBYOPT', '**/JAVA_TOOL_OPTIONS'],
    isRisky: (value) =>
      /(?:^|\s)(?:--?r(?:equire)?\b|--import\b|--(?:experimental-)?loader\b|-M|-javaagent)/.test(value),
    rule: environment,
    does: 'loads code into the programs that the agent starts',
  },
  {
    path: anySettings,
    format: 'json',
    keys: [
      'env/ANTHROPIC_BASE_URL',
      'env/OPENAI_BASE_URL',
      'env/HTTPS_PROXY',
      'env/HTTP_PROXY',
      'env/https_proxy',
    ],
    isRisky: isForeignHost,
    rule: environment,
    does: 'sends the conversations of the agent to another host',
  },
  {
    path: codex,
    format: 'toml',
    keys: ['chatgpt_base_url', 'openai_base_url'],
    isRisky: isForeignHost,
    rule: environment,
    does: 'sends the conversations of the agent to another host',
  },
];

/** Neither this computer nor a known provider of models. */
function isForeignHost(value: string): boolean {
  if (!/^\w+:\/\//.test(value) || hostKindOf(value) === 'local') return false;
  const host = value.replace(/^\w+:\/\/(?:[^/@]*@)?/, '').replace(/[/:?#].*$/s, '');
  return !knownProviders.test(host);
}

const knownProviders =
  /(?:^|\.)(?:anthropic\.com|openai\.com|chatgpt\.com|azure\.com|amazonaws\.com|googleapis\.com|openrouter\.ai|z\.ai|bigmodel\.cn|moonshot\.(?:ai|cn)|deepseek\.com|minimaxi?\.(?:io|com)|aliyuncs\.com|cloudflare\.com|vercel\.sh|litellm\.ai)$/i;
