/*
 * The frame around every page: name, navigation, account and theme. Only pages that the visitor may use are shown.
 */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Scope } from '../registry/api/names.js';
import { useNotices } from './parts/notices.js';
import { withQuery } from './rules/address.js';
import { readFromDevice, saveOnDevice } from './state/device-storage.js';
import { Link, useNavigation } from './state/navigation.js';
import { useSession } from './state/session.js';

interface PageLink {
  readonly href: string;
  readonly label: string;
  /** `session`: any signed-in visitor. */
  readonly needs?: Scope | 'session';
}

const pageLinks: readonly PageLink[] = [
  { href: '/', label: 'Catalog' },
  { href: '/graveyard', label: 'Graveyard', needs: 'tenant:admin' },
  { href: '/usage', label: 'Usage', needs: 'tenant:admin' },
  { href: '/drafts', label: 'Drafts', needs: 'skills:publish' },
  { href: '/audit', label: 'Audit', needs: 'tenant:admin' },
  { href: '/tokens', label: 'Tokens', needs: 'session' },
];

export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path } = useNavigation();
  const { who, can } = useSession();
  const offered = pageLinks.filter(({ needs }) =>
    needs === undefined ? true : needs === 'session' ? who !== null : can(needs),
  );
  return (
    <>
      <a class="skip" href="#main">
        Skip to main content
      </a>
      <header class="top">
        <Link href="/" class="brand">
          <img src="/leaf.svg" alt="" width="20" height="20" />
          Coppice
        </Link>
        {offered.length > 1 && (
          <nav aria-label="Pages">
            {offered.map(({ href, label }) => (
              <Link key={href} href={href} aria-current={isAt(path, href) ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
        )}
        <div class="top-end">
          <ThemeButton />
          <Visitor />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function Visitor() {
  const { path, query, go } = useNavigation();
  const { who, signOut } = useSession();
  const { notify, notifyError } = useNotices();
  if (!who) {
    const back = path === '/sign-in' ? undefined : withQuery(path, Object.fromEntries(query));
    return (
      <Link class="button" href={withQuery('/sign-in', { back: back === '/' ? undefined : back })}>
        Sign in
      </Link>
    );
  }
  const leave = async () => {
    try {
      await signOut();
      go('/sign-in');
      notify('Signed out.');
    } catch (error) {
      notifyError(error);
    }
  };
  const name = who.principal.replace(/^(user|service):/, '');
  return (
    <>
      <span class="visitor" title={`${who.principal} in ${who.tenant}`}>
        <b>{who.tenant}</b> {name}
      </span>
      <button type="button" onClick={leave}>
        Sign out
      </button>
    </>
  );
}

function isAt(path: string, href: string): boolean {
  if (href === '/') return path === '/' || path.startsWith('/skills/');
  return path === href || path.startsWith(`${href}/`);
}

/** Light, dark, or as the device says. The choice stays on this device. */
const themes = ['device', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Drawn as paths, because sun and moon characters are coloured emoji on some devices. */
const signs: Readonly<Record<Theme, string>> = {
  device: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 1.5v9a4.5 4.5 0 0 1 0-9Z',
  light:
    'M8 4.75a3.25 3.25 0 1 0 0 6.5 3.25 3.25 0 0 0 0-6.5ZM7.25 1h1.5v2h-1.5ZM7.25 13h1.5v2h-1.5ZM1 7.25h2v1.5H1ZM13 7.25h2v1.5h-2ZM2.5 3.6l1.1-1.1L5 3.9 3.9 5ZM11 12.1l1.1-1.1 1.4 1.4-1.1 1.1ZM2.5 12.4 3.9 11 5 12.1l-1.4 1.4ZM11 3.9l1.4-1.4 1.1 1.1L12.1 5Z',
  dark: 'M6.2 2.3a5.9 5.9 0 1 0 7.5 7.5A5 5 0 0 1 6.2 2.3Z',
};
const storageKey = 'coppice-theme';

function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'device';
  const choose = () => {
    setTheme(next);
    saveOnDevice(storageKey, next === 'device' ? null : next);
    if (next === 'device') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  };
  const label = `Theme: ${theme}. Change to ${next}`;
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={choose}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={signs[theme]} fill="currentColor" fill-rule="evenodd" />
      </svg>
    </button>
  );
}

function chosenTheme(): Theme {
  const stored = readFromDevice(storageKey);
  return themes.find((theme) => theme === stored) ?? 'device';
}
