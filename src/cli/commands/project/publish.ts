/*
 * `coppice publish`: a folder, or the file of an agent or a command, becomes a version in the registry; several of them
 * become versions together, or none does. Problems that can be found on this machine are found before anything is sent.
 */

import { basename, dirname, resolve } from 'node:path';
import { type Context, libraryOf } from '../../../app/context.js';
import { claimAbout, requireResult } from '../../../app/eval/gate.js';
import { skillContent } from '../../../app/eval/target.js';
import { type NearItem, nearItems } from '../../../app/overlap/near-items.js';
import { catalogPage, publishingRemoteOf, warn } from '../../../app/project/project.js';
import { type PackedSkill, packFile, packFolder } from '../../../client/publish/pack-folder.js';
import { type SourceCommit, sourceCommit } from '../../../client/publish/source-commit.js';
import type { Published, Remote } from '../../../client/remote/remote.js';
import { isVersion, nextVersion } from '../../../client/rules/item-names.js';
import type { ItemName, RegistryAddress } from '../../../client/rules/manifest.js';
import type { EvaluationClaim } from '../../../registry/api/evaluation.js';
import { evaluatedOn, evaluationText } from '../../../registry/api/evaluation-text.js';
import { isItemSlug, itemSlugRule } from '../../../registry/api/item-slug.js';
import type { Kind } from '../../../registry/api/names.js';
import { approvalText } from '../../../registry/api/rights-text.js';
import { maxSetVersions, type PublishMetadata } from '../../../registry/api/routes/publish.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { kindOf } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runPublish(context: Context, input: Input<'publish'>): Promise<Report> {
  const given = versionFlag(input);
  const typed = input.argumentList('dir');
  const [absorbs, isProposal] = [input.texts('absorbs'), input.isOn('propose')];
  if (typed.length > 1 && (absorbs.length > 0 || isProposal))
    throw new CoppiceError('usage', '--absorbs and --propose are for one folder', {
      hint: 'publish it by itself',
    });
  if (typed.length > maxSetVersions)
    throw new CoppiceError(
      'usage',
      `publish takes at most ${maxSetVersions} folders at once, and ${typed.length} were given`,
      { hint: 'publish them in several calls: first what the others require' },
    );
  const packed = [];
  if (input.isOn('require-eval'))
    for (const path of typed.length === 0 ? ['.'] : typed) requireEvaluated(context, input, path);
  for (const path of typed.length === 0 ? ['.'] : typed)
    packed.push(inNamespace(input, await packedFrom(context, input, resolve(context.workingFolder, path))));
  const isWarned = new Set<string>();
  const warnOnce = (slug: string, warning: string) => {
    // The registry finds what was found here.
    if (isWarned.has(`${slug} ${warning}`)) return;
    isWarned.add(`${slug} ${warning}`);
    warn(context, packed.length === 1 ? warning : `${slug}: ${warning}`);
  };
  for (const { skill } of packed) for (const warning of skill.warnings) warnOnce(skill.slug, warning);
  const remote = await publishingRemoteOf(context);
  const [first] = packed;
  if (isProposal && first !== undefined)
    return await proposed(remote, first, { absorbs, isDryRun: input.isOn('dry-run') });
  const versions: PreparedVersion[] = [];
  for (const { kind, skill, source, evaluation } of packed) {
    const name = { kind, slug: skill.slug };
    const version = given ?? (await versionOf(input, remote, name, skill));
    const similar = await nearItems(context, remote, name, skill);
    for (const near of similar) warnOnce(skill.slug, nearText(near));
    versions.push({ name, skill, source, evaluation, version, similar });
  }
  if (input.isOn('dry-run')) return dryRun(remote.place, versions);

  const metadata = versions.map((one) => metadataOf(input, one));
  let published: readonly Published[];
  try {
    published = await send(remote, metadata, packed);
  } catch (error) {
    const [only, ...others] = metadata;
    if (first === undefined || only === undefined || others.length > 0 || !isToPropose(error)) throw error;
    const { version, source } = only;
    return await proposed(remote, first, { absorbs, version, source, because: error.message });
  }
  for (const { version } of published)
    for (const warning of version.warnings ?? []) warnOnce(version.slug, warning);
  const reports = published.map((one, at) => reportOf(remote.place, one, versions[at]));
  const [only] = reports;
  return {
    document:
      only !== undefined && reports.length === 1
        ? only.document
        : { items: reports.map(({ document }) => document) },
    text: reports.map(({ text }) => text).join(''),
  };
}

function inNamespace(input: Input<'publish'>, packed: PackedPath): PackedPath {
  const namespace = input.text('namespace')?.replace(/^@/, '');
  if (namespace === undefined) return packed;
  const slug = `@${namespace}/${packed.skill.slug}`;
  if (isItemSlug(slug)) return { ...packed, skill: { ...packed.skill, slug } };
  throw new CoppiceError('bad-value', `--namespace cannot be ${JSON.stringify(namespace)}: ${itemSlugRule}`);
}

