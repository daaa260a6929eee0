/*
 * The frame around every page: name, navigation, account and theme. Only pages that the visitor may use are shown.
 */

import type { ComponentChildren } from 'preact';
import type { Scope } from '../registry/api/names.js';
import { useNotices } from './parts/notices.js';
import { ThemeButton } from './parts/theme-button.js';
import { withQuery } from './rules/address.js';
import { Link, useNavigation } from './state/navigation.js';
import { useSession } from './state/session.js';

interface PageLink {
  readonly href: string;
  readonly label: string;
  /** `session`: any signed-in visitor. */
  readonly needs?: Scope | 'session';
  /** Not for the tenant of a server for one person. */
  readonly isForTeams?: true;
}

const pageLinks: readonly PageLink[] = [
  { href: '/', label: 'Catalog' },
  { href: '/graveyard', label: 'Graveyard', needs: 'usage:read' },
  { href: '/usage', label: 'Usage', needs: 'usage:read' },
  { href: '/drafts', label: 'Drafts', needs: 'skills:propose' },
  { href: '/members', label: 'Members', needs: 'tenant:admin', isForTeams: true },
  { href: '/namespaces', label: 'Namespaces', needs: 'members:read', isForTeams: true },
  { href: '/audit', label: 'Audit', needs: 'tenant:admin' },
  { href: '/tokens', label: 'Tokens', needs: 'session' },
  { href: '/settings/publishers', label: 'CI', needs: 'tenant:admin', isForTeams: true },
  { href: '/settings/webhooks', label: 'Webhooks', needs: 'tenant:admin', isForTeams: true },
  { href: '/settings/sign-in', label: 'Sign-in', needs: 'tenant:admin', isForTeams: true },
];

export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path } = useNavigation();
  const { who, can } = useSession();
  const offered = pageLinks
    .filter(({ isForTeams }) => !isForTeams || who?.tenant !== 'local')
    .filter(({ needs }) => (needs === undefined ? true : needs === 'session' ? who !== null : can(needs)));
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
    const back = path.startsWith('/sign-in') ? undefined : withQuery(path, Object.fromEntries(query));
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
      <Link
        href="/account"
        class="visitor"
        title={`My account: ${who.principal} in ${who.tenant}`}
        aria-current={path === '/account' ? 'page' : undefined}
      >
        <b>{who.tenant}</b> {name}
      </Link>
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
