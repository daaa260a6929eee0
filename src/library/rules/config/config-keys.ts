/*
 * Every key of config.toml: the values it accepts, its default, and one sentence about it. The reader, its errors and
 * docs/configuration.md all come from this table.
 */

import type { Suppression } from '../../../scan/findings/finding.js';
import { isTable } from '../../../text/shape.js';
import { neverUsedRules, provenances } from '../../../usage/rules/record.js';
import { platformNames } from '../filters.js';
import { type ExternalFolder, reservedLabels } from '../roots.js';
import {
  either,
  listOf,
  oneOf,
  settings,
  tableOf,
  text,
  type ValueKind,
  wholeNumber,
  yesOrNo,
} from './config-value.js';

export interface ConfigKey<T> {
  readonly kind: ValueKind<T>;
  readonly fallback: T;
  /** One sentence, for the documentation. */
  readonly says: string;
}

const externalFolder: ValueKind<ExternalFolder> = {
  allowed: `{path, label}, with a label of a-z, 0-9, - and _ that is not one of ${reservedLabels.join(', ')}, or a path whose last folder has such a name`,
  read: (value) => {
    const given = typeof value === 'string' ? { path: value, label: lastFolder(value) } : value;
    if (!hasOnly(given, ['path', 'label'])) return undefined;
    const { path, label } = given;
    if (typeof path !== 'string' || path === '' || typeof label !== 'string') return undefined;
    return /^[a-z0-9][a-z0-9_-]*$/.test(label) && !reservedLabels.includes(label)
      ? { path, label }
      : undefined;
  },
};

function lastFolder(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1)?.toLowerCase() ?? '';
}

const externalFolders: ValueKind<readonly ExternalFolder[]> = {
  allowed: `${listOf(externalFolder).allowed}, each label once`,
  read: (value) => {
    const folders = listOf(externalFolder).read(value);
    return new Set(folders?.map(({ label }) => label)).size === folders?.length ? folders : undefined;
  },
};

const suppression: ValueKind<Suppression> = {
  allowed: '{rule, reason} or {rule, skill, reason}',
  read: (value) => {
    if (!hasOnly(value, ['rule', 'skill', 'reason'])) return undefined;
    const { rule, skill, reason } = value;
    if (typeof rule !== 'string' || typeof reason !== 'string' || reason === '') return undefined;
    if (skill === undefined) return { rule, reason };
    return typeof skill === 'string' ? { rule, skill, reason } : undefined;
  },
};

const command = either(text, listOf(text));

function numberBetween(min: number, max: number): ValueKind<number> {
  return {
    allowed: `a number from ${min} to ${max}`,
    read: (value) => (typeof value === 'number' && value >= min && value <= max ? value : undefined),
  };
}

const optionalText: ValueKind<string> = {
  allowed: 'text, or empty for none',
  read: (value) => (typeof value === 'string' ? value : undefined),
};

