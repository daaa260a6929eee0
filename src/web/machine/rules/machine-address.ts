/*
 * The addresses of the pages about this machine.
 */

export type MachinePage = 'today' | 'skills' | 'not-found';

/** In the order of the navigation. */
export const pageLinks = [
  { href: '/machine', label: 'Today', page: 'today' },
  { href: '/machine/skills', label: 'Skills', page: 'skills' },
] as const;

export function machinePageAt(path: string): MachinePage {
  const plain = path.replace(/\/+$/, '');
  return pageLinks.find(({ href }) => href === plain)?.page ?? 'not-found';
}
