/*
 * The files of a package, and the one that is chosen by `?file=`, at the line of `?line=`.
 */

import { useEffect, useRef } from 'preact/hooks';
import type { VersionAnswer } from '../../registry/api/item.js';
import { Link, useNavigation } from '../navigation.js';
import { useAnswer } from '../use-answer.js';
import { FileText } from './file-text.js';
import { lineIn, mostShownBytes } from './shown-text.js';
import { sizeText } from './size-text.js';
import { AnswerView, Empty } from './states.js';
import './package-files.css';

type PackageFile = VersionAnswer['files'][number];

export interface Package {
  readonly files: readonly PackageFile[];
  /** The page that shows a file. */
  fileAddress(path: string): string;
  /** The file itself. */
  rawAddress(path: string): string;
  read(path: string, signal: AbortSignal): Promise<string>;
}

export function PackageFiles({ of }: { readonly of: Package }) {
  const { query } = useNavigation();
  const chosen = query.get('file');
  const file = of.files.find(({ path }) => path === (chosen ?? 'SKILL.md'));
  return (
    <div class="package-files">
      <nav aria-label="Files" class="card package-file-list">
        <ul>
          {of.files.map(({ path, size_bytes, executable }) => (
            <li key={path}>
              <Link href={of.fileAddress(path)} stays aria-current={path === file?.path ? 'page' : undefined}>
                <span class="mono">{path}</span>
                <span class="muted small">
                  {executable && 'executable, '}
                  {sizeText(size_bytes)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {file ? <OneFile key={file.path} of={of} file={file} /> : <Empty title="There is no such file" />}
    </div>
  );
}

function OneFile({ of, file }: { readonly of: Package; readonly file: PackageFile }) {
  const { query } = useNavigation();
  const { path, digest, size_bytes: sizeBytes } = file;
  const isLarge = sizeBytes > mostShownBytes;
  const asked = useAnswer(digest, async (signal) => (isLarge ? '' : of.read(path, signal)));
  const line = lineIn(query);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was asked for is seen, also where the list of files fills the screen.
  useEffect(() => {
    if (query.has('file')) heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section class="package-file" aria-label={path}>
      <div class="section-head">
        <h2 ref={heading} class="mono">
          {path}
        </h2>
        <a href={of.rawAddress(path)}>Open as it is</a>
      </div>
      {isLarge ? (
        <Empty title={`Too large to show: ${sizeText(sizeBytes)}`} />
      ) : (
        <AnswerView asked={asked} label={path}>
          {(text) => <FileText key={line} text={text} line={line} />}
        </AnswerView>
      )}
    </section>
  );
}
