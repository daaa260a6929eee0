/*
 * The top of an item's page: its name and state, warnings, the install command, and facts about the shown version.
 */

import type { CiRun } from '../../../registry/api/trusted-publishing.js';
import type { FoundItem } from '../../api/read-item.js';
import { CopyLine } from '../../parts/copy-line.js';
import { EvaluationFact } from '../../parts/evaluations.js';
import { Fact, Moment, Pill, WordPill } from '../../parts/facts.js';
import { PageHead } from '../../parts/page.js';
import { installCommand, itemAddress, type ShownItem, withQuery } from '../../rules/address.js';
import { otherUsageText, usedText } from '../../rules/usage-text.js';
import { sizeText } from '../../rules/wording.js';
import { Link } from '../../state/navigation.js';
import { ItemActions } from './item-actions.js';

interface Props {
  readonly found: FoundItem;
  readonly shown: ShownItem;
  readonly changed: () => void;
}

export function ItemHead({ found, shown, changed }: Props) {
  const { item, version } = found;
  return (
    <>
      <PageHead title={item.slug.startsWith('@') ? item.slug : version.name} says={version.description}>
        <ItemActions item={item} changed={changed} />
      </PageHead>
      <Warnings found={found} />
      <div class="shown-top">
        {item.state !== 'archived' && !version.yanked && (
          <div class="shown-install">
            <CopyLine text={installCommand(shown)} label="the install command" />
          </div>
        )}
        <Facts found={found} />
      </div>
    </>
  );
}

function Warnings({ found: { item, version } }: { readonly found: FoundItem }) {
  const { deprecated } = item;
  const isOld = item.version !== null && version.version !== item.version;
  return (
    <>
      {item.state !== 'published' && (
        <p class="shown-warning">
          <WordPill word={item.state} />{' '}
          {item.state === 'archived'
            ? 'It is removed from the catalog and from new installs. Existing locks keep working.'
            : 'A candidate for the archive: no longer listed, but still installable.'}
          {item.absorbed_into && (
            <>
              {' It was absorbed into '}
              <Link href={itemAddress({ slug: item.absorbed_into, kind: item.kind })}>
                {item.absorbed_into}
              </Link>
              .
            </>
          )}
        </p>
      )}
      {deprecated && (
        <p class="shown-warning">
          <WordPill word="deprecated" /> {deprecated.message}
          {deprecated.replacement !== null && (
            <>
              {' Replacement: '}
              <Link href={itemAddress({ slug: deprecated.replacement, kind: item.kind })}>
                {deprecated.replacement}
              </Link>
            </>
          )}
        </p>
      )}
      {version.yanked && (
        <p class="shown-warning">
          <WordPill word="yanked" /> <Moment at={version.yanked.at} /> by {version.yanked.by}:{' '}
          {version.yanked.reason}
        </p>
      )}
      {isOld && (
        <p class="shown-warning">
          <Pill word="not the latest" tone="warn" /> This is {version.version}.{' '}
          <Link href={itemAddress(item)}>Go to {item.version}</Link>
        </p>
      )}
    </>
  );
}

function Facts({ found: { item, version } }: { readonly found: FoundItem }) {
  const channels = Object.entries(item.channels);
  return (
    <dl class="shown-facts">
      {item.kind !== 'skill' && (
        <Fact name="Kind">
          <WordPill word={item.kind} />
        </Fact>
      )}
      <Fact name="Version">
        <span class="mono">{version.version}</span>
      </Fact>
      <Fact name="Published">
        <Moment at={version.published_at} /> by {version.published_by}
      </Fact>
      <Fact name="Used">{usedText(item)}</Fact>
      <Fact name="Other events">
        {otherUsageText(item)}
        {item.last_used_at !== null && (
          <>
            , last <Moment at={item.last_used_at} />
          </>
        )}
      </Fact>
      <Fact name="Size">{sizeText(version.size_bytes)}</Fact>
      <Fact name="Owners">{item.owners.join(', ')}</Fact>
      {channels.length > 0 && (
        <Fact name="Channels">{channels.map(([channel, named]) => `${channel}: ${named}`).join(', ')}</Fact>
      )}
      {version.ci_run && (
        <Fact name="CI run">
          <span class="mono">{ciText(version.ci_run)}</span>
        </Fact>
      )}
      {version.source && (
        <Fact name="Source">
          <span class="mono">
            {version.source.repo} at {version.source.commit.slice(0, 12)}
          </span>
        </Fact>
      )}
      {version.when_to_use !== null && <Fact name="When to use">{version.when_to_use}</Fact>}
      {version.tags.length > 0 && (
        <Fact name="Tags">
          <span class="shown-tags">
            {version.tags.map((tag) => (
              <Link
                key={tag}
                href={withQuery('/', { kind: item.kind === 'skill' ? undefined : item.kind, tags: tag })}
              >
                {tag}
              </Link>
            ))}
          </span>
        </Fact>
      )}
      <EvaluationFact claims={version.evaluations ?? []} />
    </dl>
  );
}

/** What the provider of CI confirmed; the source is what the publisher names. */
function ciText({ repository, commit, workflow }: CiRun): string {
  const at = commit === null ? '' : ` at ${commit.slice(0, 12)}`;
  return `${repository}${at}${workflow === null ? '' : `, ${workflow}`}`;
}