export const configKeys = {
  'library.create_in': key(text, 'home', 'The label of the root that new skills are written to.'),
  'library.external_dirs': key(
    externalFolders,
    [],
    'More folders with skills, searched after the roots that Coppice finds by itself.',
  ),
  'library.disabled': key(listOf(text), [], 'Names or ids of skills that are not offered.'),
  'library.platform_disabled': key(
    tableOf(listOf(text), platformNames),
    {},
    'Names or ids of skills that are not offered on one platform.',
  ),
  'library.trusted_projects': key(
    listOf(text),
    [],
    'Projects whose skills may be used; `coppice trust` adds to this list.',
  ),
  'library.template_vars': key(
    yesOrNo,
    true,
    'Whether variables in a skill are replaced when it is invoked.',
  ),
  'library.inline_shell': key(yesOrNo, false, 'Whether commands in a skill are run when it is invoked.'),
  'library.inline_shell_timeout': key(
    wholeNumber(1),
    10,
    'The number of seconds after which such a command is stopped.',
  ),
  'library.observe_mb': key(
    wholeNumber(0),
    200,
    'The space in megabytes for the first content of skills, so that changes by others are recorded and can be undone; 0 records none.',
  ),
  skills: key(
    settings,
    {},
    'Values for the settings that skills declare, by the key that the skill declares.',
  ),
  'search.model': key(
    text,
    'offline',
    'The model for semantic search: `offline` (a small model in optional packages), a Hugging Face id, a folder with an ONNX model, or an address with the name of a model, as in `https://host/v1#name`.',
  ),
  'search.reranker': key(
    text,
    'BAAI/bge-reranker-v2-m3',
    'The model with which `search --rerank` orders the best results: a Hugging Face id, or a folder with an ONNX model.',
  ),
  'search.allow_download': key(
    yesOrNo,
    false,
    'Whether a model that is configured but not on this machine may be downloaded.',
  ),
  'scan.policy': key(
    tableOf(oneOf(['review', 'warn', 'block', 'never']), provenances),
    {},
    'The verdict from which a skill is refused, by provenance; overrides the default policy.',
  ),
  'scan.suppress': key(
    listOf(suppression),
    [],
    'Findings that were reviewed and accepted, each with the reason.',
  ),
  'curator.stale_after_days': key(
    wholeNumber(1),
    30,
    'The number of idle days after which a skill is stale.',
  ),
  'curator.archive_after_days': key(
    wholeNumber(1),
    90,
    'The number of idle days after which a skill is archived.',
  ),
  'curator.never_used': key(
    oneOf(neverUsedRules),
    'never',
    'How a skill that was never used ages; quiet: not at all, but an agent that can list it by its name alone does so.',
  ),
  'curator.provenance': key(
    listOf(oneOf(provenances)),
    ['agent'],
    'The provenances whose skills the curator may archive.',
  ),
  'curator.interval_hours': key(
    wholeNumber(1),
    168,
    'The number of hours after a run at which the next scheduled run is due.',
  ),
  'curator.min_idle_hours': key(
    wholeNumber(0),
    2,
    'The number of hours without any use, view or edit of a skill before a scheduled run may start.',
  ),
  'curator.referenced': key(listOf(text), [], 'Skills that automation depends on; they are never archived.'),
  'evidence.retention_days': key(wholeNumber(1), 365, 'The number of days for which evidence is kept.'),
  'evidence.agents': key(
    listOf(text),
    [],
    'The agents whose sessions are read; an empty list means all that are found.',
  ),
  'evolve.days': key(wholeNumber(1), 7, 'The number of days of evidence that a run considers.'),
  'evolve.max_skills': key(wholeNumber(1), 3, 'The number of skills that one run may write to.'),
  'evolve.min_evidence': key(wholeNumber(1), 2, 'The number of events that a skill needs to be considered.'),
  'evolve.variants': key(wholeNumber(1, 4), 1, 'The number of variants of a note that are compared.'),
  'evolve.apply_low_risk': key(
    yesOrNo,
    false,
    'Whether notes are written; approve_auto_apply must be true too.',
  ),
  'evolve.approve_auto_apply': key(yesOrNo, false, 'Whether notes may be written without review.'),
  'evolve.protect_core_skills': key(
    yesOrNo,
    true,
    'Whether the skills listed in core_skills are never changed.',
  ),
  'evolve.core_skills': key(
    listOf(text),
    [
      'hermes-agent',
      'hermes-*',
      'gsd-*',
      'github-*',
      'mcp-*',
      'native-mcp',
      'claude-code',
      'codex',
      'opencode',
      'subagent-*',
      'systematic-debugging',
      'test-driven-development',
      'debugging-hermes-*',
      'requesting-code-review',
    ],
    'Name patterns of skills that agents depend on; they are not changed without a person.',
  ),
  'evolve.allow_auto_apply_skill': key(
    listOf(text),
    [],
    'Name patterns of the only skills that may be written to; an empty list allows all.',
  ),
  'evolve.block_auto_apply_skill': key(
    listOf(text),
    [],
    'Name patterns of skills that are never written to.',
  ),
  'evolve.staged_verify': key(
    yesOrNo,
    true,
    'Has no effect, and is accepted so that older files stay valid; the stages always run in order.',
  ),
  'evolve.pre_verify_command': key(
    command,
    [],
    'A command that must succeed before the verify command runs.',
  ),
  'evolve.verify_command': key(command, [], 'A command that must succeed, or the note is taken back.'),
  'evolve.require_restore_drill': key(
    yesOrNo,
    false,
    'Whether a restore drill must pass before the next note is written.',
  ),
  'evolve.semantic_candidates': key(yesOrNo, false, 'Whether an embedding model orders the candidates.'),
  'evolve.rerank_candidates': key(yesOrNo, false, 'Whether a reranking model orders the candidates.'),
  'evolve.model_endpoint': key(
    optionalText,
    '',
    'The address of a chat model for drafts, without `/chat/completions`: https, or http on this machine.',
  ),
  'evolve.model_name': key(optionalText, '', 'The name of the model at that address.'),
  'evolve.model_key_env': key(
    text,
    'COPPICE_MODEL_KEY',
    'The name of the environment variable with the API key for it; never the key itself.',
  ),
  'evolve.model_command': key(
    command,
    [],
    'A command that writes drafts instead: it reads the prompt from stdin and writes the draft to stdout.',
  ),
  'eval.agent': key(
    optionalText,
    '',
    'The agent that runs evaluations: claude, codex, gemini or opencode; empty for claude.',
  ),
  'eval.agent_command': key(
    command,
    [],
    'A command that is run instead of the agent, with its arguments: a wrapper, or a program that prints the same stream.',
  ),
  'eval.credential': key(
    optionalText,
    '',
    'The name of the only environment variable that signs the agent in; never the credential itself.',
  ),
  'eval.min_score': key(
    numberBetween(0, 1),
    0,
    'The lowest score with which `--require-eval` and `--verify eval` let a skill pass.',
  ),
  'eval.min_difference': key(
    numberBetween(-1, 1),
    -1,
    'The lowest difference to the other arm with which they let a skill pass; -1 for none.',
  ),
  'eval.unattended': key(yesOrNo, false, 'Whether evaluations may run without a person who confirms them.'),
  'telemetry.enabled': key(yesOrNo, true, 'Whether to report to the team registry what is installed.'),
  'telemetry.share_use': key(yesOrNo, true, 'Whether to report also how often installed items are used.'),
  'telemetry.share_effect': key(
    yesOrNo,
    false,
    'Whether `evolve effect` and the schedule report counts about notes and versions to the team registry, and get those of others.',
  ),
} as const satisfies Readonly<Record<string, ConfigKey<unknown>>>;

function key<T>(kind: ValueKind<T>, fallback: NoInfer<T>, says: string): ConfigKey<T> {
  return { kind, fallback, says };
}

function hasOnly<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Readonly<Partial<Record<Name, unknown>>> {
  return isTable(value) && Object.keys(value).every((given) => names.some((name) => name === given));
}
