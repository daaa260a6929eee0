/*
 * `coppice info`: who published a version, when and from where, and how it is doing.
 */

import type { Context } from '../../../app/context.js';
import { catalogPage, remoteOf } from '../../../app/project/project.js';
import type { Remote } from '../../../client/remote/remote.js';
import { isVersion } from '../../../client/rules/item-names.js';
import type { ItemName } from '../../../client/rules/manifest.js';
import type { EvaluationAnswer } from '../../../registry/api/evaluation.js';
import { evaluatedOn, evaluationText } from '../../../registry/api/evaluation-text.js';
import type { ItemAnswer, NearItem, VersionAnswer } from '../../../registry/api/item.js';
import { splitRange } from '../../../registry/api/item-slug.js';
import type { CiRun } from '../../../registry/api/trusted-publishing.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { kindOf, parseItemSlug } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runInfo(context: Context, input: Input<'info'>): Promise<Report> {
  const { slug: typed, range: wanted } = splitRange(input.argument('item'));
  const name = { kind: kindOf(input), slug: parseItemSlug(typed, 'the slug of an item') };
  if (wanted !== undefined && !isVersion(wanted))
    throw new CoppiceError('bad-value', `${JSON.stringify(wanted)} is not a version`, {
      hint: 'give one such as release-notes@1.2.0, or none for the latest',
    });
  const remote = await remoteOf(context);
  const asked = await remote.item(name);
  if (asked === undefined) throw await noItem(remote, name);
  const item = wanted === undefined ? await absorbing(remote, asked) : asked;
  const version = await versionOf(remote, item, wanted);
  const near = (await remote.near(item)) ?? [];
  const isAbsorbed = item.slug !== asked.slug;
  return {
    document: {
      ...documentOf(item, version, catalogPage(remote.place, item)),
      ...(isAbsorbed && { absorbed: asked.slug }),
      near,
    },
    ...(isAbsorbed && { notes: `${printable(`${asked.slug} was absorbed into ${item.slug}`)}\n` }),
    text: linesOf(item, version, near)
      .map(([label, text]) => `${label.padEnd(labelWidth)}${printable(text)}\n`)
      .join(''),
  };
}

/** The item that an old name leads to, or the last one on the way that can be read. */
async function absorbing(remote: Remote, asked: ItemAnswer): Promise<ItemAnswer> {
  let item = asked;
  for (let step = 0; step < maxSteps; step++) {
    const { kind, absorbed_into: into = null } = item;
    const next = into === null ? undefined : await remote.item({ kind, slug: into });
    if (next === undefined) return item;
    item = next;
  }
  return item;
}

const maxSteps = 20;

/** With the nearest names of the registry. */
export async function noItem(remote: Remote, { kind, slug }: ItemName): Promise<CoppiceError> {
  const { unresolved } = await remote.resolve({ items: [{ kind, slug, range: '*' }], locked: [] });
  const near = unresolved[0]?.similar ?? [];
  const names = near.map((one) => (one.kind === kind ? one.slug : `${one.slug} --kind ${one.kind}`));
  return new CoppiceError('not-found', `there is no ${kind} \`${slug}\` in ${remote.place.url}`, {
    hint:
      names.length === 0 ? 'coppice search --registry TEXT finds items' : `did you mean: ${names.join(', ')}`,
  });
}

/** The version asked for, the latest, or, where every version is yanked, the one published last. */
async function versionOf(
  remote: Remote,
  { kind, slug, version }: ItemAnswer,
  wanted: string | undefined,
): Promise<VersionAnswer> {
  const number = wanted ?? version ?? (await remote.versions({ kind, slug }))?.[0]?.version ?? '';
  const found = await remote.version({ kind, slug }, number);
  if (found !== undefined) return found;
  const versions = (await remote.versions({ kind, slug })) ?? [];
  throw new CoppiceError('not-found', `there is no ${kind} \`${slug}\` ${number}`, {
    hint: `the versions are ${versions.map((one) => one.version).join(', ')}`,
  });
}