/** The registry says with a refusal that the same content can be proposed. */
function isToPropose(error: unknown): error is CoppiceError {
  return error instanceof CoppiceError && error.data?.['propose'] === true;
}

interface Proposal {
  readonly absorbs: readonly string[];
  readonly isDryRun?: boolean;
  /** What it would have been published as. */
  readonly version?: string;
  readonly source?: SourceCommit | undefined;
  /** Why it was not published. */
  readonly because?: string;
}

/** Whoever publishes it decides about its version. */
async function proposed(
  remote: Remote,
  { kind, skill, evaluation }: PackedPath,
  { absorbs, isDryRun = false, version, source, because }: Proposal,
): Promise<Report> {
  const item = { kind, slug: skill.slug };
  const title = `${kind} ${skill.slug}${absorbs.length === 0 ? '' : `, absorbing ${absorbs.join(', ')}`}`;
  if (isDryRun)
    return {
      document: { dryRun: true, ...item, absorbs },
      text: lines(`would propose ${title}`),
      notes: 'nothing was sent\n',
    };
  const more = {
    ...(evaluation && { evaluation }),
    ...(absorbs.length > 0 && { absorbs }),
    ...(version !== undefined && { version }),
    ...(source && { source }),
  };
  const draft = await remote.propose({ ...item, origin: 'cli', notes: '', ...more }, skill.bundle);
  const waiting = (draft.absorbs ?? []).filter((one) => one.agreed_by === null);
  const page = `${remote.place.url}/drafts/${draft.id}`;
  const rule = draft.approval?.rule;
  const next = rule
    ? `it needs ${approvalText(rule)}, at ${page}`
    : `it is published only after review at ${page}`;
  const isExplained = because === undefined || rule;
  return {
    document: {
      draft: draft.id,
      ...item,
      absorbs: draft.absorbs ?? [],
      registry: remote.place.url,
      ...(because !== undefined && { because, page, requireApproval: rule ?? null }),
    },
    text: lines(
      `proposed ${title} as the draft ${draft.id}`,
      ...waiting.map(({ slug, owners }) => `${slug} waits for the consent of ${owners.join(' or ')}`),
    ),
    notes: `${isExplained ? '' : `${printable(`not published: ${because}`)}\n`}${printable(next)}\n`,
  };
}

/** Agents and commands are single files, which nothing evaluates. */
function requireEvaluated(context: Context, input: Input<'publish'>, shown: string): void {
  const path = resolve(context.workingFolder, shown);
  if (context.files.stat(path)?.kind === 'file' || kindOf(input) !== 'skill') return;
  const folder = context.files.realPath(path) ?? path;
  requireResult(context.files, libraryOf(context), folder, shown);
}

/** `create` says the same about skills of the library. */
function nearText({ where, item, score }: NearItem): string {
  const [what, advice] =
    where === 'registry'
      ? [`${item} in the registry`, 'proposing a change to it']
      : [`${item} of your library`, 'patching it'];
  return `${what} is similar (${Math.round(score * 100)} %); consider ${advice} instead`;
}

interface PreparedVersion {
  readonly name: ItemName;
  readonly version: string;
  readonly skill: PackedSkill;
  readonly source: SourceCommit | undefined;
  readonly evaluation: EvaluationClaim | undefined;
  /** What it may duplicate, where it is the first version. */
  readonly similar: readonly NearItem[];
}

interface PackedPath {
  readonly kind: Kind;
  readonly skill: PackedSkill;
  readonly source: SourceCommit | undefined;
  /** The result of coppice eval for these bytes, if there is one. */
  readonly evaluation: EvaluationClaim | undefined;
}

async function packedFrom(context: Context, input: Input<'publish'>, path: string): Promise<PackedPath> {
  const { files, environment } = context;
  const allowSecret = input.isOn('allow-secret');
  if (files.stat(path)?.kind !== 'file') {
    const kind = kindOf(input);
    const skill = await packFolder(files, path, { kind, allowSecret });
    const evaluation =
      kind === 'skill' ? claimAbout(libraryOf(context), skillContent(files, path, path).digest) : undefined;
    return { kind, skill, evaluation, source: await sourceCommit(path, environment) };
  }
  const kind = input.text('kind') ?? kindsByFolder[basename(dirname(path))] ?? 'skill';
  const skill = await packFile(files, path, { kind, allowSecret });
  return {
    kind,
    skill,
    evaluation: undefined,
    source: await sourceCommit(dirname(path), environment, basename(path)),
  };
}

