/*
 * Opens the library of one person on one machine: reads the configuration, finds the roots and opens the usage store.
 */

import type { Clock } from '../system/clock.js';
import type { Files } from '../system/files.js';
import { homePaths } from '../system/home.js';
import { UsageStore } from '../usage/store.js';
import { type Config, loadConfig } from './config/config.js';
import type { ReadLibrary } from './read/catalog.js';
import { findRoots } from './read/roots-find.js';
import type { AgentTools } from './rules/filters.js';

export interface LibraryOptions {
  readonly files: Files;
  readonly clock: Clock;
  /** Coppice's own folder. */
  readonly home: string;
  /** The user's home, where agents keep their skills. */
  readonly userHome: string;
  /** The project is searched for from here upwards. */
  readonly workingFolder: string;
  /** As Node names it. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `config.toml` in the home by default. */
  readonly configPath?: string | undefined;
  /** Labels or folders of the only roots to read; all known roots by default. */
  readonly onlyRoots?: readonly string[];
  /** What the agent has, for skills that require or replace tools; without it they are offered everywhere. */
  readonly tools?: AgentTools | undefined;
}

export interface Library extends ReadLibrary {
  readonly clock: Clock;
  readonly usage: UsageStore;
  readonly config: Config;
  readonly configPath: string;
}

export function openLibrary(options: LibraryOptions): Library {
  const {
    files,
    clock,
    home,
    platform,
    environment,
    configPath = homePaths(home).config,
    onlyRoots = [],
  } = options;
  const config = loadConfig(files, configPath);
  return {
    files,
    clock,
    home,
    config,
    configPath,
    roots: findRoots(files, { ...options, config, only: onlyRoots }),
    surroundings: {
      platform,
      disabled: config['library.disabled'],
      platformDisabled: config['library.platform_disabled'],
      ...(options.tools && { tools: options.tools }),
    },
    usage: new UsageStore({ path: homePaths(home).usage, files, clock }),
    environment,
    plugins: {
      machine: { userHome: options.userHome, platform, environment },
      workingFolder: options.workingFolder,
      offered: onlyRoots.length === 0,
    },
    writesCaches: true,
    suppressions: config['scan.suppress'],
  };
}
