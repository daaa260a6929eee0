/*
 * Where a skill comes from. The manifests that an agent keeps in its root are always read and take precedence over what
 * was declared to Coppice, because the agent may replace the skill at any time. A manifest that cannot be read could
 * name any skill, so the provenance of all of them is then unknown.
 */

import { hermesRecords } from '../../agents/hermes.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { Provenance, UsageRecord } from '../../usage/rules/record.js';
import type { SkillEntry } from '../rules/entry.js';
import { managedProvenance } from '../rules/root.js';

export interface RootManifests {
  readonly bundled: ReadonlySet<string>;
  readonly hub: ReadonlySet<string>;
  /** Whether a manifest exists and cannot be read. */
  readonly damaged: boolean;
}

export function provenanceOf(
  entry: Pick<SkillEntry, 'name' | 'root' | 'folder'>,
  record: Pick<UsageRecord, 'createdBy'> | undefined,
  { bundled, hub, damaged }: RootManifests,
): Provenance {
  const managed = managedProvenance(entry.root, entry.folder);
  if (managed !== undefined) return managed;
  if (bundled.has(entry.name)) return 'bundled';
  if (hub.has(entry.name)) return 'hub';
  if (damaged) return 'unknown';
  if (record !== undefined && record.createdBy !== 'unknown') return record.createdBy;
  const { kind } = entry.root;
  return kind === 'project' || kind === 'external' || kind === 'plugin' ? kind : 'unknown';
}

/** The current provenance of a skill; the manifests of a root are read once. */
export function provenanceReader(
  files: Pick<Files, 'read'>,
): (entry: SkillEntry, record: UsageRecord | undefined) => Provenance {
  const known = new Map<string, RootManifests>();
  return (entry, record) => {
    const { path } = entry.root;
    const manifests = known.get(path) ?? readManifests(files, path);
    known.set(path, manifests);
    return provenanceOf(entry, record, manifests);
  };
}

export function readManifests(files: Pick<Files, 'read'>, root: string): RootManifests {
  const bundled = namesIn(files, `${root}/${hermesRecords.bundled}`, bundledNames);
  const hub = namesIn(files, `${root}/${hermesRecords.hub}`, installedNames);
  return {
    bundled: new Set(bundled),
    hub: new Set(hub),
    damaged: bundled === undefined || hub === undefined,
  };
}

/** None where there is no file; undefined where it cannot be read. */
function namesIn(
  files: Pick<Files, 'read'>,
  path: string,
  parse: (text: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  return unlessRefused(() => {
    const file = files.read(path);
    return file === undefined ? [] : parse(new TextDecoder().decode(file.bytes));
  });
}

/** Lines of `name:hash`, or of names alone. Undefined when the last of the former kind is cut off. */
function bundledNames(text: string): readonly string[] | undefined {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  if (last !== '' && !last.includes(':') && text.includes(':')) return undefined;
  return lines.map((line) => line.split(':')[0]?.trim() ?? '');
}

function installedNames(text: string): readonly string[] | undefined {
  const lock = parseJson(text);
  return isObject(lock) && isObject(lock['installed']) ? Object.keys(lock['installed']) : undefined;
}
