/*
 * Two versions of an item beside each other: which files differ, and how.
 */

import type { VersionSummary } from '../../../registry/api/item.js';
import { counted } from '../../../text/plural.js';
import type { Api } from '../../api/api.js';
import { allVersions } from '../../api/read-item.js';
import { Field } from '../../parts/field.js';
import { PageHead } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { compareAddress, type ItemName, itemAddress, kindIn } from '../../rules/address.js';
import { changedFiles } from '../../rules/diff.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useIsWide } from '../../state/use-is-wide.js';
import './compare.css';
import { FileDiff } from './file-diff.js';

export function ComparePage({ slug }: { readonly slug: string }) {
  const { api } = useSession();
  const { query } = useNavigation();
  const name: ItemName = { slug, kind: kindIn(query) };
  const versions = useAnswer(`${name.kind}`, (signal) => allVersions(api, name, signal));
  return (
    <>
      <PageHead
        title={`Compare versions of ${slug}`}
        says={<Link href={itemAddress(name)}>Back to {slug}</Link>}
      />
      <AnswerView answer={versions} label="the versions">
        {(all) =>
          all.length < 2 ? (
            <Empty title="There is only one version">
              <p>Once a second one is published, this page shows what changed between them.</p>
            </Empty>
          ) : (
            <Comparison name={name} versions={all} />
          )
        }
      </AnswerView>
    </>
  );
}

interface Props {
  readonly name: ItemName;
  readonly versions: readonly VersionSummary[];
}

/** Compares the last two versions unless the address names others. */
function Comparison({ name, versions }: Props) {
  const { query, go } = useNavigation();
  const { api } = useSession();
  const from = query.get('from') ?? versions[1]?.version ?? '';
  const to = query.get('to') ?? versions[0]?.version ?? '';
  const isSideBySide = query.get('view') === 'side';
  const isWide = useIsWide();
  const answer = useAnswer(`${from} ${to}`, (signal) => readBoth(api, name, from, to, signal));
  const choose = (first: string, second: string, isSide: boolean) =>
    go(compareAddress(name, first, second) + (isSide ? '&view=side' : ''), { replace: true });
  return (
    <>
      <div class="compare-choice">
        <VersionSelect
          label="From"
          versions={versions}
          chosen={from}
          choose={(version) => choose(version, to, isSideBySide)}
        />
        <VersionSelect
          label="To"
          versions={versions}
          chosen={to}
          choose={(version) => choose(from, version, isSideBySide)}
        />
        <button type="button" onClick={() => choose(to, from, isSideBySide)}>
          Swap
        </button>
        <label class="compare-side">
          <input
            type="checkbox"
            checked={isSideBySide}
            onChange={(event) => choose(from, to, event.currentTarget.checked)}
          />
          Side by side
        </label>
      </div>
      <AnswerView answer={answer} label="what changed" lines={12}>
        {([before, after]) => {
          const files = changedFiles(before.files, after.files);
          return (
            <>
              <p role="status">{countText(files.length)}</p>
              {files.map((file) => (
                <FileDiff
                  key={`${before.digest} ${after.digest} ${file.path}`}
                  file={file}
                  from={before}
                  to={after}
                  isSideBySide={isSideBySide && isWide}
                />
              ))}
            </>
          );
        }}
      </AnswerView>
    </>
  );
}

interface SelectProps {
  readonly label: string;
  readonly versions: readonly VersionSummary[];
  readonly chosen: string;
  readonly choose: (version: string) => void;
}

function VersionSelect({ label, versions, chosen, choose }: SelectProps) {
  return (
    <Field label={label}>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {versions.map(({ version, is_latest, yanked }) => (
          <option key={version} value={version}>
            {version}
            {is_latest && ' (latest)'}
            {yanked && ' (yanked)'}
          </option>
        ))}
      </select>
    </Field>
  );
}

async function readBoth(api: Api, { slug, kind }: ItemName, from: string, to: string, signal: AbortSignal) {
  const read = (version: string) =>
    api.get('/v1/skills/{slug}/versions/{version}', { params: { slug, version }, query: { kind }, signal });
  return Promise.all([read(from), read(to)]);
}

function countText(count: number): string {
  if (count === 0) return 'The files are the same.';
  return `${counted(count, 'file differs', 'files differ')}.`;
}
