/*
 * Whether Coppice's own folder and configuration are sound: there, private, and naming things that exist.
 */

import { join } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { type Config, loadConfig, readConfig } from '../config/config.js';
import { fromHome } from '../read/roots.js';
import { type Problem, problem } from '../rules/doctor-problem.js';

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
      problem('home-missing', home, 'There is no home yet; the first skill or setting makes it.', null),
    ];
  }
  if (stat.kind !== 'folder') {
    const fix = 'move it away, or name another folder with COPPICE_HOME';
    return [problem('home-not-folder', home, 'The home must be a folder.', fix)];
  }
  // The bits say nothing on Windows.
  if (platform === 'win32') return [];
  const credentials = join(home, 'credentials.toml');
  return [
    ...(isOpen(stat.mode)
      ? [problem('home-open', home, 'Others on this machine may look into it.', `chmod 700 ${home}`)]
      : []),
    ...(isOpen(unlessRefused(() => files.stat(credentials))?.mode ?? 0)
      ? [problem('credentials-open', credentials, 'Others may read it.', `chmod 600 ${credentials}`)]
      : []),
  ];
}

export interface ExaminedConfig {
  /** The defaults, where the file cannot be used. */
  readonly config: Config;
  readonly problems: readonly Problem[];
}

export function examineConfig({ files, home, userHome, configPath }: HomeOptions): ExaminedConfig {
  try {
    if (configPath !== join(home, 'config.toml') && files.stat(configPath) === undefined) {
      throw new CoppiceError('not-found', `there is no configuration ${configPath}`, {
        hint: 'check the path that --config names',
      });
    }
    const config = loadConfig(files, configPath);
    const isThere = (path: string) =>
      unlessRefused(() => files.stat(fromHome(path, userHome, home)))?.kind === 'folder';
    const external = config['library.external_dirs'].filter(({ path }) => !isThere(path));
    const trusted = config['library.trusted_projects'].filter((path) => !isThere(path));
    return {
      config,
      problems: [
        ...external.map(({ path, label }) =>
          problem(
            'root-missing',
            configPath,
            `The folder ${path} of the root "${label}" is not there.`,
            'correct it in library.external_dirs, or make the folder',
          ),
        ),
        ...trusted.map((path) =>
          problem(
            'trusted-missing',
            configPath,
            `The trusted project ${path} is not there.`,
            `coppice trust --remove ${path}`,
          ),
        ),
      ],
    };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return {
      config: readConfig('', configPath),
      problems: [problem('bad-config', configPath, `${error.message}.`, error.hint ?? null)],
    };
  }
}

function isOpen(mode: number): boolean {
  return (mode & 0o077) !== 0;
}
