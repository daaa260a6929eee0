/*
 * What the MCP server is given of the world. A library is opened for every request, so that each sees the skills, the
 * configuration and the trust as they are now, however long the server runs.
 */

import type { Remote } from '../client/remote/remote.js';
import type { EnsureResult } from '../client/rules/ensure-result.js';
import type { ManifestItem } from '../client/rules/manifest.js';
import type { SkillLibrary } from '../library/skill-library.js';
import type { ItemRow } from '../registry/api/item.js';

export interface McpContext {
  openLibrary(): Promise<SkillLibrary>;
  readonly registry: TeamRegistry;
  /** No tool that changes a skill or a project is offered. */
  readonly isReadOnly: boolean;
  /** For the person who looks into it: never on the stream that the protocol is spoken on. */
  log(sentence: string): void;
}

/** The registry of the project the server was started in, else that of the last login. */
export interface TeamRegistry {
  search(...asked: Parameters<Remote['search']>): Promise<readonly FoundItem[]>;
  /** Into the project: its manifest, its lock and the folders of its agents. */
  install(item: ManifestItem): Promise<Installed>;
}

/** What is told of an item that was found. */
export type FoundItem = Pick<
  ItemRow,
  'kind' | 'slug' | 'version' | 'description' | 'state' | 'deprecated' | 'tags'
>;

export type Installed = Pick<
  EnsureResult,
  'installed' | 'repaired' | 'unchanged' | 'removed' | 'skipped' | 'failed'
>;
