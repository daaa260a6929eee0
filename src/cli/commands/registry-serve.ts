/*
 * `coppice registry serve`: the team server, until it is asked to stop.
 */

import { dirname, join } from 'node:path';
import { serve } from '../../registry/serve.js';
import { serverParts } from '../../registry/server-parts.js';
import { CoppiceError } from '../../system/errors.js';
import { untilStopSignal } from '../../system/process/stop-signal.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { defaultHost, defaultPort } from '../verbs/registry.js';
import { wholeNumber } from '../whole-number.js';

export async function run(context: Context, input: Input): Promise<Report> {
  const { environment, clock, program } = context;
  const asked = untilStopSignal();
  const server = await serve(
    {
      ...{ environment, clock },
      host: input.text('host') ?? defaultHost,
      port: portOf(input),
      home: libraryPlace(context, input).home,
      webFolder: join(dirname(program.script), 'web'),
    },
    serverParts,
  );
  return {
    document: { url: server.url, database: server.database },
    text: `${server.url}\n`,
    talk: 'Ctrl-C stops it\n',
    until: async () => {
      await asked;
      await server.stop();
    },
  };
}

function portOf(input: Input): number {
  const port = wholeNumber(input, 'port', 0) ?? defaultPort;
  if (port <= 65_535) return port;
  throw new CoppiceError('bad-value', `--port cannot be ${port}`, { hint: 'give one from 0 to 65535' });
}
