/*
 * Moving between pages without loading them anew: the address is state, a link changes it, and the browser's own buttons
 * work. Links that are to open elsewhere are left to the browser.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

interface Navigation {
  readonly path: string;
  readonly query: URLSearchParams;
  go(address: string, how?: Going): void;
}

interface Going {
  /** For what is no step of its own, like each letter of a search. */
  readonly replace?: boolean | undefined;
  /** For another part of the same page: it stays where it is scrolled to. */
  readonly stays?: boolean | undefined;
}

const NavigationContext = createContext<Navigation | undefined>(undefined);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('no navigation around this');
  return navigation;
}

export function NavigationProvider({ children }: { readonly children: ComponentChildren }) {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const follow = () => setPlace(here());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  useEffect(restoreScrollPositions, []);
  const [path = '/', search = ''] = place.split('?');
  const go: Navigation['go'] = (address, { replace = false, stays = replace } = {}) => {
    if (replace) history.replaceState(history.state, '', address);
    else {
      saveScrollPosition();
      history.pushState(null, '', address);
    }
    if (!stays) scrollTo(0, 0);
    setPlace(here());
  };
  const navigation = { path, query: new URLSearchParams(search), go };
  return <NavigationContext.Provider value={navigation}>{children}</NavigationContext.Provider>;
}

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly stays?: Going['stays'];
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
}

export function Link({ href, stays, children, ...rest }: LinkProps) {
  const { go } = useNavigation();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href, { stays });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

function here(): string {
  return location.pathname + location.search;
}

/*
 * How far down a page was read, kept with its entry in the browser's history: Back leads to the same place, although what
 * was there is asked for again. The browser's own way gives up before the answer comes.
 */

/** Keeps the place of every entry from now on, and leads back to it. Gives what ends that. */
function restoreScrollPositions(): () => void {
  history.scrollRestoration = 'manual';
  let returning = returnTo(history.state);
  const follow = ({ state }: PopStateEvent) => {
    returning.abort();
    returning = returnTo(state);
  };
  // On the way back, where the page stands is not where it was read.
  const note = () => returning.signal.aborted && saveScrollPosition();
  addEventListener('popstate', follow);
  addEventListener('scrollend', note);
  return () => {
    returning.abort();
    removeEventListener('popstate', follow);
    removeEventListener('scrollend', note);
  };
}

/** Before the entry is left, which may be sooner than the scrolling has ended. */
function saveScrollPosition(): void {
  history.replaceState({ top: scrollY }, '');
}

const readersActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** The page grows while its answers come: it is put there again each time, until the reader does something. */
function returnTo(state: unknown): AbortController {
  const end = new AbortController();
  const top = topIn(state);
  if (top === undefined) {
    end.abort();
    return end;
  }
  const growing = new ResizeObserver(() => scrollTo(0, top));
  growing.observe(document.body);
  end.signal.addEventListener('abort', () => growing.disconnect());
  for (const act of readersActs)
    addEventListener(act, () => end.abort(), { signal: end.signal, passive: true });
  return end;
}

/** None of an entry that was made by another way, such as a link within the page. */
function topIn(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'top' in state && typeof state.top === 'number'
    ? state.top
    : undefined;
}
