import { expect, test } from 'vitest';
import { memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import type { Provenance } from '../../usage/rules/record.js';
import type { RootKind } from '../rules/root.js';
import { provenanceOf, readManifests } from './provenance.js';

interface Facts {
  readonly kind?: RootKind;
  readonly createdBy?: Provenance;
  readonly bundled?: string;
  readonly lock?: string;
}

function check({ kind = 'user', createdBy, bundled, lock }: Facts, expected: Provenance): void {
  const files = memoryFiles();
  files.makeFolder('/root/.hub');
  if (bundled !== undefined) files.create('/root/.bundled_manifest', new TextEncoder().encode(bundled));
  if (lock !== undefined) files.create('/root/.hub/lock.json', new TextEncoder().encode(lock));
  const root = { label: 'x', shownAs: 'x', kind, path: '/root', trusted: true };
  const record = createdBy && { createdBy };
  expect(provenanceOf({ name: 'a', root, folder: '/root/a' }, record, readManifests(files, '/root'))).toBe(
    expected,
  );
}

test.each<[Facts, Provenance]>([
  [{}, 'unknown'],
  [{ createdBy: 'agent' }, 'agent'],
  [{ createdBy: 'unknown' }, 'unknown'],
  [{ kind: 'project' }, 'project'],
  [{ kind: 'external' }, 'external'],
  [{ kind: 'project', createdBy: 'user' }, 'user'],
  [{ bundled: 'a:0123\nb:4567\n' }, 'bundled'],
  [{ bundled: 'a\nb\n', createdBy: 'agent' }, 'bundled'],
  [{ bundled: 'b:a\n', createdBy: 'agent' }, 'agent'],
  [{ lock: '{"installed": {"a": {}}}', createdBy: 'agent' }, 'hub'],
  [{ lock: '{"installed": {"b": {}}}', createdBy: 'agent' }, 'agent'],
  [{ lock: '{"installed": {"b"', createdBy: 'agent' }, 'unknown'],
  [{ lock: '{"version": 1}', createdBy: 'agent' }, 'unknown'],
  [{ lock: '[]', kind: 'project' }, 'unknown'],
  [{ lock: 'null', bundled: 'a:1\n' }, 'bundled'],
])('%j: %s', check);

test('a manifest that cannot be read leaves every provenance unknown', () => {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  files.makeFolder('/root');
  files.create('/root/.bundled_manifest', new Uint8Array());
  disk.chmod('/root/.bundled_manifest', 0);
  expect(readManifests(files, '/root').damaged).toBe(true);
});

test('the provenance of a managed folder counts more than what was declared', () => {
  const managed = [{ path: '/root/synced', provenance: 'hub' }] as const;
  const root = { label: 'x', shownAs: 'x', kind: 'user', path: '/root', trusted: true, managed } as const;
  const manifests = { bundled: new Set<string>(), hub: new Set<string>(), damaged: false };
  const of = (folder: string) => provenanceOf({ name: 'a', root, folder }, { createdBy: 'agent' }, manifests);
  expect([of('/root/a'), of('/root/synced/a'), of('/root/synced-too/a')]).toEqual(['agent', 'hub', 'agent']);
});
