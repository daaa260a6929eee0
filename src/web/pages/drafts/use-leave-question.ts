/*
 * Asks before unsaved text is left behind: by closing the page, by a link to another one, by the browser's buttons.
 */

import { useEffect } from 'preact/hooks';

const question = 'What you typed is not saved. Leave it behind?';

export function useLeaveQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onNavigate = (event: NavigateEvent) => {
      const isLeaving = new URL(event.destination.url).pathname !== location.pathname;
      // What loads another document is asked about by the browser itself.
      if (!isLeaving || !event.destination.sameDocument || !event.cancelable) return;
      if (!confirm(question)) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    // Where a browser has no such events, closing the page is still asked about.
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      removeEventListener('beforeunload', onUnload);
      window.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [isUnsaved]);
}
