/*
 * The state of a draft under review: what is saved, what was typed, and what can be done with it. A refusal is shown as a
 * problem and keeps the input.
 */

import { useEffect, useState } from 'preact/hooks';
import type { ReviewVerdict } from '../../../registry/api/names.js';
import type { DraftAnswer, DraftDiff } from '../../../registry/api/routes/drafts.js';
import { type Api, ApiError } from '../../api/api.js';
import { useNotices } from '../../parts/notices.js';
import { changesOf, type DraftTexts, type Typed, textsOf, typedSince } from '../../rules/draft.js';
import { useSession } from '../../state/session.js';

export interface WholeDraft {
  readonly draft: DraftAnswer;
  readonly skillMd: string;
  readonly diff: DraftDiff;
}

export interface DraftReview extends WholeDraft {
  /** As saved, with what was typed over it. */
  readonly texts: DraftTexts;
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  readonly problem: unknown;
  /** Somebody else has changed the draft since it was read. */
  readonly isConflict: boolean;
  type(typed: Typed): void;
  dropTyped(): void;
  save(): Promise<void>;
  /** Reads the draft as it is now; what was typed stays over it. */
  reload(): Promise<void>;
  publish(version: string): Promise<void>;
  discard(reason: string): Promise<void>;
  review(verdict: ReviewVerdict, comment: string): Promise<void>;
}

export async function readWholeDraft(api: Api, id: string, signal?: AbortSignal): Promise<WholeDraft> {
  const request = { params: { id }, ...(signal && { signal }) };
  const draft = await api.get('/v1/drafts/{id}', request);
  const [skillMd, diff] = await Promise.all([
    api.get('/v1/drafts/{id}/skill-md', { ...request, query: { revision: draft.revision } }),
    api.get('/v1/drafts/{id}/diff', request),
  ]);
  return { draft, skillMd, diff };
}

export function useDraftReview(first: WholeDraft): DraftReview {
  const { api } = useSession();
  const { notify } = useNotices();
  const [whole, setWhole] = useState(first);
  const [typed, setTyped] = useState<Typed>({});
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly error: unknown; readonly isSave: boolean }>();
  const { draft, skillMd } = whole;
  const { id } = draft;
  const saved = textsOf(draft, skillMd);
  const changes = changesOf(saved, typed);

  const reload = async () => setWhole(await readWholeDraft(api, id));
  const attempt = async (run: () => Promise<void>, isSave = false) => {
    setBusy(true);
    setRefused(undefined);
    try {
      await run();
    } catch (error) {
      setRefused({ error, isSave });
    }
    setBusy(false);
  };
  const save = async () => {
    let { revision } = draft;
    let done = 0;
    try {
      for (const change of changes) {
        const body = { ...change, expected_revision: revision };
        ({ revision } = await api.send('PATCH', '/v1/drafts/{id}', { params: { id }, body }));
        done++;
      }
    } finally {
      // If a later request was refused, editing continues from what the earlier ones saved.
      if (done > 0) await reload();
    }
    setTyped((now) => typedSince(typed, now));
    notify(`Saved as revision ${revision}.`);
  };
  return {
    ...whole,
    texts: { ...saved, ...typed },
    isUnsaved: changes.length > 0,
    isBusy,
    problem: refused?.error,
    isConflict: refused?.isSave === true && refused.error instanceof ApiError && refused.error.status === 409,
    type: (more) => setTyped((before) => ({ ...before, ...more })),
    dropTyped: () => {
      setTyped({});
      setRefused(undefined);
    },
    save: () => attempt(save, true),
    reload: () => attempt(reload),
    publish: (version) =>
      attempt(async () => {
        const answer = await api.send('POST', '/v1/drafts/{id}/publish', {
          params: { id },
          body: { version, expected_revision: draft.revision },
        });
        const { warnings = [] } = answer.version;
        await reload().finally(() => notify([`Published ${draft.slug} ${version}.`, ...warnings].join(' ')));
      }),
    review: (verdict, comment) =>
      attempt(async () => {
        const body = { verdict, comment, expected_revision: draft.revision };
        await api.send('POST', '/v1/drafts/{id}/review', { params: { id }, body });
        const done = verdict === 'approve' ? 'Approved this content.' : 'Asked for changes.';
        await reload().finally(() => notify(done));
      }),
    discard: (reason) =>
      attempt(async () => {
        await api.send('POST', '/v1/drafts/{id}/discard', { params: { id }, body: { reason } });
        await reload().finally(() => notify(`Discarded the draft of ${draft.slug}.`));
      }),
  };
}

const leaveQuestion = 'Your changes are not saved. Leave this page anyway?';

/** Asks before unsaved text is left behind: by closing the page, by a link to another one, by the browser's buttons. */
export function useLeaveConfirmation(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onNavigate = (event: NavigateEvent) => {
      const isLeaving = new URL(event.destination.url).pathname !== location.pathname;
      // The browser itself asks before it loads another document.
      if (!isLeaving || !event.destination.sameDocument || !event.cancelable) return;
      if (!confirm(leaveQuestion)) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    // Browsers without these events still ask before the page is closed.
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      removeEventListener('beforeunload', onUnload);
      window.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [isUnsaved]);
}
