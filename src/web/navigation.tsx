/*
 * Moving between pages without loading them anew: the address is state, a link changes it, and the browser's own buttons
 * work. Links that are to open elsewhere are left to the browser.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { keepScrollPlaces, noteScrollPlace } from './scroll-place.js';

export interface Navigation {
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
  useEffect(keepScrollPlaces, []);
  const [path = '/', search = ''] = place.split('?');
  const go: Navigation['go'] = (address, { replace = false, stays = replace } = {}) => {
    if (replace) history.replaceState(history.state, '', address);
    else {
      noteScrollPlace();
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
