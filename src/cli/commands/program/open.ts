/*
 * `coppice open`: the pages about this machine. Starts their server where none is running, and leads a browser there.
 * With the slug of an item: where its page is in the catalog of the registry.
 */

import type { Context } from '../../../app/context.js';
import { doorPage, signInLink } from '../../../machine/rules/door.js';
import { findRunning, type RunningMachine } from '../../../machine/running.js';
import { homePaths } from '../../../system/home.js';
import { openForPerson, startInBackground } from '../../../system/process/background.js';
import { untilStopSignal } from '../../../system/process/signals.js';
import { CoppiceError } from '../../../text/errors.js';
import { parseJson } from '../../../text/json.js';
import { printable } from '../../../text/printable.js';
import { isObject } from '../../../text/shape.js';
import { builtFile } from '../../frame/built-file.js';
import { defaultMachinePort } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import { kindOf, parseSlug } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runOpen(context: Context, input: Input<'open'>): Promise<Report> {
  const slug = input.argument('slug');
  if (slug !== undefined) return await itemPage(context, input, slug);
  if (input.text('kind') !== undefined)
    throw new CoppiceError('usage', '--kind needs the slug of an item', { hint: 'coppice help open' });
  if (input.isOn('stop') && (input.isOn('foreground') || input.isOn('no-browser')))
    throw new CoppiceError('usage', 'use --stop without other flags', { hint: 'coppice help open' });
  const port = portOf(input);
  const running = findRunning(context);
  if (input.isOn('stop')) return await stopped(running);
  if (running !== undefined)
    return await shown(context, input, running.url, await running.newCode(), 'is running already');
  if (input.isOn('foreground')) return await served(context, port);
  const { url, code } = await startedInBackground(context, port);
  return await shown(context, input, url, code, 'is running in the background');
}

/** Where the page of an item is in the catalog of the registry. */
async function itemPage(context: Context, input: Input<'open'>, slug: string): Promise<Report> {
  if (input.isOn('stop') || input.isOn('foreground') || input.isOn('no-browser'))
    throw new CoppiceError(
      'usage',
      'with SLUG, coppice open only prints an address, and takes no flag but --kind',
      {
        hint: 'leave out the slug, or the other flags',
      },
    );
  const { catalogPage, registryOf } = await import('../../../app/project/project.js');
  const item = { kind: kindOf(input), slug: parseSlug(slug, 'the slug of an item') };
  const url = catalogPage(registryOf(context), item);
  return { document: { ...item, url }, text: `${url}\n` };
}

async function stopped(running: RunningMachine | undefined): Promise<Report> {
  if (running === undefined)
    return { document: { stopped: false }, text: '', notes: 'the server is not running\n' };
  await running.stop();
  return { document: { stopped: true, url: running.url }, text: `stopped ${running.url}\n` };
}

async function served(context: Context, port: number | undefined): Promise<Report> {
  const { serveMachine } = await import('../../../machine/serve.js');
  const signalled = untilStopSignal();
  const { stderr } = context.terminal;
  // It is about this machine, whatever project it was started in.
  const server = await serveMachine(
    { ...context, workingFolder: context.userHome },
    {
      port: port ?? defaultMachinePort,
      orFreePort: port === undefined,
      webFolder: builtFile(context, 'web'),
      onFault: (error) =>
        stderr.write(
          `${printable(error instanceof Error ? (error.stack ?? '') : String(error), { multiline: true })}\n`,
        ),
    },
  );
  const { code } = server.newCode();
  const link = signInLink(server.url, code);
  return {
    document: { url: server.url, signIn: link, browser: false },
    text: linkText(link),
    notes: 'press Ctrl-C to stop\n',
    until: async () => {
      await Promise.race([signalled, server.asked]);
      await server.stop();
    },
  };
}

/** The document of the foreground says where it is; it ends with a line of its own. */
async function startedInBackground(
  context: Context,
  port: number | undefined,
): Promise<{ readonly url: string; readonly code: string }> {
  const { program, environment, userHome, home, configPath } = context;
  const argv = [
    ...[program.executable, program.script, 'open', '--foreground', '--json', '--home', home],
    ...(configPath === undefined ? [] : ['--config', configPath]),
    ...(port === undefined ? [] : ['--port', String(port)]),
  ];
  const printed = parseJson(
    await startInBackground({ argv, cwd: userHome, environment }, (line) => line === '}'),
  );
  const document = isObject(printed) ? printed : {};
  const { url, signIn } = document;
  if (typeof url === 'string' && typeof signIn === 'string')
    return { url, code: signIn.slice(signIn.indexOf('#') + 1) };
  const error = isObject(document['error']) ? document['error']['message'] : undefined;
  throw new CoppiceError(
    'unavailable',
    `the server did not start${typeof error === 'string' ? `: ${error}` : ''}`,
    {
      hint: 'coppice open --foreground says more',
    },
  );
}

async function shown(
  context: Context,
  input: Input<'open'>,
  url: string,
  code: string,
  state: string,
): Promise<Report> {
  const link = signInLink(url, code);
  const notes = `the server ${state} at ${url}; stop it with: coppice open --stop\n`;
  const browser = !input.isOn('no-browser') && !input.isOn('foreground') && (await inBrowser(context, link));
  return browser
    ? { document: { url, signIn: link, browser }, text: '', notes: `opened in your browser\n${notes}` }
    : { document: { url, signIn: link, browser }, text: linkText(link), notes };
}

function linkText(link: string): string {
  return `open this link within ten minutes (it works once):\n\n  ${link}\n\n`;
}

/** False on a machine without a desktop, and where somebody is connected from another one. */
async function inBrowser({ files, home, platform, environment }: Context, link: string): Promise<boolean> {
  const isRemote = Boolean(environment['SSH_CONNECTION']);
  const hasDesktop =
    platform === 'darwin' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
  if (isRemote || !hasDesktop) return false;
  const path = homePaths(home).machineDoor;
  files.write(path, new TextEncoder().encode(doorPage(link)));
  return await openForPerson(path, { platform, environment });
}

/** Undefined where none was asked for. */
function portOf(input: Input<'open'>): number | undefined {
  const port = wholeNumber(input, 'port', 0);
  if (port === undefined || port <= 65_535) return port;
  throw new CoppiceError('bad-value', `--port cannot be ${port}`, { hint: 'give one from 0 to 65535' });
}
