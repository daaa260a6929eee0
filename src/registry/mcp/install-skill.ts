/*
 * The tool that gives the files of a version, which counts as a download. What is too large for a conversation is to be
 * fetched from the route that sends the bundle instead, which counts then.
 */

import type { BundleFile } from '../../bundle/read-bundle.js';
import { fetchFiles } from '../catalog/fetch-bundle.js';
import { recordUse } from '../catalog/record-use.js';
import type { McpContext } from './context.js';
import { fileContent } from './file-content.js';
import { findWanted, type Wanted } from './find-wanted.js';

const mostBytes = 1024 * 1024;

export async function installSkill(context: McpContext, wanted: Wanted): Promise<object> {
  const { found, version } = await findWanted(context, wanted);
  const { kind, slug, requires } = version;
  const told = {
    ...{ kind, slug, version: version.version, digest: version.digest },
    content_digest: version.content_digest,
    ...(version.yanked && { yanked: version.yanked.reason }),
    ...(requires.length > 0 && { requires }),
  };
  if (version.unpacked_bytes > mostBytes) {
    const path = `/v1/skills/${slug}/versions/${encodeURIComponent(version.version)}/bundle.tar.gz?kind=${kind}`;
    const hint = `It has ${version.unpacked_bytes} bytes, too many to be sent here: fetch the url with the credential of this server, check that the sha256 of the bytes is the digest, and unpack them.`;
    return { ...told, size_bytes: version.size_bytes, url: `${context.origin}${path}`, hint };
  }
  const files = await fetchFiles(context.catalog, found.digest);
  recordUse(context.registry, context, 'download', found);
  const then = requires.length === 0 ? '' : ' list_dependencies tells what else to install.';
  return {
    ...told,
    files: files.map(sentFile),
    hint: `Write the files into a folder ${slug} where you keep your ${kind}s.${then}`,
  };
}

function sentFile(file: BundleFile): object {
  const content = fileContent(file.bytes);
  return {
    ...{ path: file.path, digest: file.digest, size_bytes: file.bytes.length },
    ...(file.executable && { executable: true }),
    ...(typeof content === 'string'
      ? { text: content }
      : { base64: Buffer.from(content).toString('base64') }),
  };
}
