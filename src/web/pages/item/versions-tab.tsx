/*
 * The versions of an item, newest first. Two of them can be compared; each can be yanked and unyanked.
 */

import { useState } from 'preact/hooks';
import type { VersionSummary } from '../../../registry/api/item.js';
import type { Api } from '../../api/api.js';
import { allVersions } from '../../api/read-item.js';
import { Moment, Pill, WordPill } from '../../parts/facts.js';
import { AnswerView } from '../../parts/states.js';
import { compareAddress, type ItemName, itemAddress } from '../../rules/address.js';
import { sizeText } from '../../rules/wording.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { type Change, ChangeDialog } from './change-dialog.js';

interface Props {
  readonly name: ItemName;
  readonly current: string;
  /** Slugs of items that require this one. */
  readonly usedBy: readonly string[];
  readonly changed: () => void;
}

export function VersionsTab({ name, current, usedBy, changed }: Props) {
  const { api } = useSession();
  const answer = useAnswer('versions', (signal) => allVersions(api, name, signal));
  const [change, setChange] = useState<Change>();
  const reload = () => {
    answer.reload();
    changed();
  };
  return (
    <AnswerView answer={answer} label="the versions">
      {(versions) => (
        <>
          <VersionsTable
            name={name}
            current={current}
            versions={versions}
            choose={(version) => setChange(yankChange(api, name, version, usedBy))}
          />
          {change && <ChangeDialog change={change} close={() => setChange(undefined)} changed={reload} />}
        </>
      )}
    </AnswerView>
  );
}

interface TableProps {
  readonly name: ItemName;
  readonly current: string;
  readonly versions: readonly VersionSummary[];
  readonly choose: (version: VersionSummary) => void;
}

function VersionsTable({ name, current, versions, choose }: TableProps) {
  const { may } = useSession();
  const { go } = useNavigation();
  const [newest, before] = versions;
  const [from, setFrom] = useState(before?.version);
  const [to, setTo] = useState(newest?.version);
  const isOne = versions.length < 2;
  const compare = (event: Event) => {
    event.preventDefault();
    if (from !== undefined && to !== undefined) go(compareAddress(name, from, to));
  };
  return (
    <form onSubmit={compare}>
      {!isOne && (
        <p class="actions">
          <button type="submit" disabled={from === to}>
            Compare {from} with {to}
          </button>
        </p>
      )}
      <div class="table-wrap">
        <table class="shown-versions">
          <thead>
            <tr>
              {!isOne && <th scope="col">From</th>}
              {!isOne && <th scope="col">To</th>}
              <th scope="col">Version</th>
              <th scope="col">Published</th>
              <th scope="col" class="number">
                Size
              </th>
              <th scope="col">State</th>
              {may('publisher', name.slug) && <th scope="col">Change</th>}
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.version}>
                {!isOne && <Choice end="from" version={version.version} chosen={from} choose={setFrom} />}
                {!isOne && <Choice end="to" version={version.version} chosen={to} choose={setTo} />}
                <td class="mono">
                  <Link
                    href={itemAddress(name, { version: version.is_latest ? undefined : version.version })}
                    aria-current={version.version === current ? 'page' : undefined}
                  >
                    {version.version}
                  </Link>
                </td>
                <td class="shown-when">
                  <Moment at={version.published_at} />
                  <span class="muted"> by {version.published_by}</span>
                </td>
                <td class="number">{sizeText(version.size_bytes)}</td>
                <td class="shown-state">
                  {version.is_latest && <Pill word="latest" tone="good" />}
                  {version.yanked && (
                    <>
                      <WordPill word="yanked" /> <span class="muted">{version.yanked.reason}</span>
                    </>
                  )}
                </td>
                {may('publisher', name.slug) && (
                  <td class="shown-change">
                    <button
                      type="button"
                      onClick={() => choose(version)}
                      aria-label={`${version.yanked ? 'Unyank' : 'Yank'} ${version.version}`}
                    >
                      {version.yanked ? 'Unyank' : 'Yank'}
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly end: 'from' | 'to';
  readonly version: string;
  readonly chosen: string | undefined;
  readonly choose: (version: string) => void;
}

function Choice({ end, version, chosen, choose }: ChoiceProps) {
  return (
    <td>
      <label class="shown-choice">
        <span aria-hidden="true">{end === 'from' ? 'From' : 'To'}</span>
        <input
          type="radio"
          name={end}
          aria-label={`Compare ${end} ${version}`}
          checked={version === chosen}
          onChange={() => choose(version)}
        />
      </label>
    </td>
  );
}

function yankChange(
  api: Api,
  { slug, kind }: ItemName,
  { version, yanked }: VersionSummary,
  usedBy: readonly string[],
): Change {
  const apply = (verb: 'yank' | 'unyank') => async (reason: string) => {
    const input = { params: { slug, version }, query: { kind }, body: { reason } };
    return (await api.send('POST', `/v1/skills/{slug}/versions/{version}/${verb}`, input)).warnings ?? [];
  };
  if (yanked)
    return {
      verb: 'Unyank',
      title: `Unyank ${slug} ${version}?`,
      reason: 'none',
      says: 'New installs can use it again.',
      done: `${slug} ${version} is no longer yanked.`,
      apply: apply('unyank'),
    };
  return {
    verb: 'Yank',
    dependents: usedBy,
    dependentsSay: 'If no other version fits, new installs of what requires it will fail:',
    title: `Yank ${slug} ${version}?`,
    reason: 'needed',
    isDangerous: true,
    says: 'New installs no longer use it. Existing locks keep working.',
    done: `${slug} ${version} is yanked.`,
    apply: apply('yank'),
  };
}
