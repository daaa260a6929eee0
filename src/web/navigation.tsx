/*
 * Moving between pages without loading them anew: the address is state, a link changes it, and the browser's own buttons
 * work. Links that are to open elsewhere are left to the browser.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

export interface Navigation {
  readonly path: string;
  readonly query: URLSearchParams;
  /** `replace` for what is no step of its own, like each letter of a search. */
  go(address: string, how?: { readonly replace?: boolean }): void;
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
  const [path = '/', search = ''] = place.split('?');
  const go: Navigation['go'] = (address, { replace = false } = {}) => {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    if (!replace) scrollTo(0, 0);
    setPlace(here());
  };
  const navigation = { path, query: new URLSearchParams(search), go };
  return <NavigationContext.Provider value={navigation}>{children}</NavigationContext.Provider>;
}

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
}

export function Link({ href, children, ...rest }: LinkProps) {
  const { go } = useNavigation();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
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
