/*
 * `coppice registry serve`: the team server, or one for a person on this machine, until it is asked to stop.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { isLoopback } from '../../../registry/server/http/client-address.js';
import { type RunningServer, serve } from '../../../registry/server/serve.js';
import { serverParts } from '../../../registry/server/server-parts.js';
import { untilStopSignal } from '../../../system/process/signals.js';
import { CoppiceError } from '../../../text/errors.js';
import { builtFile } from '../../frame/built-file.js';
import { defaultHost, defaultPort } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { localServer } from './local-server.js';

export async function runRegistryServe(context: Context, input: Input<'registry serve'>): Promise<Report> {
  const { environment, clock } = context;
  const host = input.text('host') ?? defaultHost;
  const given = portOf(input);
  refuseContradictions(input, host);
  const local = input.isOn('local') ? localServer(context, input) : undefined;
  const asked = untilStopSignal();
  const server = await serve(
    {
      environment,
      clock,
      host,
      port: given ?? defaultPort,
      home: libraryOptions(context).home,
      webFolder: builtFile(context, 'web'),
      embeddingWorker: builtFile(context, 'embedding-worker.js'),
      bundleWorker: builtFile(context, 'bundle-worker.js'),
      ...(local && { ...local.options, orFreePort: given === undefined }),
    },
    serverParts,
  );
  const report = local ? await orStop(server, () => local.welcome(server)) : plainReport(server, context);
  return {
    ...report,
    until: async () => {
      await asked;
      await server.stop();
    },
  };
}

/** A log of the server contains lines of JSON only, so the note is for terminals. */
export function plainReport(
  { url, database }: Pick<RunningServer, 'url' | 'database'>,
  { terminal }: Pick<Context, 'terminal'>,
): Report {
  return {
    document: { url, database },
    text: `${url}\n`,
    ...(terminal.stderr.isTerminal && { notes: 'press Ctrl-C to stop\n' }),
  };
}

/** No server is left running by a command that failed. */
async function orStop<T>(server: RunningServer, runRegistryServe: () => Promise<T>): Promise<T> {
  try {
    return await runRegistryServe();
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function refuseContradictions(input: Input<'registry serve'>, host: string): void {
  if (input.isOn('import') && !input.isOn('local'))
    throw new CoppiceError('usage', '--import needs --local', { hint: 'add --local' });
  if (input.isOn('local') && host !== 'localhost' && !isLoopback(host)) {
    throw new CoppiceError('usage', `--local is for this machine only, but others can reach ${host}`, {
      hint: 'leave out --host, or leave out --local and create a tenant (docs/team-registry.md)',
    });
  }
}

/** Undefined where none was asked for. */
function portOf(input: Input<'registry serve'>): number | undefined {
  const port = wholeNumber(input, 'port', 0);
  if (port === undefined || port <= 65_535) return port;
  throw new CoppiceError('bad-value', `--port cannot be ${port}`, { hint: 'give one from 0 to 65535' });
}
