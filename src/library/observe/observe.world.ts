/*
 * A library in memory whose skills others change too, for the tests of observing.
 */

import type { Root } from '../rules/root.js';
import { World } from '../write/write.world.js';
import type { WriteDeps } from '../write/write-target.js';
import { type Observation, type ObservedSkill, type ObserveRequest, observe } from './observe.js';

export const megabyte = 1024 * 1024;

export class ObservedWorld extends World {
  /** Real time, long after the disk's own. */
  realTime = Date.UTC(2026, 5, 1);
  readonly observedRoot: Root = { ...this.root, shownAs: 'home', kind: 'home', trusted: true };

  /** What a walk finds: the folders directly below the root that have a SKILL.md. */
  skills(): readonly ObservedSkill[] {
    return (this.files.list(this.root.path) ?? []).flatMap(({ name }) => {
      const folder = `${this.root.path}/${name}`;
      const path = `${folder}/SKILL.md`;
      if (name.startsWith('.') || this.files.stat(path) === undefined) return [];
      return [{ id: `home:${name}`, name, root: this.observedRoot, folder, path }];
    });
  }

  async observe(changes: Partial<ObserveRequest> = {}, deps: WriteDeps = this.deps): Promise<Observation> {
    return await observe(deps, {
      skills: this.skills(),
      roots: [this.observedRoot],
      maxBytes: megabyte,
      realTime: { now: () => this.realTime },
      ...changes,
    });
  }
}
