/*
 * Every key of config.toml: what it may be, what it is when it is not given, and one sentence. The reader, its errors
 * and docs/configuration.md all come from this table.
 */

import type { Suppression } from '../../scan/findings/finding.js';
import { isTable } from '../../text/shape.js';
import { neverUsedRules, provenances } from '../../usage/rules/record.js';
import { type ExternalFolder, reservedLabels } from '../read/roots.js';
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
import { platformNames } from './filters.js';

export interface ConfigKey<T> {
  readonly kind: ValueKind<T>;
  readonly fallback: T;
  /** One sentence, for the documentation. */
  readonly says: string;
}

const externalFolder: ValueKind<ExternalFolder> = {
  allowed: `{path, label}, the label of a-z, 0-9, - and _, and none of ${reservedLabels.join(', ')}`,
  read: (value) => {
    if (!hasOnly(value, ['path', 'label'])) return undefined;
    const { path, label } = value;
    if (typeof path !== 'string' || path === '' || typeof label !== 'string') return undefined;
    return /^[a-z0-9][a-z0-9_-]*$/.test(label) && !reservedLabels.includes(label)
      ? { path, label }
      : undefined;
  },
};

const externalFolders: ValueKind<readonly ExternalFolder[]> = {
  allowed: `${listOf(externalFolder).allowed}, no label twice`,
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

const optionalText: ValueKind<string> = {
  allowed: 'text, empty for none',
  read: (value) => (typeof value === 'string' ? value : undefined),
};

export const configKeys = {
  'library.create_in': key(text, 'home', 'The label of the root that new skills are written to.'),
  'library.external_dirs': key(
    externalFolders,
    [],
    'More folders with skills, after the roots that are found.',
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
    'Projects whose skills may be used; `coppice trust` adds to it.',
  ),
  'library.template_vars': key(
    yesOrNo,
    true,
    'Whether variables in a skill are filled in when it is invoked.',
  ),
  'library.inline_shell': key(yesOrNo, false, 'Whether commands in a skill are run when it is invoked.'),
  'library.inline_shell_timeout': key(
    wholeNumber(1),
    10,
    'After how many seconds such a command is stopped.',
  ),
  skills: key(settings, {}, 'Values for the settings that skills declare, by the key that the skill gives.'),
  'search.model': key(
    text,
    'offline',
    'The model of semantic search: `offline` (a small one, in optional packages), an id of Hugging Face, a folder with an ONNX model, or an address with the name of a model, as `https://host/v1#name`.',
  ),
  'search.reranker': key(
    text,
    'BAAI/bge-reranker-v2-m3',
    'The model that `search --rerank` orders the best results with: an id, or a folder with an ONNX model.',
  ),
  'search.allow_download': key(
    yesOrNo,
    false,
    'Whether a model that is named and not on this machine may be downloaded.',
  ),
  'scan.policy': key(
    tableOf(oneOf(['review', 'warn', 'block', 'never']), provenances),
    {},
    'From which verdict on a skill of a provenance is refused, where that differs from the usual.',
  ),
  'scan.suppress': key(
    listOf(suppression),
    [],
    'Findings that were looked at and accepted, each with the reason.',
  ),
  'curator.stale_after_days': key(wholeNumber(1), 30, 'After how many idle days a skill is stale.'),
  'curator.archive_after_days': key(wholeNumber(1), 90, 'After how many idle days a skill is archived.'),
  'curator.never_used': key(oneOf(neverUsedRules), 'never', 'How a skill ages that was never used.'),
  'curator.provenance': key(listOf(oneOf(provenances)), ['agent'], 'Whose skills the curator may move.'),
  'curator.interval_hours': key(wholeNumber(1), 168, 'How long after a run the next scheduled one is due.'),
  'curator.min_idle_hours': key(
    wholeNumber(0),
    2,
    'How long no skill was used, opened or edited before a scheduled run.',
  ),
  'curator.referenced': key(listOf(text), [], 'Skills that automation needs and that are never archived.'),
  'evidence.retention_days': key(wholeNumber(1), 365, 'How long evidence is kept.'),
  'evidence.agents': key(
    listOf(text),
    [],
    'The agents whose sessions are read; empty for all that are found.',
  ),
  'evolve.days': key(wholeNumber(1), 7, 'How many days of evidence count.'),
  'evolve.max_skills': key(wholeNumber(1), 3, 'How many skills one run may write to.'),
  'evolve.min_evidence': key(wholeNumber(1), 2, 'How many events a skill must have to be considered.'),
  'evolve.variants': key(wholeNumber(1, 4), 1, 'How many variants of a note are compared.'),
  'evolve.apply_low_risk': key(yesOrNo, false, 'Whether notes are written; needs approve_auto_apply too.'),
  'evolve.approve_auto_apply': key(yesOrNo, false, 'Whether notes may be written without review.'),
  'evolve.protect_core_skills': key(yesOrNo, true, 'Whether the skills of core_skills are left alone.'),
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
    'Patterns of names that an agent works by, and that are not changed unattended.',
  ),
  'evolve.allow_auto_apply_skill': key(
    listOf(text),
    [],
    'Patterns of the only names that may be written to.',
  ),
  'evolve.block_auto_apply_skill': key(listOf(text), [], 'Patterns of names that are never written to.'),
  'evolve.staged_verify': key(yesOrNo, true, 'Accepted for older settings; the stages always run in order.'),
  'evolve.pre_verify_command': key(command, [], 'A command that must pass before the verify command.'),
  'evolve.verify_command': key(command, [], 'A command that must pass for a note to stay.'),
  'evolve.require_restore_drill': key(
    yesOrNo,
    false,
    'Whether a drill must pass before the next note is written.',
  ),
  'evolve.semantic_candidates': key(yesOrNo, false, 'Whether an embedding model orders the candidates.'),
  'evolve.rerank_candidates': key(yesOrNo, false, 'Whether a reranking model orders the candidates.'),
  'evolve.model_endpoint': key(
    optionalText,
    '',
    'The address of a chat model for drafts, up to `/chat/completions`: https, or http on this machine.',
  ),
  'evolve.model_name': key(optionalText, '', 'The name of the model there.'),
  'evolve.model_key_env': key(
    text,
    'COPPICE_MODEL_KEY',
    'The name of the environment variable that holds the key for it; never the key itself.',
  ),
  'evolve.model_command': key(
    command,
    [],
    'A command that is asked for drafts instead: the question comes on stdin, the answer goes to stdout.',
  ),
  'telemetry.enabled': key(yesOrNo, true, 'Whether the registry of the team is told what is installed.'),
  'telemetry.share_use': key(yesOrNo, true, 'Whether it is also told how often that is used.'),
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
