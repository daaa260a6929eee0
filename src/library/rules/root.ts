/*
 * A root: a folder that contains skills, with the label that begins their ids. Roots are listed in order of precedence:
 * of several skills with the same name, the first one wins.
 */

export const rootKinds = ['given', 'project', 'home', 'user', 'external', 'plugin'] as const;
export type RootKind = (typeof rootKinds)[number];

export interface Root {
  /**
   * Unique on this machine: `home`, `claude`, `claude@1f2e3d4c` for a project, `hermes-ext@1f2e3d4c` for a folder that
   * the settings of an agent add, `dir@1f2e3d4c` for `--root DIR`.
   */
  readonly label: string;
  /** What listings show: `project` for a project's roots, else the label. */
  readonly shownAs: string;
  readonly kind: RootKind;
  /** Absolute, as found or configured; may be a link. */
  readonly path: string;
  /** A skill of an untrusted root is listed as such, never invoked, and shadows nothing. */
  readonly trusted: boolean;
  /** Folders in it that another program writes. */
  readonly managed?: readonly ManagedFolder[];
}

/** That program can replace or remove these skills at any time, so they are not curated or reported as duplicates. */
export interface ManagedFolder {
  /** Absolute. */
  readonly path: string;
  readonly provenance: 'hub' | 'bundled';
}

/** The provenance of a package in a folder that another program writes; undefined for all other packages. */
export function managedProvenance(
  { managed = [] }: Root,
  folder: string,
): ManagedFolder['provenance'] | undefined {
  return managed.find(({ path }) => folder === path || folder.startsWith(`${path}/`))?.provenance;
}
