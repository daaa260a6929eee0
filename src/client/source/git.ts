/*
 * Git for reading the repositories of others and the one that a published folder is in: it also gets what leads out of
 * a network that needs a proxy, and time for a fetch.
 */

import { type Environment, type GitAnswer, type GitRequest, runGit } from '../../system/process/git.js';

export type ReadingRequest = Pick<GitRequest, 'words' | 'options' | 'stdin' | 'into'>;

export function askGit(environment: Environment, request: ReadingRequest): Promise<GitAnswer> {
  return runGit({
    ...request,
    environment,
    inherit: networkVariables,
    timeoutMs: 300_000,
    maxOutputBytes: 16 * 1024 * 1024,
  });
}

const networkVariables = [
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NO_PROXY', 'no_proxy'],
];
