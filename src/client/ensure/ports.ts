/*
 * The dependencies of an ensure. What only some runs need is opened on demand, so that a run with nothing to do loads
 * none of it.
 */

import type { Config } from '../../library/config/config.js';
import type { LinkDeps } from '../link/project-view.js';
import type { Remote } from '../remote/remote.js';
import type { RegistryAddress } from '../rules/manifest.js';
import type { Sources } from '../source/source-packages.js';
import type { Store } from '../store/store.js';

/** `home` is absolute, and the links lead into the store below it. */
export interface EnsureDeps extends LinkDeps {
  readonly store: Store;
  openRemote(place: RegistryAddress): Promise<Remote>;
  openSources(project: string): Promise<Sources>;
  /** The path is for messages. */
  readonly config: Pick<Config, 'scan.policy' | 'scan.suppress'> & { readonly path: string };
  /** Called with warnings, each as one sentence. */
  warn(sentence: string): void;
  onProgress?(state: { readonly done: number; readonly total: number }): void;
  /** How long to wait for another ensure of the same project; ten minutes by default. */
  readonly lockTimeoutMs?: number;
}
