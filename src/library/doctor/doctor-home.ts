/*
 * Checks Coppice's own folder and configuration: do they exist, are they private, and do the paths in them exist.
 */

import { resolve } from 'node:path';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError, sentenceOf, unlessRefused } from '../../text/errors.js';
import { type Config, loadConfig, readConfig } from '../config/config.js';
import { type Problem, problem } from '../rules/agent-view/doctor-problem.js';
import { fromHome } from '../rules/roots.js';

export interface HomeOptions {
  readonly files: Files;
  readonly home: string;
  readonly userHome: string;
  /** As Node names it. */
  readonly platform: string;
  readonly configPath: string;
}

export function homeProblems({ files, home, platform }: HomeOptions): readonly Problem[] {
  const stat = files.stat(home);
  if (stat === undefined) {
    return [
      problem(
        'home-missing',
        home,
        "Coppice's home folder does not exist yet; the first skill or setting creates it.",
        null,
      ),
    ];
  }
  if (stat.kind !== 'folder') {
    const fix = 'move it elsewhere, or set COPPICE_HOME to another folder';
    return [problem('home-not-folder', home, "Coppice's home is not a folder.", fix)];
  }
  // Mode bits mean nothing on Windows.
  if (platform === 'win32') return [];
  const { credentials } = homePaths(home);
  return [
    ...(isOpen(stat.mode)
      ? [problem('home-open', home, 'Other users of this machine can read this folder.', `chmod 700 ${home}`)]
      : []),
    ...(isOpen(unlessRefused(() => files.stat(credentials))?.mode ?? 0)
      ? [
          problem(
            'credentials-open',
            credentials,
            'Other users of this machine can read this file.',
            `chmod 600 ${credentials}`,
          ),
        ]
      : []),
  ];
}

export interface ExaminedConfig {
  /** The defaults if the file cannot be used. */
  readonly config: Config;
  readonly problems: readonly Problem[];
}

export function examineConfig({ files, home, userHome, configPath }: HomeOptions): ExaminedConfig {
  try {
    if (resolve(configPath) !== resolve(homePaths(home).config) && files.stat(configPath) === undefined) {
      throw new CoppiceError('not-found', `there is no configuration file ${configPath}`, {
        hint: 'check the path that --config names',
      });
    }
    const config = loadConfig(files, configPath);
    const isFolder = (path: string) =>
      unlessRefused(() => files.stat(fromHome(path, userHome, home)))?.kind === 'folder';
    const external = config['library.external_dirs'].filter(({ path }) => !isFolder(path));
    const trusted = config['library.trusted_projects'].filter((path) => !isFolder(path));
    return {
      config,
      problems: [
        ...external.map(({ path, label }) =>
          problem(
            'root-missing',
            configPath,
            `The folder ${path} of the root "${label}" does not exist.`,
            'correct it in library.external_dirs, or create the folder',
          ),
        ),
        ...trusted.map((path) =>
          problem(
            'trusted-missing',
            configPath,
            `The trusted project ${path} does not exist.`,
            `coppice trust --remove ${path}`,
          ),
        ),
      ],
    };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return {
      config: readConfig('', configPath),
      problems: [problem('bad-config', configPath, sentenceOf(error), error.hint ?? null)],
    };
  }
}

function isOpen(mode: number): boolean {
  return (mode & 0o077) !== 0;
}
