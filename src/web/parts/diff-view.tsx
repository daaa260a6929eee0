/*
 * The changes in a text, in one column or two: removed and added lines differ by sign, colour, and words for screen
 * readers. Long diffs are shown in parts.
 */

import { useMemo, useState } from 'preact/hooks';
import { type DiffLine, diffLines, type Hunk, hunksOf } from '../../text/line-diff.js';
import { counted } from '../../text/plural.js';
import { type LinePair, pairedLines, readPatch } from '../rules/diff.js';
import './diff-view.css';

interface DiffViewProps {
  readonly from: string;
  readonly to: string;
  /** The label for screen readers. */
  readonly label: string;
  /** Old beside new. */
  readonly isSideBySide?: boolean;
}

export function DiffView({ from, to, label, isSideBySide = false }: DiffViewProps) {
  const hunks = useMemo(() => hunksOf(diffLines(from, to)), [from, to]);
  if (hunks.length === 0) return <p class="muted">The text is the same.</p>;
  return <Hunks hunks={hunks} label={label} isSideBySide={isSideBySide} />;
}

/** For a unified diff that somebody else made. */
export function PatchView({ patch }: { readonly patch: string }) {
  const files = useMemo(() => readPatch(patch), [patch]);
  if (files.length === 0) return <p class="muted">No differences.</p>;
  return (
    <>
      {files.map(({ name, hunks }) => (
        <div key={name} class="diff-file">
          {name !== '' && <p class="diff-name mono">{name}</p>}
          <Hunks hunks={hunks} label={`Changes in ${name === '' ? 'the text' : name}`} isSideBySide={false} />
        </div>
      ))}
    </>
  );
}

const linesAtOnce = 600;

interface HunksProps {
  readonly hunks: readonly Hunk[];
  readonly label: string;
  readonly isSideBySide: boolean;
}

function Hunks({ hunks, label, isSideBySide }: HunksProps) {
  const [maxLines, setMaxLines] = useState(linesAtOnce);
  const shown = firstLines(hunks, maxLines);
  const left = countLines(hunks) - countLines(shown);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="diff" aria-label={label} tabIndex={0}>
      <table class={isSideBySide ? 'diff-table diff-side' : 'diff-table'}>
        {isSideBySide && (
          <colgroup>
            <col class="diff-number" />
            <col class="diff-sign" />
            <col />
            <col class="diff-number" />
            <col class="diff-sign" />
            <col />
          </colgroup>
        )}
        {shown.map(({ lines }) => (
          <tbody key={`${lines[0]?.fromLine}:${lines[0]?.toLine}`}>
            {isSideBySide
              ? pairedLines(lines).map((pair) => <PairRow key={keyOf(pair.from, pair.to)} pair={pair} />)
              : lines.map((line) => <LineRow key={keyOf(line, line)} line={line} />)}
          </tbody>
        ))}
      </table>
      {left > 0 && (
        <button type="button" class="diff-more" onClick={() => setMaxLines(maxLines + linesAtOnce)}>
          Show {counted(Math.min(left, linesAtOnce), 'more line')} of {left}
        </button>
      )}
    </section>
  );
}

function LineRow({ line }: { readonly line: DiffLine }) {
  return (
    <tr class={line.kind}>
      <td class="diff-number">{line.fromLine}</td>
      <td class="diff-number">{line.toLine}</td>
      <Sign kind={line.kind} />
      <Text line={line} />
    </tr>
  );
}

function PairRow({ pair: { from, to } }: { readonly pair: LinePair }) {
  return (
    <tr>
      <Side line={from} number={from?.fromLine} />
      <Side line={to} number={to?.toLine} />
    </tr>
  );
}

interface SideProps {
  readonly line: DiffLine | undefined;
  readonly number: number | undefined;
}

function Side({ line, number }: SideProps) {
  if (!line) return <td colSpan={3} class="diff-none" />;
  return (
    <>
      <td class={`diff-number ${line.kind}`}>{number}</td>
      <Sign kind={line.kind} />
      <Text line={line} />
    </>
  );
}

const signs = { same: [' ', ''], removed: ['−', 'removed'], added: ['+', 'added'] } as const;

function Sign({ kind }: { readonly kind: DiffLine['kind'] }) {
  const [sign, word] = signs[kind];
  return (
    <td class={`diff-sign ${kind}`}>
      <span aria-hidden="true">{sign}</span>
      {word !== '' && <span class="diff-words">{word}</span>}
    </td>
  );
}

function Text({ line: { kind, text } }: { readonly line: DiffLine }) {
  const shown = text.replace(/\r?\n$/, '');
  return (
    <td class={`diff-text ${kind}`}>
      {kind === 'removed' && <del>{shown}</del>}
      {kind === 'added' && <ins>{shown}</ins>}
      {kind === 'same' && shown}
    </td>
  );
}

function firstLines(hunks: readonly Hunk[], maxLines: number): readonly Hunk[] {
  let left = maxLines;
  return hunks.flatMap(({ lines }) => {
    const shown = lines.slice(0, Math.max(0, left));
    left -= lines.length;
    return shown.length === 0 ? [] : [{ lines: shown }];
  });
}

function countLines(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
}

function keyOf(from: DiffLine | undefined, to: DiffLine | undefined): string {
  return `${from?.fromLine}:${to?.toLine}`;
}
