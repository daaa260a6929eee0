/*
 * Checks whether a skill can be used here: which of the environment variables and programs it declares are missing.
 */

import { delimiter, join } from 'node:path';
import type { EnvironmentDeclaration, SkillFields } from '../../skill/skill.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import type { Readiness } from '../rules/invocation.js';

type Environment = Readonly<Record<string, string | undefined>>;

export function readinessOf(
  { environment: declared, commands }: Pick<SkillFields, 'environment' | 'commands'>,
  environment: Environment,
  files: Pick<Files, 'stat'>,
): Readiness {
  const missingEnvironment = declared
    .filter((variable) => isMissing(variable, environment))
    .map(({ name, help }) => ({ name, help: help ?? null }));
  const missingCommands = commands.filter((command) => !isOnPath(command, environment, files));
  const isReady = missingEnvironment.length === 0 && missingCommands.length === 0;
  return { status: isReady ? 'ready' : 'setup-needed', missingEnvironment, missingCommands };
}

/** An empty variable counts as missing. */
function isMissing({ name, optional }: EnvironmentDeclaration, environment: Environment): boolean {
  return !optional && !environment[name];
}

function isOnPath(command: string, environment: Environment, files: Pick<Files, 'stat'>): boolean {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => {
    const stat = unlessRefused(() => files.stat(join(folder, command)));
    return stat?.kind === 'file' && (stat.mode & 0o111) !== 0;
  });
}
