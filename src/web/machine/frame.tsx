/*
 * The frame around every page about this machine: name, navigation and theme.
 */

import type { ComponentChildren } from 'preact';
import { ThemeButton } from '../parts/theme-button.js';
import { Link, useNavigation } from '../state/navigation.js';
import { isAtLink, pageLinks } from './rules/machine-address.js';

export function MachineFrame({ children }: { readonly children: ComponentChildren }) {
  const { path } = useNavigation();
  return (
    <>
      <a class="skip" href="#main">
        Skip to main content
      </a>
      <header class="top">
        <Link href="/machine" class="brand">
          <img src="/leaf.svg" alt="" width="20" height="20" />
          Coppice
        </Link>
        <nav aria-label="Pages">
          {pageLinks.map(({ href, label, page }) => (
            <Link key={href} href={href} aria-current={isAtLink(path, page) ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <div class="top-end">
          <span class="visitor">This machine</span>
          <ThemeButton />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
