/*
 * Short messages about what was done or went wrong. They are read out by screen readers, stay until they are closed or
 * replaced or the page is left, and never move the page.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { errorText } from '../api/api.js';
import { useNavigation } from '../state/navigation.js';

export interface Notices {
  tell(message: string): void;
  tellError(error: unknown): void;
}

interface Notice {
  readonly kind: 'done' | 'error';
  readonly message: string;
  /** The page that it is about. */
  readonly path: string;
}

const NoticesContext = createContext<Notices | undefined>(undefined);

export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('no notices around this');
  return notices;
}

export function NoticesProvider({ children }: { readonly children: ComponentChildren }) {
  const { path } = useNavigation();
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => setNotice((told) => (told?.path === path ? told : undefined)), [path]);
  const notices = useMemo<Notices>(() => {
    const show = (kind: Notice['kind'], message: string) =>
      setNotice({ kind, message, path: location.pathname });
    return {
      tell: (message) => show('done', message),
      tellError: (error) => show('error', errorText(error)),
    };
  }, []);
  return (
    <NoticesContext.Provider value={notices}>
      {children}
      <div class="notices" role="status">
        {notice && (
          <p class={`notice ${notice.kind}`}>
            <span>{notice.message}</span>
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
