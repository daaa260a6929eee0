/*
 * `coppice mcp`: the skills for an agent, over MCP on standard input and output. What only some tools need is loaded by
 * them, because an agent waits for the server to start.
 */

import { resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import type { ManifestItem } from '../../../client/rules/manifest.js';
import { serveMcp } from '../../../mcp/server.js';
import type { TeamRegistry } from '../../../mcp/tools/tool.js';
import { untilStopSignal } from '../../../system/process/signals.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { agentTools } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runMcp(given: Context, input: Input<'mcp'>): Promise<Report> {
  if (input.isOn('json'))
    throw new CoppiceError('usage', 'mcp uses its own protocol on stdout, so it does not take --json', {
      hint: 'leave it out',
    });
  const context = { ...given, workingFolder: folderToWorkIn(given, input) };
  const asked = untilStopSignal();
  const connection = serveMcp({
    openLibrary: async () => {
      const { skillLibraryOf } = await import('../../../app/skill-library.js');
      return skillLibraryOf(context, { tools: agentTools(input) });
    },
    registry: registryOf(context, input.isOn('no-telemetry')),
    isReadOnly: input.isOn('read-only'),
    log: (sentence) => context.terminal.stderr.write(`${printable(sentence, { multiline: true })}\n`),
  });
  await Promise.race([connection.ended, asked]);
  await connection.close();
  return { document: {}, text: '' };
}

function folderToWorkIn({ files, workingFolder }: Context, input: Input<'mcp'>): string {
  const folder = resolve(workingFolder, input.text('project') ?? '.');
  if (files.stat(folder)?.kind === 'folder') return folder;
  throw new CoppiceError('not-found', `there is no folder ${folder}`, {
    hint: 'give the folder of the project, or leave --project out',
  });
}

function registryOf(context: Context, isFlagOff: boolean): TeamRegistry {
  return {
    search: async (text, options) => {
      const { remoteOf } = await import('../../../app/project/project.js');
      return await (await remoteOf(context)).search(text, options);
    },
    install: async (item) => await install(context, isFlagOff, item),
  };
}

/** As `coppice add` does it. */
async function install(context: Context, isFlagOff: boolean, item: ManifestItem) {
  const [{ projectOf }, { ensureEdited }, { addOrUpdateItem }, { sendTelemetryAfter }] = await Promise.all([
    import('../../../app/project/project.js'),
    import('../../../app/project/ensure.js'),
    import('../../../client/rules/edit-manifest.js'),
    import('../../../app/project/telemetry.js'),
  ]);
  const { folder } = projectOf(context);
  const { kind, slug } = item;
  const done = await ensureEdited(
    context,
    { project: folder, required: [{ kind, slug }] },
    (text, manifest) => addOrUpdateItem(text, manifest, item),
  );
  await sendTelemetryAfter(context, { project: folder, installed: done.installed, isFlagOff }).until();
  return done;
}
