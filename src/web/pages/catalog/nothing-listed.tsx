/*
 * An empty list: either nothing has been published, with how to do it; or nothing matches, with what to change.
 */

import { CopyLine } from '../../parts/copy-line.js';
import { Empty } from '../../parts/states.js';
import { type CatalogView, clearedView, isNarrowed, viewAddress } from '../../rules/catalog-view.js';
import { Link } from '../../state/navigation.js';
import { kindLabels } from './catalog-filters.js';

interface Props {
  readonly view: CatalogView;
  readonly canPublish: boolean;
  readonly tenant: string;
}

export function NothingListed({ view, canPublish, tenant }: Props) {
  if (view.trail.length > 0) return <PageGone view={view} />;
  const kind = kindLabels[view.kind].toLowerCase();
  if (isNarrowed(view)) {
    return (
      <Empty title={`No ${kind} ${narrowedBy(view)}`}>
        <p>{adviceFor(view)}</p>
        <p>
          <Link class="button" href={viewAddress(clearedView(view))}>
            Clear search and filters
          </Link>
        </p>
      </Empty>
    );
  }
  if (!canPublish) {
    return (
      <Empty title={`No ${kind} published yet`}>
        <p>Items appear here as soon as somebody in your team publishes one.</p>
      </Empty>
    );
  }
  const option = view.kind === 'skill' ? '' : ` --kind ${view.kind}`;
  return (
    <Empty title={`No ${kind} published yet`}>
      <p>Publish a folder with a SKILL.md as the first one with this command:</p>
      <div class="first-publish">
        <CopyLine
          text={`coppice publish skills/deploy --version 1.0.0${option}`}
          label="the command that publishes"
        />
      </div>
      <p class="small">
        Where the command line does not know this registry yet:{' '}
        <code>
          coppice login {location.origin} --tenant {tenant}
        </code>
      </p>
    </Empty>
  );
}

/** Also for a cursor that the registry does not know, for example from a truncated link. */
export function PageGone({ view }: { readonly view: CatalogView }) {
  return (
    <Empty title="This page of the list no longer exists">
      <p>The list has changed. Start again at the first page.</p>
      <p>
        <Link class="button" href={viewAddress({ ...view, trail: [] })}>
          Go to the first page
        </Link>
      </p>
    </Empty>
  );
}

function narrowedBy({ query, tags, state }: CatalogView): string {
  return [
    ...(state === 'published' ? [] : [`that are ${state}`]),
    ...(query.trim() === '' ? [] : [`found for “${query.trim()}”`]),
    ...(tags.length === 0 ? [] : [`with the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`]),
  ].join(' ');
}

function adviceFor({ query, tags, state }: CatalogView): string {
  if (tags.length > 1) return 'All tags must match. Remove one of them.';
  if (query.trim() !== '') return 'Try fewer or other words, or another kind.';
  if (tags.length === 1) return 'Remove the tag, or try another kind.';
  return state === 'flagged'
    ? 'Nothing has been unused long enough to be flagged.'
    : 'Nothing has been archived.';
}
