/*
 * A folder of recordings, one file for each run. A file that is damaged or belongs to another run is said to be so, and is
 * never used.
 */

import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import {
  type FoundRecording,
  printRecording,
  type Recording,
  type RecordingKey,
  readRecording,
  recordingPath,
} from '../rules/recording.js';

export interface RecordingStore {
  readonly folder: string;
  find(key: RecordingKey): FoundRecording;
  put(recording: Recording): void;
}

const maxRecordingBytes = 256 * 1024 * 1024;

export function recordingStore(files: Files, folder: string): RecordingStore {
  return {
    folder,
    find: (key) => {
      if (hasLink(files, folder, recordingPath(key)))
        return { kind: 'damaged', why: 'is reached through a link, which is not followed' };
      const content = files.read(`${folder}/${recordingPath(key)}`, { maxBytes: maxRecordingBytes });
      if (content === undefined) return { kind: 'missing' };
      return readRecording(new TextDecoder().decode(content.bytes), key);
    },
    put: (recording) => {
      const path = `${folder}/${recordingPath(recording.key)}`;
      if (hasLink(files, folder, recordingPath(recording.key)))
        throw new CoppiceError('path-unsafe', `${path} is reached through a link, which is not followed`, {
          hint: 'remove the link: recordings are only written into their folder',
        });
      files.makeFolder(path.slice(0, path.lastIndexOf('/')));
      files.write(path, new TextEncoder().encode(printRecording(recording)));
    },
  };
}

/** Whether a folder of recordings leads elsewhere: it may come with a repository of somebody else. */
function hasLink(files: Files, folder: string, path: string): boolean {
  const parts = path.split('/');
  return parts.some(
    (_, at) =>
      files.stat(`${folder}/${parts.slice(0, at + 1).join('/')}`, { follow: false })?.kind === 'link',
  );
}