/** What the folders of agents say about the files in them. */
const kindsByFolder: Readonly<Record<string, Kind>> = { agents: 'agent', commands: 'command' };

function metadataOf(
  input: Input<'publish'>,
  { name, version, source, evaluation }: PreparedVersion,
): PublishMetadata {
  const [tags, absorbs] = [[...input.texts('tag')], [...input.texts('absorbs')]];
  return {
    ...name,
    version,
    tags,
    allow_secret: input.isOn('allow-secret'),
    ...(absorbs.length > 0 && { absorbs }),
    ...(source && { source }),
    ...(evaluation && { evaluation }),
  };
}

async function send(
  remote: Remote,
  metadata: readonly PublishMetadata[],
  packed: readonly PackedPath[],
): Promise<readonly Published[]> {
  const versions = metadata.flatMap((one, at) => {
    const bundle = packed[at]?.skill.bundle;
    return bundle === undefined ? [] : { metadata: one, bundle };
  });
  const [only, ...others] = versions;
  if (only !== undefined && others.length === 0) return [await remote.publish(only.metadata, only.bundle)];
  return await remote.publishSet(versions);
}

function reportOf(
  place: RegistryAddress,
  { outcome, version: published }: Published,
  { evaluation, similar }: Partial<Pick<PreparedVersion, 'evaluation' | 'similar'>> = {},
) {
  const { kind, slug, version, digest, content_digest: contentDigest, source } = published;
  const url = catalogPage(place, { kind, slug });
  const title = `${kind} ${slug} ${version}`;
  return {
    document: { kind, slug, version, digest, contentDigest, url, outcome, source, similar: similar ?? [] },
    text: lines(
      outcome === 'published' ? `published ${title}` : `${title} is already published, with the same content`,
      ...evaluationLines(evaluation),
      url,
    ),
  };
}

/** It is shown to others, so it is shown here too. */
function evaluationLines(evaluation: EvaluationClaim | undefined): readonly string[] {
  if (evaluation === undefined) return [];
  return [`with your evaluation on ${evaluatedOn(evaluation)}: ${evaluationText(evaluation)}`];
}

function dryRun(place: RegistryAddress, versions: readonly PreparedVersion[]): Report {
  const documents = versions.map(({ name, version, skill, source, evaluation = null, similar }) => {
    const { digest, contentDigest, sizeBytes, files, requires, verdict } = skill;
    const url = catalogPage(place, name);
    const about = {
      dryRun: true,
      sizeBytes,
      files,
      requires,
      verdict,
      source: source ?? null,
      evaluation,
      similar,
    };
    return { ...name, version, digest, contentDigest, url, ...about };
  });
  const texts = versions.map(({ name: { kind, slug }, version, skill, source, evaluation }) =>
    lines(
      `would publish ${kind} ${slug} ${version} with ${skill.sizeBytes} bytes`,
      ...skill.files.map((path) => `  ${path}`),
      ...(source === undefined ? [] : [`from ${source.repo} at ${source.commit}`]),
      ...evaluationLines(evaluation),
    ),
  );
  const isSourceMissing = versions.some(({ source }) => source === undefined);
  const isTogether = versions.length > 1;
  return {
    document: isTogether ? { items: documents, dryRun: true } : documents[0],
    text: texts.join(''),
    notes: `${isTogether ? `${counted(versions.length, 'version', 'versions')} in one transaction\n` : ''}${isSourceMissing ? `${noSource}\n` : ''}nothing was sent\n`,
  };
}

const noSource =
  'no source repository is recorded: the folder is not in a clone of one, or has changes that are not committed';

/** Undefined where --bump or the frontmatter decides. */
function versionFlag(input: Input<'publish'>): string | undefined {
  const given = input.text('version');
  if (given === undefined || isVersion(given)) {
    if (given === undefined || input.text('bump') === undefined) return given;
    throw new CoppiceError('usage', 'use either --version or --bump');
  }
  throw new CoppiceError('bad-value', `--version cannot be ${given === '' ? 'empty' : given}`, {
    hint: 'give one such as 1.2.0',
  });
}

async function versionOf(
  input: Input<'publish'>,
  remote: Remote,
  name: ItemName,
  { version }: PackedSkill,
): Promise<string> {
  const bump = input.text('bump');
  if (bump !== undefined) {
    const published = (await remote.versions(name)) ?? [];
    return nextVersion(
      published.map((one) => one.version),
      bump,
    );
  }
  if (version !== undefined && isVersion(version)) return version;
  const reason =
    version === undefined ? 'the frontmatter has none' : `${version} in the frontmatter is not one`;
  throw new CoppiceError('usage', `publish needs a version, and ${reason}`, {
    hint: 'give --version 1.0.0, or --bump patch for the next one',
  });
}

function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${printable(text)}\n`).join('');
}