function documentOf(item: ItemAnswer, version: VersionAnswer, url: string) {
  const { kind, slug, state, deprecated, owners } = item;
  return {
    kind,
    slug,
    version: version.version,
    latest: item.version,
    description: version.description,
    publishedBy: version.published_by,
    publishedAt: version.published_at,
    source: version.source,
    ciRun: version.ci_run ?? null,
    scan: { verdict: version.scan.verdict, findings: version.scan.findings.length },
    yanked: version.yanked,
    evaluations: version.evaluations ?? null,
    digest: version.digest,
    contentDigest: version.content_digest,
    sizeBytes: version.size_bytes,
    requires: version.requires,
    usedBy: item.used_by,
    absorbedInto: item.absorbed_into ?? null,
    state,
    stateReason: item.state_reason,
    deprecated,
    owners,
    usage: item.usage ?? null,
    url,
  };
}

const labelWidth = 13;

function linesOf(
  item: ItemAnswer,
  version: VersionAnswer,
  near: readonly NearItem[],
): readonly (readonly [string, string])[] {
  const { kind, slug, state, usage } = item;
  const { yanked, scan, source, requires } = version;
  const latest =
    item.version === version.version ? ', the latest' : `; the latest is ${item.version ?? 'none'}`;
  const why = item.state_reason === null ? '' : `: ${item.state_reason}`;
  const lines: readonly (readonly [string, string] | false)[] = [
    [kind, `${slug} ${version.version}${latest}`],
    ['about', version.description],
    ['published', `by ${version.published_by} on ${shownTime(version.published_at)}`],
    ['source', source === null ? 'not recorded' : `${source.repo} at ${source.commit}`],
    ...(version.ci_run ? [['run by CI', ciText(version.ci_run)] as const] : []),
    [
      'scan',
      `${scan.verdict}${scan.findings.length === 0 ? '' : `, ${counted(scan.findings.length, 'finding')}`}`,
    ],
    ...(version.evaluations ?? []).map((one) => ['evaluated', evaluatedText(one)] as const),
    yanked !== null && ['yanked', `by ${yanked.by} on ${shownTime(yanked.at)}: ${yanked.reason}`],
    state !== 'published' && [state, `since ${shownTime(item.state_at)}${why}`],
    item.deprecated !== null && ['deprecated', item.deprecated.message],
    ['owners', item.owners.join(', ')],
    ['requires', requires.length === 0 ? 'nothing' : requires.join(', ')],
    ['required by', item.used_by.length === 0 ? 'no other item' : item.used_by.join(', ')],
    usage !== undefined && ['use', usageText(usage)],
    near.length > 0 && ['near', near.map(nearText).join(', ')],
  ];
  return lines.filter((line) => line !== false);
}

/** What the provider of CI confirmed, unlike the source, which the publisher names. */
function ciText({ repository, commit, workflow, ref, url }: CiRun): string {
  const from = [repository, commit && `at ${commit}`, workflow && `by ${workflow}`, ref && `of ${ref}`];
  return [...from.filter(Boolean), ...(url === null ? [] : [`(${url})`])].join(' ');
}

function nearText({ slug, score, sure }: NearItem): string {
  return `${slug} (${sure ? '' : 'maybe, '}${Math.round(100 * score)} %)`;
}

function usageText({ uses, views, downloads, installs, projects }: NonNullable<ItemAnswer['usage']>): string {
  const others = [counted(installs, 'install'), counted(downloads, 'download'), counted(views, 'view')];
  return `${counted(uses, 'use')}, ${counted(projects, 'project')}; ${others.join(', ')}`;
}

/** It is what somebody says, so it says who. */
function evaluatedText(one: EvaluationAnswer): string {
  return `${one.claimed_by} ran this on ${evaluatedOn(one)} at ${shownTime(one.ran_at)}: ${evaluationText(one)}`;
}

function shownTime(iso: string): string {
  return `${timeText(Date.parse(iso))} UTC`;
}
