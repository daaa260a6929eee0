/*
 * What every implementation of Files promises, whatever disk is under it. Called once per engine.
 */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ErrorCode } from '../../text/errors.js';
import type { Files } from '../files.js';

export interface ContractLocation {
  readonly files: Files;
  /** An empty folder, without links on the way. */
  readonly root: string;
  symlink(target: string, path: string): void;
  dispose(): void;
}

export function filesContract(engine: string, openPlace: () => ContractLocation): void {
  describe(`files ${engine}`, () => {
    let place: ContractLocation;
    let files: Files;
    const at = (path: string) => `${place.root}/${path}`;
    const textAt = (path: string) => textOf(files.read(at(path))?.bytes);
    const namesIn = (path: string) => files.list(at(path))?.map(({ name }) => name);

    function refuses(code: ErrorCode, path: string, act: (path: string) => unknown): void {
      const refusal = { name: 'CoppiceError', code, message: expect.stringContaining(at(path)) };
      expect(() => act(at(path)), `${act}`).toThrow(expect.objectContaining(refusal));
    }

    beforeEach(() => {
      place = openPlace();
      files = place.files;
      files.makeFolder(at('folder'));
      files.write(at('file'), bytesOf('text'));
      files.write(at('folder/inner'), bytesOf('inner'));
      place.symlink('file', at('link'));
      place.symlink('folder', at('folder-link'));
      place.symlink('nowhere', at('dangling'));
      place.symlink('cycle', at('cycle'));
    });
    afterEach(() => place.dispose());

    test('absence is a value', () => {
      for (const path of ['missing', 'missing/below', 'file/below', 'dangling']) {
        expect(files.read(at(path)), path).toBeUndefined();
        expect(files.list(at(path)), path).toBeUndefined();
        expect(files.stat(at(path)), path).toBeUndefined();
        expect(files.realPath(at(path)), path).toBeUndefined();
      }
      for (const path of ['missing', 'missing/below', 'file/below'])
        expect(files.remove(at(path)), path).toBe(false);
    });

    test('a fault names the path and has a code', () => {
      const rows: [ErrorCode, string, (path: string) => unknown][] = [
        ['not-a-file', 'folder', (path) => files.read(path)],
        ['not-a-file', 'folder', (path) => files.write(path, bytesOf('x'))],
        ['not-a-file', 'folder', (path) => files.append(path, bytesOf('x'))],
        ['not-a-folder', 'file', (path) => files.list(path)],
        ['not-a-folder', 'file', (path) => files.makeFolder(path)],
        ['not-a-folder', 'file', (path) => files.openFolder(path)],
        ['not-a-folder', 'file/below', (path) => files.write(path, bytesOf('x'))],
        ['not-a-folder', 'file/below', (path) => files.makeFolder(path)],
        ['not-found', 'missing/below', (path) => files.write(path, bytesOf('x'))],
        ['not-found', 'missing/below', (path) => files.create(path, bytesOf('x'))],
        ['not-found', 'missing/below', (path) => files.append(path, bytesOf('x'))],
        ['not-found', 'missing', (path) => files.rename(path, at('new'))],
        ['not-found', 'missing/below', (path) => files.rename(at('file'), path)],
        ['not-found', 'missing', (path) => files.openFolder(path)],
        ['already-exists', 'folder', (path) => files.remove(path)],
        ['already-exists', 'dangling', (path) => files.makeFolder(path)],
        ['path-unsafe', 'link', (path) => files.append(path, bytesOf('x'))],
        ['path-unsafe', 'dangling', (path) => files.append(path, bytesOf('x'))],
        ['path-unsafe', 'cycle', (path) => files.read(path)],
        ['path-unsafe', 'cycle', (path) => files.stat(path)],
        ['path-unsafe', 'nul\0', (path) => files.read(path)],
        ['path-unsafe', 'nul\0', (path) => files.write(path, bytesOf('x'))],
        ['file-failed', 'n'.repeat(300), (path) => files.write(path, bytesOf('x'))],
      ];
      for (const [code, path, act] of rows) refuses(code, path, act);
      expect(namesIn('')).toEqual(['cycle', 'dangling', 'file', 'folder', 'folder-link', 'link']);
    });

    test('read gives the bytes of a range and the stat of the whole', () => {
      const rows: [string, { offset?: number; maxBytes: number } | undefined][] = [
        ['text', undefined],
        ['te', { maxBytes: 2 }],
        ['text', { maxBytes: 4 }],
        ['text', { maxBytes: 100 }],
        ['ex', { offset: 1, maxBytes: 2 }],
        ['t', { offset: 3, maxBytes: 2 }],
        ['', { offset: 4, maxBytes: 2 }],
        ['', { offset: 400, maxBytes: 2 }],
        ['', { maxBytes: 0 }],
      ];
      for (const [text, range] of rows) {
        const content = files.read(at('file'), range);
        expect(textOf(content?.bytes), JSON.stringify(range)).toBe(text);
        expect(content?.stat).toEqual(files.stat(at('file')));
      }
    });

    test('read follows links, of the file and of its folder', () => {
      expect(textAt('link')).toBe('text');
      expect(textAt('folder-link/inner')).toBe('inner');
    });

    test('write creates a file with the mode that was reported, 0600 by default', () => {
      files.write(at('private'), bytesOf(''));
      files.write(at('script'), bytesOf('#!'), { mode: 0o755 });
      expect(files.stat(at('private'))).toMatchObject({ kind: 'file', mode: 0o600, sizeBytes: 0 });
      expect(files.stat(at('script'))).toMatchObject({ kind: 'file', mode: 0o755, sizeBytes: 2 });
    });

    test('write replaces the bytes and keeps the mode', () => {
      files.write(at('script'), bytesOf('old'), { mode: 0o751 });
      files.write(at('script'), bytesOf('new'), { mode: 0o600 });
      expect(textAt('script')).toBe('new');
      expect(files.stat(at('script'))?.mode).toBe(0o751);
    });

    test('write replaces a link and leaves alone what it points to', () => {
      for (const path of ['link', 'dangling', 'folder-link']) {
        files.write(at(path), bytesOf('mine'));
        expect(files.stat(at(path), { follow: false })?.kind, path).toBe('file');
      }
      expect(textAt('file')).toBe('text');
      expect(namesIn('folder')).toEqual(['inner']);
      expect(files.stat(at('nowhere'))).toBeUndefined();
    });

    test('write goes through a linked folder', () => {
      files.write(at('folder-link/inner'), bytesOf('changed'));
      expect(textAt('folder/inner')).toBe('changed');
    });

    test('write and append take megabytes', () => {
      const large = new Uint8Array(3_000_000).map((_, index) => index % 251);
      files.write(at('large'), large);
      files.append(at('large'), large);
      expect(Buffer.concat([large, large]).equals(files.read(at('large'))?.bytes ?? new Uint8Array())).toBe(
        true,
      );
    });

    test('create makes a file only where the name is free', () => {
      expect(files.create(at('new'), bytesOf('new'), { mode: 0o640 })).toBe(true);
      expect(textAt('new')).toBe('new');
      expect(files.stat(at('new'))?.mode).toBe(0o640);
      for (const path of ['new', 'file', 'folder', 'link', 'dangling']) {
        expect(files.create(at(path), bytesOf('other')), path).toBe(false);
      }
      expect(textAt('new')).toBe('new');
      expect(textAt('file')).toBe('text');
    });

    test('createAll makes the files whose names are free, and says which', () => {
      files.makeFolder(at('all'));
      files.create(at('all/taken'), bytesOf('old'));
      const contents = new Map(['a', 'taken', 'b'].map((name) => [name, bytesOf(`new ${name}`)]));
      expect(files.createAll(at('all'), contents)).toEqual(['a', 'b']);
      expect(['a', 'taken', 'b'].map((name) => textAt(`all/${name}`))).toEqual(['new a', 'old', 'new b']);
      expect(files.stat(at('all/a'))?.mode).toBe(0o600);
      expect(files.createAll(at('all'), contents)).toEqual([]);
      expect(files.list(at('all'))?.map(({ name }) => name)).toEqual(['a', 'b', 'taken']);
    });

    test('append creates a file and adds to it', () => {
      files.append(at('log'), bytesOf('one,'));
      files.append(at('log'), bytesOf('two,'), { durable: true });
      files.append(at('log'), bytesOf(''));
      expect(textAt('log')).toBe('one,two,');
      expect(files.stat(at('log'))?.mode).toBe(0o600);
    });

    test('no temporary file is left', () => {
      files.write(at('new'), bytesOf('x'));
      files.write(at('file'), bytesOf('x'));
      files.create(at('created'), bytesOf('x'));
      files.create(at('file'), bytesOf('x'));
      expect(namesIn('')?.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    });

    test('list is in code-unit order and says what each entry is', () => {
      files.makeFolder(at('names'));
      for (const name of ['b', 'B', 'a', 'é', '\u{1F600}', '\uFB01', '10', '9']) {
        files.write(at(`names/${name}`), bytesOf(''));
      }
      expect(namesIn('names')).toEqual(['10', '9', 'B', 'a', 'b', 'é', '\u{1F600}', '\uFB01']);
      expect(files.list(at(''))).toContainEqual({ name: 'folder', kind: 'folder' });
      expect(files.list(at(''))).toContainEqual({ name: 'file', kind: 'file' });
      expect(files.list(at(''))).toContainEqual({ name: 'dangling', kind: 'link' });
      expect(namesIn('folder-link')).toEqual(['inner']);
    });

    test('stat describes what a link points to, or the link itself', () => {
      expect(files.stat(at('link'))).toEqual(files.stat(at('file')));
      expect(files.stat(at('link'), { follow: false })?.kind).toBe('link');
      expect(files.stat(at('file'))).toMatchObject({ kind: 'file', sizeBytes: 4, mode: 0o600 });
      expect(files.stat(at('folder'))?.inode).not.toBe(files.stat(at('file'))?.inode);
    });

    test('the time of a file moves on when it is written', () => {
      const before = files.stat(at('file'))?.mtimeMs ?? Number.POSITIVE_INFINITY;
      files.write(at('file'), bytesOf('other'));
      expect(files.stat(at('file'))?.mtimeMs).toBeGreaterThanOrEqual(before);
      expect(files.stat(at('file'))?.ctimeMs).toBeGreaterThanOrEqual(before);
    });

    test('rename moves files, folders and links', () => {
      files.rename(at('file'), at('folder/moved'));
      files.rename(at('folder'), at('moved'));
      files.rename(at('dangling'), at('moved/dangling'));
      expect(namesIn('moved')).toEqual(['dangling', 'inner', 'moved']);
      expect(textAt('moved/moved')).toBe('text');
      expect(files.stat(at('file'))).toBeUndefined();
      expect(files.stat(at('folder'))).toBeUndefined();
    });

    test('rename replaces nothing', () => {
      files.makeFolder(at('empty'));
      for (const taken of ['folder/inner', 'empty', 'dangling', 'file']) {
        refuses('already-exists', taken, (path) => files.rename(at('file'), path));
      }
      expect(textAt('file')).toBe('text');
      expect(textAt('folder/inner')).toBe('inner');
    });

    test('remove takes away a file, a link or an empty folder', () => {
      for (const path of ['link', 'folder-link', 'dangling', 'folder/inner', 'folder']) {
        expect(files.remove(at(path)), path).toBe(true);
        expect(files.stat(at(path), { follow: false }), path).toBeUndefined();
      }
      expect(textAt('file')).toBe('text');
    });

    test('makeFolder makes the parents too, 0700 by default', () => {
      files.makeFolder(at('a/b/c'));
      files.makeFolder(at('a/b/d'), 0o500);
      files.makeFolder(at('a/b'), 0o500);
      files.makeFolder(at('folder-link'));
      const modes = ['a', 'a/b', 'a/b/c', 'a/b/d'].map((path) => files.stat(at(path))?.mode);
      expect(modes).toEqual([0o700, 0o700, 0o700, 0o500]);
    });

    test('realPath has no links in it', () => {
      expect(files.realPath(at('folder-link/../link'))).toBe(at('file'));
      expect(files.realPath(at('folder-link/inner'))).toBe(at('folder/inner'));
      expect(files.realPath(at('folder-link/'))).toBe(at('folder'));
    });

    test('an open folder works with every other call', () => {
      const folder = files.openFolder(at('folder/'));
      files.write(`${folder.path}/written`, bytesOf('w'));
      files.create(`${folder.path}/created`, bytesOf('c'));
      files.append(`${folder.path}/appended`, bytesOf('a'), { durable: true });
      files.makeFolder(`${folder.path}/made`);
      files.rename(`${folder.path}/inner`, `${folder.path}/made/moved`);
      files.remove(`${folder.path}/created`);
      expect(files.list(folder.path)?.map(({ name }) => name)).toEqual(['appended', 'made', 'written']);
      expect(textOf(files.read(`${folder.path}/made/moved`)?.bytes)).toBe('inner');
      expect(files.stat(folder.path)).toEqual(files.stat(at('folder')));
      expect(files.realPath(`${folder.path}/written`)).toBe(at('folder/written'));
      folder.close();
      expect(namesIn('folder')).toEqual(['appended', 'made', 'written']);
    });

    test('a fault in an open folder names the path that a person knows', () => {
      const folder = files.openFolder(at('folder'));
      refuses('not-found', 'folder/missing/x', () => files.write(`${folder.path}/missing/x`, bytesOf('')));
      folder.close();
    });

    test('openFolder refuses a link, however it is spelled', () => {
      for (const path of [
        'folder-link',
        'folder-link/',
        'folder-link/.',
        'folder-link//./',
        'link',
        'dangling',
      ]) {
        refuses('path-unsafe', path, (it) => files.openFolder(it));
      }
    });

    test('a child is a folder directly inside', () => {
      files.makeFolder(at('folder/child/grandchild'));
      place.symlink('child', at('folder/child-link'));
      const folder = files.openFolder(at('folder'));
      const child = folder.child('child');
      const grandchild = child?.child('grandchild');
      files.write(`${grandchild?.path}/deep`, bytesOf('deep'));
      expect(textAt('folder/child/grandchild/deep')).toBe('deep');
      expect(folder.child('missing')).toBeUndefined();
      refuses('path-unsafe', 'folder/child-link', () => folder.child('child-link'));
      refuses('not-a-folder', 'folder/inner', () => folder.child('inner'));
      for (const name of ['', '.', '..', 'child/grandchild', '/', 'nul\0']) {
        expect(() => folder.child(name), name).toThrow(expect.objectContaining({ code: 'path-unsafe' }));
      }
      grandchild?.close();
      child?.close();
      folder.close();
    });

    test('closing a folder twice closes nobody else', () => {
      const first = files.openFolder(at('folder'));
      first.close();
      const second = files.openFolder(at('folder'));
      first.close();
      expect(files.list(second.path)).toHaveLength(1);
      second.close();
    });
  });
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}
