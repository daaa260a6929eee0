/*
 * How one file differs between two versions. For binary and large files only the fact is shown.
 */

import type { VersionAnswer } from '../../../registry/api/item.js';
import { readVersionFile } from '../../api/read-item.js';
import { DiffView } from '../../parts/diff-view.js';
import { Pill, type Tone } from '../../parts/facts.js';
import { AnswerView } from '../../parts/states.js';
import type { ChangedFile } from '../../rules/diff.js';
import { isBinary, maxShownBytes } from '../../rules/file-text.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

interface Props {
  readonly file: ChangedFile;
  readonly from: VersionAnswer;
  readonly to: VersionAnswer;
  readonly isSideBySide: boolean;
}

const tones: Readonly<Record<ChangedFile['change'], Tone>> = {
  added: 'good',
  removed: 'bad',
  changed: 'plain',
};

export function FileDiff({ file, from, to, isSideBySide }: Props) {
  return (
    <section class="compare-file" aria-label={file.path}>
      <div class="section-head">
        <h2 class="mono">{file.path}</h2>
        <Pill word={file.change} tone={tones[file.change]} />
      </div>
      <Texts file={file} from={from} to={to} isSideBySide={isSideBySide} />
    </section>
  );
}

function Texts({ file, from, to, isSideBySide }: Props) {
  const { api } = useSession();
  const isLarge = Math.max(file.from?.size_bytes ?? 0, file.to?.size_bytes ?? 0) > maxShownBytes;
  const answer = useAnswer('texts', async (signal) =>
    isLarge
      ? undefined
      : Promise.all([
          file.from ? readVersionFile(api, from, file.path, signal) : '',
          file.to ? readVersionFile(api, to, file.path, signal) : '',
        ]),
  );
  if (isLarge) return <p class="muted">Too large to compare here.</p>;
  return (
    <AnswerView answer={answer} label={file.path} lines={4}>
      {(texts) => {
        const [before, after] = texts ?? ['', ''];
        if (isBinary(before) || isBinary(after))
          return <p class="muted">Binary file: the versions differ.</p>;
        return (
          <>
            <Executable file={file} />
            {before !== after && (
              <DiffView
                from={before}
                to={after}
                label={`Changes in ${file.path}`}
                isSideBySide={isSideBySide}
              />
            )}
            {before === '' && after === '' && <p class="muted">The file is empty.</p>}
          </>
        );
      }}
    </AnswerView>
  );
}

function Executable({ file: { from, to } }: { readonly file: ChangedFile }) {
  if (!from || !to || from.executable === to.executable) return null;
  return <p>{to.executable ? 'The file became executable.' : 'The file is no longer executable.'}</p>;
}
