/*
 * Short messages about what was done or went wrong. Screen readers read them aloud; they stay until they are closed or
 * replaced or the page is left, and never move the page.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { errorText } from '../api/api.js';
import { useNavigation } from '../state/navigation.js';

export interface Notices {
  notify(message: string, action?: NoticeAction): void;
  notifyError(error: unknown): void;
}

/** What can be done about it from the message itself. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

interface Notice {
  readonly kind: 'done' | 'error';
  readonly message: string;
  /** The page that it is about. */
  readonly path: string;
  readonly action?: NoticeAction | undefined;
}

const NoticesContext = createContext<Notices | undefined>(undefined);

export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('NoticesProvider is missing');
  return notices;
}

export function NoticesProvider({ children }: { readonly children: ComponentChildren }) {
  const { path } = useNavigation();
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => setNotice((shown) => (shown?.path === path ? shown : undefined)), [path]);
  const notices = useMemo<Notices>(() => {
    const show = (kind: Notice['kind'], message: string, action?: NoticeAction) =>
      setNotice({ kind, message, path: location.pathname, action });
    return {
      notify: (message, action) => show('done', message, action),
      notifyError: (error) => show('error', errorText(error)),
    };
  }, []);
  return (
    <NoticesContext.Provider value={notices}>
      {children}
      <div class="notices" role="status">
        {notice && (
          <p class={`notice ${notice.kind}`}>
            <span>{notice.message}</span>
            {notice.action && (
              <button
                type="button"
                onClick={() => {
                  setNotice(undefined);
                  notice.action?.run();
                }}
              >
                {notice.action.label}
              </button>
            )}
            <button
              type="button"
              class="quiet"
              aria-label="Close this message"
              onClick={() => setNotice(undefined)}
            >
              ×
            </button>
          </p>
        )}
      </div>
    </NoticesContext.Provider>
  );
}
