/*
 * Bundles for tests, with defaults for everything that a test does not set.
 */

import { packBundle } from '../../../skill/bundle/pack-bundle.js';
import { bundleCodec } from '../../../system/gzip.js';
import { type PublishMetadata, publishMetadata } from '../../api/routes/publish.js';

export interface BundleSketch {
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly requires?: readonly string[];
  /** Further lines of frontmatter. */
  readonly more?: string;
  readonly body?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export function bundleOf(sketch: BundleSketch = {}): Uint8Array {
  const files = { 'SKILL.md': skillText(sketch), ...sketch.files };
  return packBundle(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
      executable: false,
    })),
    bundleCodec,
  );
}

/** `target` is `lib@1.0.0`. */
export function metadataOf(target: string, more: Partial<PublishMetadata> = {}): PublishMetadata {
  const at = target.lastIndexOf('@');
  return publishMetadata.parse({ slug: target.slice(0, at), version: target.slice(at + 1), ...more });
}

function skillText({ name = 'example', description, tags, requires, more, body }: BundleSketch): string {
  const lines = [
    '---',
    `name: ${name}`,
    `description: ${description ?? 'Explains how a thing is done, and when.'}`,
    ...(tags === undefined ? [] : [`tags: [${tags.join(', ')}]`]),
    ...(requires === undefined ? [] : ['requires:', ...requires.map((entry) => `  - "${entry}"`)]),
    ...(more === undefined ? [] : [more]),
    '---',
    body ?? '# Steps\n\nDo one thing after the other.\n',
  ];
  return lines.join('\n');
}
