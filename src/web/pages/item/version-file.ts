/*
 * One file of a version as text, and where it is as it is.
 */

import type { VersionAnswer } from '../../../registry/api/item.js';
import { type Api, filledPath } from '../../api/api.js';

const path = '/v1/skills/{slug}/versions/{version}/files/{path*}';

export function readVersionFile(
  api: Api,
  version: VersionAnswer,
  file: string,
  signal: AbortSignal,
): Promise<string> {
  return api.get(path, { ...requestFor(version, file), signal });
}

export function rawAddress(version: VersionAnswer, file: string): string {
  return filledPath(path, requestFor(version, file));
}

function requestFor({ slug, kind, version }: VersionAnswer, file: string) {
  return { params: { slug, version, 'path*': file }, query: { kind } };
}
