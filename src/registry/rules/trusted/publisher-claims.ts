/*
 * Which claims of an identity token bind it to a trusted publisher, and which runs are never trusted: those of a pull
 * request run what a stranger wrote. Everything is compared as text and exactly; a claim that is missing fits nothing.
 */

import type { CiProvider, CiRun, NewPublisher } from '../../api/trusted-publishing.js';

export type Claims = Readonly<Record<string, unknown>>;

/** The claims that a run must have. `workflow` is read from the claim that names the file with its repository. */
export function claimsOf(publisher: NewPublisher): Readonly<Record<string, string>> {
  if (publisher.provider === 'other') return publisher.claims;
  const { workflow, environment } = publisher;
  const ids =
    publisher.provider === 'gitlab'
      ? { project_id: publisher.project_id, namespace_id: publisher.namespace_id }
      : { repository_id: publisher.repository_id, repository_owner_id: publisher.owner_id };
  return { ...ids, workflow, ...(environment !== null && { environment }) };
}

/** The names of the claims that differ. */
export function differingClaims(
  { provider, claims }: { readonly provider: CiProvider; readonly claims: Readonly<Record<string, string>> },
  given: Claims,
): readonly string[] {
  return Object.entries(claims).flatMap(([name, wanted]) => {
    const value =
      provider !== 'other' && name === 'workflow' ? workflowIn(provider, given) : textOf(given[name]);
    return value === wanted ? [] : [name];
  });
}

/** Why runs like this are never trusted; undefined where they may be. */
export function untrustedRun(provider: CiProvider, claims: Claims): string | undefined {
  switch (provider) {
    case 'github':
    case 'forgejo': {
      const event = textOf(claims['event_name']);
      if (event === undefined) return 'the token does not say what started the run';
      return isOfProposal(event) ? `the run was started by ${event}` : undefined;
    }
    case 'gitlab': {
      const source = textOf(claims['pipeline_source']);
      if (source === undefined) return 'the token does not say what started the pipeline';
      // A list of those that are trusted: a child pipeline does not say what started its parent.
      return trustedSources.has(source) ? undefined : `the pipeline was started by ${source}`;
    }
    case 'other': {
      const events = ['event_name', 'pipeline_source'].map((name) => textOf(claims[name]) ?? '');
      const found = events.find(isOfProposal);
      return found && `the run was started by ${found}`;
    }
    default:
      return provider satisfies never;
  }
}

const trustedSources: ReadonlySet<string> = new Set(['push', 'web', 'schedule', 'api', 'trigger']);

function isOfProposal(event: string): boolean {
  return /pull_request|merge_request/.test(event);
}

/** What the versions of the run show. */
export function runOf(
  {
    provider,
    issuer,
    name,
  }: { readonly provider: CiProvider; readonly issuer: string; readonly name: string },
  claims: Claims,
): CiRun {
  const repository = textOf(claims[provider === 'gitlab' ? 'project_path' : 'repository']) ?? '';
  return {
    provider,
    issuer,
    publisher: name,
    repository: repository.slice(0, maxText),
    commit: short(claims['sha']),
    ref: short(claims['ref']),
    workflow: workflowIn(provider, claims)?.slice(0, maxText) ?? null,
    environment: short(claims['environment']),
    url: runAddress(provider, issuer, repository, claims),
  };
}

const maxText = 300;

function short(value: unknown): string | null {
  return textOf(value)?.slice(0, maxText) ?? null;
}

/** The path of the file, where it is in the repository of the run itself. */
function workflowIn(provider: CiProvider, claims: Claims): string | undefined {
  if (provider === 'gitlab') {
    // HOST/GROUP/PROJECT//PATH@REF
    const [, repository = '', path] =
      /^[^/]+\/(.+?)\/\/([^@]+)@/.exec(textOf(claims['ci_config_ref_uri']) ?? '') ?? [];
    return repository === textOf(claims['project_path']) ? path : undefined;
  }
  // OWNER/REPOSITORY/PATH@REF
  const [, repository = '', path] =
    /^([^/]+\/[^/]+)\/([^@]+)@/.exec(textOf(claims['workflow_ref']) ?? '') ?? [];
  return repository === textOf(claims['repository']) ? path : undefined;
}

function runAddress(provider: CiProvider, issuer: string, repository: string, claims: Claims): string | null {
  if (!/^[\w.-]+(?:\/[\w.-]+)+$/.test(repository)) return null;
  const [run, pipeline] = [textOf(claims['run_id']), textOf(claims['pipeline_id'])];
  if (provider === 'github' && issuer === 'https://token.actions.githubusercontent.com' && isNumber(run))
    return `https://github.com/${repository}/actions/runs/${run}`;
  if (provider === 'gitlab' && isNumber(pipeline)) return `${issuer}/${repository}/-/pipelines/${pipeline}`;
  return null;
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,20}$/.test(text);
}

/** Providers write ids as texts or numbers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}
