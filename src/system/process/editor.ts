/*
 * Lets a person edit a text in the editor of their choice. The editor gets the terminal, so this is the only process
 * without a time limit.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoppiceError } from '../../text/errors.js';

/** The command may have flags (`code --wait`); it gets the path of a private copy. */
export function editInteractively(command: string, fileName: string, bytes: Uint8Array): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-edit-'));
  try {
    const path = join(folder, fileName);
    writeFileSync(path, bytes, { mode: 0o600 });
    const { status, error } = spawnSync('/bin/sh', ['-c', `${command} "$@"`, 'editor', path], {
      stdio: 'inherit',
    });
    if (error || status !== 0) {
      throw new CoppiceError(
        'editor-failed',
        `the editor ${command} ended with ${error?.message ?? `code ${status}`}`,
        {
          hint: 'nothing was changed; set EDITOR to another editor, or use --content-file',
        },
      );
    }
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
