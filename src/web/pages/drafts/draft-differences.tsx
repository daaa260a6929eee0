/*
 * What a draft changes: against the published item, and from revision to revision.
 */

import type { DraftDiff } from '../../../registry/api/routes/drafts.js';
import { PatchView } from '../../parts/diff-view.js';
import { Moment } from '../../parts/moment.js';
import { Empty } from '../../parts/states.js';

export function PublishedDifference({ diff: { published } }: { readonly diff: DraftDiff }) {
  if (!published) return <Empty title="Nothing is published under this slug" />;
  if (published.diff === '') return <Empty title={`SKILL.md is the same as in ${published.version}`} />;
  return <PatchView patch={published.diff} />;
}

/** The newest is open, the others wait to be asked for. */
export function DraftRevisions({ diff: { revisions } }: { readonly diff: DraftDiff }) {
  return (
    <>
      {revisions.map(({ revision, by, at, diff }, index) => (
        <details key={revision} class="draft-revision" open={index === 0}>
          <summary>
            <b>Revision {revision}</b> by {by}, <Moment at={at} />
          </summary>
          {diff === '' ? (
            <p class="muted">{revision === 1 ? 'As it was proposed.' : 'SKILL.md stayed the same.'}</p>
          ) : (
            <PatchView patch={diff} />
          )}
        </details>
      ))}
    </>
  );
}
