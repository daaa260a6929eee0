/*
 * The files of a change, the old text beside the new one where there is room.
 */

import type { ProposedFile } from '../../../machine/api/review.js';
import { printable } from '../../../text/printable.js';
import { DiffView } from '../../parts/diff-view.js';
import { useIsWide } from '../../state/use-is-wide.js';

export function ProposedChanges({ files }: { readonly files: readonly ProposedFile[] }) {
  const isWide = useIsWide();
  return (
    <>
      {files.map(({ path, before, after }) => (
        <div key={path} class="diff-file">
          <p class="diff-name mono">{printable(path)}</p>
          <DiffView
            from={shown(before)}
            to={shown(after)}
            label={`Changes in ${printable(path)}`}
            isSideBySide={isWide}
          />
        </div>
      ))}
    </>
  );
}

/** What is not seen, or turns the direction of what follows, is written out. */
function shown(text: string): string {
  return printable(text, { multiline: true });
}
