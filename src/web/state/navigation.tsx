/*
 * Navigation between pages without reloading: the address is state, a link changes it, and the browser's own buttons work.
 * Links that open elsewhere are left to the browser. The scroll position of a page is stored with its entry in the browser's
 * history, because the browser's own restoration gives up before the data of the page has arrived.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

interface Navigation {
  readonly path: string;
  readonly query: URLSearchParams;
  go(address: string, options?: NavigateOptions): void;
}

interface NavigateOptions {
  /** For changes that are not a step of their own, like each letter of a search. */
  readonly replace?: boolean | undefined;
  /** For another part of the same page: keeps the scroll position. */
  readonly keepScroll?: boolean | undefined;
}

const NavigationContext = createContext<Navigation | undefined>(undefined);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('NavigationProvider is missing');
  return navigation;
}

export function NavigationProvider({ children }: { readonly children: ComponentChildren }) {
  const [current, setCurrent] = useState(currentAddress);
  useEffect(() => {
    const follow = () => setCurrent(currentAddress());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  useEffect(restoreScrollPositions, []);
  const [path = '/', search = ''] = current.split('?');
  const go: Navigation['go'] = (address, { replace = false, keepScroll = replace } = {}) => {
    if (replace) history.replaceState(history.state, '', address);
    else {
      saveScrollPosition();
      history.pushState(null, '', address);
    }
    if (!keepScroll) scrollTo(0, 0);
    setCurrent(currentAddress());
  };
  const navigation = { path, query: new URLSearchParams(search), go };
  return <NavigationContext.Provider value={navigation}>{children}</NavigationContext.Provider>;
}

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly keepScroll?: NavigateOptions['keepScroll'];
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
}

export function Link({ href, keepScroll, children, ...rest }: LinkProps) {
  const { go } = useNavigation();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href, { keepScroll });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

function currentAddress(): string {
  return location.pathname + location.search;
}

/** Saves the scroll position of every history entry and restores it. The returned function stops that. */
function restoreScrollPositions(): () => void {
  history.scrollRestoration = 'manual';
  let returning = returnTo(history.state);
  const follow = ({ state }: PopStateEvent) => {
    returning.abort();
    returning = returnTo(state);
  };
  // While a position is being restored, the current one is not what the reader chose.
  const save = () => returning.signal.aborted && saveScrollPosition();
  addEventListener('popstate', follow);
  addEventListener('scrollend', save);
  return () => {
    returning.abort();
    removeEventListener('popstate', follow);
    removeEventListener('scrollend', save);
  };
}

/** Also called before the entry is left, which may be before the scrolling ends. */
function saveScrollPosition(): void {
  history.replaceState({ top: scrollY }, '');
}

const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Scrolls there each time the page grows with loaded data, until the reader does something. */
function returnTo(state: unknown): AbortController {
  const end = new AbortController();
  const top = scrollTopIn(state);
  if (top === undefined) {
    end.abort();
    return end;
  }
  const observer = new ResizeObserver(() => scrollTo(0, top));
  observer.observe(document.body);
  end.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of readerEvents)
    addEventListener(event, () => end.abort(), { signal: end.signal, passive: true });
  return end;
}

/** Undefined for an entry that was not made by `go`, such as a link within the page. */
function scrollTopIn(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'top' in state && typeof state.top === 'number'
    ? state.top
    : undefined;
}
