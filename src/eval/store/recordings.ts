/*
 * A folder of recordings, one file for each run. A file that is damaged or belongs to another run is as good as absent.
 */

import type { Files } from '../../system/files.js';
import { parseJson } from '../../text/json.js';
import {
  printRecording,
  type Recording,
  type RecordingKey,
  recordingIn,
  recordingPath,
} from '../rules/recording.js';

export interface RecordingStore {
  readonly folder: string;
  find(key: RecordingKey): Recording | undefined;
  put(recording: Recording): void;
}

const maxRecordingBytes = 256 * 1024 * 1024;

export function recordingStore(files: Files, folder: string): RecordingStore {
  return {
    folder,
    find: (key) => {
      const content = files.read(`${folder}/${recordingPath(key)}`, { maxBytes: maxRecordingBytes });
      if (content === undefined) return undefined;
      return recordingIn(parseJson(new TextDecoder().decode(content.bytes)), key);
    },
    put: (recording) => {
      const path = `${folder}/${recordingPath(recording.key)}`;
      files.makeFolder(path.slice(0, path.lastIndexOf('/')));
      files.write(path, new TextEncoder().encode(printRecording(recording)));
    },
  };
}
