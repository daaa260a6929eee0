/*
 * The hooks of Coppice in a settings text of an agent: finds them, adds them, brings those of older versions up to
 * date, and removes them. An entry is recognised as Coppice's by the arguments of its command, even if it was moved.
 */

import type { Hooks } from '../../agents/agent.js';
import { agentNamed } from '../../agents/index.js';
import type { HookedAgent } from '../../agents/sessions/hook-payload.js';
import { addToList, memberOf, type Step, splice, withoutItem } from '../../text/edit/json.js';
import { type JsonItem, type JsonNode, parseJsonText } from '../../text/edit/json-outline.js';
import { CoppiceError } from '../../text/errors.js';

/** The hooks record every call with its result, skills that the user names, and the end of a session. */
export function hookEvents(agent: HookedAgent): readonly string[] {
  return hooksOf(agent)?.installed ?? [];
}

/** The end of every command of Coppice's hooks, by which they are recognised. */
export function hookArguments(agent: HookedAgent): string {
  return `evidence record --from ${agent}-hook`;
}

function hooksOf(agent: HookedAgent): Hooks | undefined {
  return agentNamed(agent).hooks;
}

/** Whether the agent can run hooks in the background, so that it never waits for them. */
function isAsync(agent: HookedAgent): boolean {
  return hooksOf(agent)?.async === true;
}

/** A hook that takes longer than 5 seconds is broken. */
function timeoutOf(agent: HookedAgent): number {
  return hooksOf(agent)?.timeoutUnit === 'milliseconds' ? 5000 : 5;
}

export interface FoundHooks {
  readonly installed: readonly string[];
  readonly missing: readonly string[];
  /** Whether the agent waits for one of them, because an older version installed it. */
  readonly outdated: boolean;
  /** The command of the first hook; null when there is none. */
  readonly command: string | null;
}

export function hooksIn(text: string, path: string, agent: HookedAgent = 'claude'): FoundHooks {
  const own = text.trim() === '' ? [] : ownHooks(parseSettings(text, path), agent);
  const events = hookEvents(agent);
  const isInstalled = (event: string) => own.some((hook) => hook.event === event);
  return {
    installed: events.filter(isInstalled),
    missing: events.filter((event) => !isInstalled(event)),
    outdated: own.some((hook) => isOutdated(hook, agent)),
    command: own[0]?.command ?? null,
  };
}

/** The text with every hook once; existing hooks get this command, and run in the background if the agent can do that. */
export function withHooks(
  text: string,
  path: string,
  command: string,
  agent: HookedAgent = 'claude',
): string {
  return hookEvents(agent).reduce(
    (edited, event) => withHook(edited, path, event, command, agent),
    text.trim() === '' ? '{}\n' : text,
  );
}

export function withoutHooks(text: string, path: string, agent: HookedAgent = 'claude'): string {
  if (text.trim() === '') return text;
  for (let edited = text; ; ) {
    // The last hook is removed first, so that each one leaves the list that contained it.
    const last = ownHooks(parseSettings(edited, path), agent).at(-1);
    if (last === undefined) return edited;
    edited = withoutItem(edited, last.steps);
  }
}

function withHook(text: string, path: string, event: string, command: string, agent: HookedAgent): string {
  const root = parseSettings(text, path);
  const own = ownHooks(root, agent).filter((hook) => hook.event === event);
  if (own.length > 0) return own.reduceRight((edited, hook) => upToDate(edited, hook, command, agent), text);
  const group = {
    ...(event === 'PostToolUse' && agent === 'claude' && { matcher: '*' }),
    hooks: [{ type: 'command', command, ...(isAsync(agent) && { async: true }), timeout: timeoutOf(agent) }],
  };
  const edited = addToList(text, root, ['hooks', event], group);
  if (edited !== undefined) return edited;
  throw new CoppiceError('bad-config', `${path}: "hooks" must be an object, and "${event}" in it a list`, {
    hint: 'correct the file and try again; nothing was written',
  });
}

/** An entry that says itself whether it is asynchronous stays as somebody wants it. */
function isOutdated({ isAsyncSaid }: OwnHook, agent: HookedAgent): boolean {
  return isAsync(agent) && !isAsyncSaid;
}

function upToDate(text: string, hook: OwnHook, command: string, agent: HookedAgent): string {
  const { gapStart, start, value } = hook.commandItem;
  const added = isOutdated(hook, agent) ? `,${text.slice(gapStart, start)}"async": true` : '';
  const edited = splice(text, value.end, value.end, added);
  return hook.command === command ? edited : splice(edited, value.start, value.end, JSON.stringify(command));
}

/** The path appears only in error messages. */
function parseSettings(text: string, path: string): JsonNode {
  const parsed = parseJsonText(text);
  if (parsed.kind !== 'fault') return parsed;
  const { line, column, reason } = parsed;
  throw new CoppiceError('bad-config', `${path}:${line}:${column}: not valid JSON: ${reason}`, {
    hint: 'correct the file and try again; nothing was written',
  });
}

interface OwnHook {
  readonly event: string;
  readonly command: string;
  /** Where the command is in the text. */
  readonly commandItem: JsonItem;
  /** Whether the entry says if the agent waits for it. */
  readonly isAsyncSaid: boolean;
  /** The path to what is removed with the hook. */
  readonly steps: readonly Step[];
}

/** In the order of the text. A group is removed with its only entry, because an empty group has no effect. */
function ownHooks(root: JsonNode, agent: HookedAgent): readonly OwnHook[] {
  const own: OwnHook[] = [];
  for (const hooks of stepsInto(root, 'hooks')) {
    for (const event of stepsInto(hooks.item.value)) {
      for (const group of stepsInto(event.item.value)) {
        for (const entry of stepsInto(group.item.value, 'hooks').flatMap(({ item }) =>
          stepsInto(item.value),
        )) {
          const commandItem = stepsInto(entry.item.value, 'command')[0]?.item;
          if (commandItem?.value.kind !== 'scalar' || typeof commandItem.value.value !== 'string') continue;
          const command = commandItem.value.value;
          if (!command.includes(hookArguments(agent))) continue;
          const isAlone = entry.container.items.length === 1;
          const steps = [hooks, event, group, ...(isAlone ? [] : [entry])];
          const isAsyncSaid = stepsInto(entry.item.value, 'async').length > 0;
          own.push({ event: event.item.key ?? '', command, commandItem, isAsyncSaid, steps });
        }
      }
    }
  }
  return own;
}

/** The items of a container, or the one member with this key; none when it has no such items. */
function stepsInto(node: JsonNode, key?: string): readonly Step[] {
  if (node.kind === 'scalar') return [];
  const container = node;
  if (key === undefined) return container.items.map((item) => ({ container, item }));
  const item = container.kind === 'object' ? memberOf(container, key) : undefined;
  return item === undefined ? [] : [{ container, item }];
}
