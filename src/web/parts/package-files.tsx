/*
 * The files of a package, and the one selected by `?file=`, at the line of `?line=`.
 */

import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { VersionAnswer } from '../../registry/api/item.js';
import { isBinary, lineIn, maxShownBytes } from '../rules/file-text.js';
import { sizeText } from '../rules/wording.js';
import { Link, useNavigation } from '../state/navigation.js';
import { useAnswer } from '../state/use-answer.js';
import { AnswerView, Empty } from './states.js';
import './package-files.css';

type PackageFile = VersionAnswer['files'][number];

interface Package {
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
              <Link
                href={of.fileAddress(path)}
                keepScroll
                aria-current={path === file?.path ? 'page' : undefined}
              >
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
      {file ? <OneFile key={file.path} of={of} file={file} /> : <Empty title="File not found" />}
    </div>
  );
}

function OneFile({ of, file }: { readonly of: Package; readonly file: PackageFile }) {
  const { query } = useNavigation();
  const { path, digest, size_bytes: sizeBytes } = file;
  const isLarge = sizeBytes > maxShownBytes;
  const answer = useAnswer(digest, async (signal) => (isLarge ? '' : of.read(path, signal)));
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
        <a href={of.rawAddress(path)}>Open the raw file</a>
      </div>
      {isLarge ? (
        <Empty title={`Too large to show: ${sizeText(sizeBytes)}`} />
      ) : (
        <AnswerView answer={answer} label={path}>
          {(text) => <FileText key={line} text={text} line={line} />}
        </AnswerView>
      )}
    </section>
  );
}

/**
 * The text of a file with its line numbers, and one line marked where the address names it. The numbers are drawn by the
 * style sheet, so that they are not copied with the text.
 */
interface Props {
  readonly text: string;
  readonly line: number | undefined;
  /** What is said about single lines, below each. */
  readonly notes?: ReadonlyMap<number, ComponentChildren>;
}

const linesAtOnce = 1_000;

export function FileText({ text, line, notes }: Props) {
  const marked = useRef<HTMLSpanElement>(null);
  const [first, setFirst] = useState(Math.max(0, (line ?? 0) - linesAtOnce / 2));
  const [last, setLast] = useState(first + linesAtOnce);
  useEffect(() => marked.current?.scrollIntoView({ block: 'center' }), [line]);
  if (isBinary(text)) return <Empty title="Binary file: it cannot be shown here" />;
  if (text === '') return <Empty title="The file is empty" />;
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return (
    <>
      {first > 0 && (
        <button type="button" onClick={() => setFirst(Math.max(0, first - linesAtOnce))}>
          Show the lines before {first + 1}
        </button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre class="file-text card" tabIndex={0} style={{ counterReset: `line ${first}` }}>
        {lines.slice(first, last).map((content, index) => {
          const number = first + index + 1;
          return (
            <Fragment key={number}>
              <span
                ref={number === line ? marked : null}
                class={number === line ? 'file-line marked' : 'file-line'}
              >
                {`${content}\n`}
              </span>
              {notes?.has(number) && <span class="file-note">{notes.get(number)}</span>}
            </Fragment>
          );
        })}
      </pre>
      {lines.length > last && (
        <button type="button" onClick={() => setLast(last + linesAtOnce)}>
          Show the lines after {last} of {lines.length}
        </button>
      )}
    </>
  );
}
