/*
 * All files of a draft, so that nothing is published unread.
 */

import type { DraftAnswer, DraftDiff } from '../../../registry/api/routes/drafts.js';
import { filledPath } from '../../api/api.js';
import { PatchView } from '../../parts/diff-view.js';
import { Moment } from '../../parts/facts.js';
import { PackageFiles } from '../../parts/package-files.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { withQuery } from '../../rules/address.js';
import { useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const file = '/v1/drafts/{id}/files/{path*}';

export function DraftFiles({ draft }: { readonly draft: DraftAnswer }) {
  const { api } = useSession();
  const { path: page } = useNavigation();
  const { id } = draft;
  const answer = useAnswer(draft.content_digest, (signal) =>
    api.get('/v1/drafts/{id}/files', { params: { id }, signal }),
  );
  const requestFor = (path: string) => ({ params: { id, 'path*': path } });
  return (
    <AnswerView answer={answer} label="files">
      {(files) => (
        <PackageFiles
          of={{
            files,
            fileAddress: (path) => withQuery(page, { tab: 'files', file: path }),
            rawAddress: (path) => filledPath(file, requestFor(path)),
            read: (path, signal) => api.get(file, { ...requestFor(path), signal }),
          }}
        />
      )}
    </AnswerView>
  );
}

/** What a draft changes: against the published item, and from revision to revision. */
export function PublishedDifference({ diff: { published } }: { readonly diff: DraftDiff }) {
  if (!published) return <Empty title="Nothing is published under this slug yet" />;
  if (published.diff === '') return <Empty title={`SKILL.md is the same as in ${published.version}`} />;
  return <PatchView patch={published.diff} />;
}

/** Only the newest revision is open at first. */
export function DraftRevisions({ diff: { revisions } }: { readonly diff: DraftDiff }) {
  return (
    <>
      {revisions.map(({ revision, by, at, diff }, index) => (
        <details key={revision} class="draft-revision" open={index === 0}>
          <summary>
            <b>Revision {revision}</b> by {by}, <Moment at={at} />
          </summary>
          {diff === '' ? (
            <p class="muted">{revision === 1 ? 'As it was proposed.' : 'SKILL.md did not change.'}</p>
          ) : (
            <PatchView patch={diff} />
          )}
        </details>
      ))}
    </>
  );
}
