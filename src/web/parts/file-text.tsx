/*
 * The text of a file with its line numbers, and one line marked where the address names it. The numbers are drawn by the
 * style sheet, so that they are not copied with the text.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import { isBinary } from './shown-text.js';
import { Empty } from './states.js';

interface Props {
  readonly text: string;
  readonly line: number | undefined;
}

const linesAtOnce = 1_000;

export function FileText({ text, line }: Props) {
  const marked = useRef<HTMLSpanElement>(null);
  const [first, setFirst] = useState(Math.max(0, (line ?? 0) - linesAtOnce / 2));
  const [last, setLast] = useState(first + linesAtOnce);
  useEffect(() => marked.current?.scrollIntoView({ block: 'center' }), [line]);
  if (isBinary(text)) return <Empty title="Not a text: it cannot be shown here" />;
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
            <span
              key={number}
              ref={number === line ? marked : null}
              class={number === line ? 'file-line marked' : 'file-line'}
            >
              {`${content}\n`}
            </span>
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
