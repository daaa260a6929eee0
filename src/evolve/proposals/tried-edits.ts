/*
 * Edits of a skill that were run and not kept, the latest first. They are not run again, and the model is shown them, so
 * that it tries something else. A damaged file is as good as absent: at worst an edit is tried twice.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { isListOf, isObject, isText, isTime } from '../../text/shape.js';
import type { TriedEdit } from '../rules/proposal/edit-request.js';
import { isEdit } from '../rules/proposal/edits.js';

interface TriedLocation {
  readonly files: Files;
  readonly home: string;
}

const maxTried = 100;

export function readTried({ files, home }: TriedLocation, skill: string): readonly TriedEdit[] {
  const content = files.read(pathOf(home, skill));
  const document = content && parseJson(new TextDecoder().decode(content.bytes));
  const tried = isObject(document) && document['format'] === 1 ? document['tried'] : undefined;
  return isListOf(tried, isTried) ? tried : [];
}

export function rememberTried({ files, home }: TriedLocation, skill: string, edit: TriedEdit): void {
  const path = pathOf(home, skill);
  const others = readTried({ files, home }, skill).filter(({ sha256 }) => sha256 !== edit.sha256);
  const tried = [edit, ...others].slice(0, maxTried);
  files.makeFolder(path.slice(0, path.lastIndexOf('/')));
  files.write(
    path,
    new TextEncoder().encode(`${JSON.stringify({ format: 1, skill, tried }, undefined, 1)}\n`),
  );
}

function pathOf(home: string, skill: string): string {
  return homePaths(home).triedEdits(sha256Hex(skill).slice(0, 32));
}

function isTried(value: unknown): value is TriedEdit {
  return (
    isObject(value) &&
    isText(value['sha256']) &&
    isText(value['why']) &&
    isTime(value['at']) &&
    isListOf(value['edits'], isEdit)
  );
}
