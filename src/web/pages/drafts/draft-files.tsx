/*
 * All files of a draft, so that nothing is published unread.
 */

import type { DraftAnswer } from '../../../registry/api/routes/drafts.js';
import { withQuery } from '../../address.js';
import { filledPath } from '../../api/api.js';
import { useNavigation } from '../../navigation.js';
import { PackageFiles } from '../../parts/package-files.js';
import { AnswerView } from '../../parts/states.js';
import { useSession } from '../../session.js';
import { useAnswer } from '../../use-answer.js';

const file = '/v1/drafts/{id}/files/{path*}';

export function DraftFiles({ draft }: { readonly draft: DraftAnswer }) {
  const { api } = useSession();
  const { path: page } = useNavigation();
  const { id } = draft;
  const asked = useAnswer(draft.content_digest, (signal) =>
    api.get('/v1/drafts/{id}/files', { params: { id }, signal }),
  );
  const requestFor = (path: string) => ({ params: { id, 'path*': path } });
  return (
    <AnswerView asked={asked} label="files">
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
