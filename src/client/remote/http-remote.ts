/*
 * The port to a registry, over HTTP.
 */

import type { VersionSummary } from '../../registry/api/item.js';
import { hasCode } from '../../text/errors.js';
import type { ItemName } from '../rules/manifest.js';
import { type ApiRequest, type RegistryAccess, registryApi } from './registry-api.js';
import type { Remote } from './remote.js';

export function httpRemote(access: RegistryAccess): Remote {
  const { ask, fetchBytes } = registryApi(access);
  return {
    place: access.place,
    whoAmI: async () => (await ask(({ whoAmI }) => whoAmI)).value,
    item: (name) => orNothing(ask(({ getItem }) => getItem, of(name))),
    versions: async (name) => {
      const versions: VersionSummary[] = [];
      for (let cursor: string | null = null; ; ) {
        const { params, query } = of(name);
        const paged: ApiRequest = {
          params,
          query: { ...query, limit: '200', ...(cursor !== null && { cursor }) },
        };
        const page = await orNothing(ask(({ listVersions }) => listVersions, paged));
        if (page === undefined) return undefined;
        versions.push(...page.items);
        cursor = page.next_cursor;
        // An empty page is the last, whatever its cursor says, so that this always ends.
        if (cursor === null || page.items.length === 0) return versions;
      }
    },
    version: (name, version) => orNothing(ask(({ getVersion }) => getVersion, of(name, { version }))),
    near: (name) => orNothing(ask(({ getNear }) => getNear, of(name))),
    search: async (text, { kind, limit, keywords = [] }) => {
      const more = keywords.length > 0 && { keywords: keywords.join(',') };
      const query = { query: text, kind, limit: String(limit), ...more };
      return (await ask(({ listItems }) => listItems, { query })).value.items;
    },
    resolve: async (request) => {
      const body = { ...request, namespaces: true };
      return (await ask(({ resolve }) => resolve, { body, repeatable: 'safe' })).value;
    },
    // Not from the table of routes, because that would load every schema.
    blob: (digest, maxBytes, onBytes) => fetchBytes(`/v1/blobs/${digest}`, maxBytes, onBytes),
    publish: async (metadata, bundle) => {
      const form = formOf(metadata, bundle);
      const { status, value } = await ask(({ publish }) => publish, { form, repeatable: 'same-content' });
      return { outcome: status === 201 ? 'published' : 'unchanged', version: value };
    },
    publishSet: async (versions) => {
      const form = new FormData();
      form.append('metadata', JSON.stringify(versions.map(({ metadata }) => metadata)));
      for (const { bundle } of versions) appendBundle(form, bundle);
      const { value } = await ask(({ publishSet }) => publishSet, { form, repeatable: 'same-content' });
      return value.versions.map(({ outcome, ...version }) => ({ outcome, version }));
    },
    propose: async (metadata, bundle) => {
      const { value } = await ask(({ createDraft }) => createDraft, { form: formOf(metadata, bundle) });
      return { id: value.id, absorbs: value.absorbs, approval: value.approval };
    },
    setYanked: async (name, version, reason, { ifUnrequired = false } = {}) => {
      const about = of(name, { version });
      const { value } =
        reason === undefined
          ? await ask(({ unyank }) => unyank, { ...about, body: {} })
          : await ask(({ yank }) => yank, { ...about, body: { reason, if_unrequired: ifUnrequired } });
      return value;
    },
    setArchived: async (name, reason, { ifUnrequired = false } = {}) => {
      const { value } =
        reason === undefined
          ? await ask(({ unarchive }) => unarchive, { ...of(name), body: {} })
          : await ask(({ archive }) => archive, {
              ...of(name),
              body: { reason, if_unrequired: ifUnrequired },
            });
      return value;
    },
    setDeprecated: async (name, deprecation) => {
      const { value } =
        deprecation === undefined
          ? await ask(({ undeprecate }) => undeprecate, { ...of(name), body: {} })
          : await ask(({ deprecate }) => deprecate, { ...of(name), body: deprecation });
      return value;
    },
    poolEffects: async (report) => (await ask(({ postEffects }) => postEffects, { body: report })).value,
    reportUsage: async (events) => {
      for (let at = 0; at < events.length; at += maxEvents)
        await ask(({ postUsage }) => postUsage, { body: { events: events.slice(at, at + maxEvents) } });
    },
  };
}

/** Events accepted in one request. */
const maxEvents = 1_000;

function of({ kind, slug }: ItemName, more: ApiRequest['params'] = {}) {
  return { params: { slug, ...more }, query: { kind } };
}

/** Undefined if the registry says that there is no such item. */
async function orNothing<T>(asked: Promise<{ readonly value: T }>): Promise<T | undefined> {
  try {
    return (await asked).value;
  } catch (error) {
    if (hasCode(error, 'not-found')) return undefined;
    throw error;
  }
}

function formOf(metadata: object, bundle: Uint8Array): FormData {
  const form = new FormData();
  form.append('metadata', JSON.stringify(metadata));
  appendBundle(form, bundle);
  return form;
}

function appendBundle(form: FormData, bundle: Uint8Array): void {
  form.append('bundle', new Blob([bundle], { type: 'application/gzip' }), 'bundle.tar.gz');
}
