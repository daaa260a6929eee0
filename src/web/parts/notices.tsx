/*
 * Short messages about what was done or went wrong. They are read out by screen readers, stay until they are closed or
 * replaced, and never move the page.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import { errorText } from '../api/api-error.js';

export interface Notices {
  tell(message: string): void;
  tellError(error: unknown): void;
}

interface Notice {
  readonly kind: 'done' | 'error';
  readonly message: string;
}

const NoticesContext = createContext<Notices | undefined>(undefined);

export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('no notices around this');
  return notices;
}

export function NoticesProvider({ children }: { readonly children: ComponentChildren }) {
  const [notice, setNotice] = useState<Notice>();
  const notices = useMemo<Notices>(
    () => ({
      tell: (message) => setNotice({ kind: 'done', message }),
      tellError: (error) => setNotice({ kind: 'error', message: errorText(error) }),
    }),
    [],
  );
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
