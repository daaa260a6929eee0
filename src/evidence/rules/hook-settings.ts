/*
 * The hooks of Coppice in a settings text of Claude Code: finds them, adds them and removes them. An entry is
 * recognised as Coppice's by the arguments of its command, even if it was moved.
 */

import { claude } from '../../agents/claude.js';
import { addToList, memberOf, type Step, splice, withoutItem } from '../../text/edit/json.js';
import { type JsonNode, type JsonScalar, parseJsonText } from '../../text/edit/json-outline.js';
import { CoppiceError } from '../../text/errors.js';

/** The hooks record every call with its result, skills that the user names, and the end of a session. */
export const hookEvents: readonly string[] = claude.hooks?.installed ?? [];

/** The end of every command of Coppice's hooks, by which they are recognised. */
export const hookArguments = 'evidence record --from claude-hook';

/** An agent waits for its hooks; a hook that takes longer than this is broken. */
const timeoutSeconds = 5;

export interface FoundHooks {
  readonly installed: readonly string[];
  readonly missing: readonly string[];
  /** The command of the first hook; null when there is none. */
  readonly command: string | null;
}

export function hooksIn(text: string, path: string): FoundHooks {
  const own = text.trim() === '' ? [] : ownHooks(parseSettings(text, path));
  const isInstalled = (event: string) => own.some((hook) => hook.event === event);
  return {
    installed: hookEvents.filter(isInstalled),
    missing: hookEvents.filter((event) => !isInstalled(event)),
    command: own[0]?.command ?? null,
  };
}

/** The text with every hook once; existing hooks with another command get this one. */
export function withHooks(text: string, path: string, command: string): string {
  return hookEvents.reduce(
    (edited, event) => withHook(edited, path, event, command),
    text.trim() === '' ? '{}\n' : text,
  );
}

export function withoutHooks(text: string, path: string): string {
  if (text.trim() === '') return text;
  for (let edited = text; ; ) {
    // The last hook is removed first, so that each one leaves the list that contained it.
    const last = ownHooks(parseSettings(edited, path)).at(-1);
    if (last === undefined) return edited;
    edited = withoutItem(edited, last.steps);
  }
}

function withHook(text: string, path: string, event: string, command: string): string {
  const root = parseSettings(text, path);
  const own = ownHooks(root).filter((hook) => hook.event === event);
  if (own.length > 0) {
    const outdated = own.filter((hook) => hook.command !== command);
    return outdated.reduceRight(
      (edited, { commandNode: { start, end } }) => splice(edited, start, end, JSON.stringify(command)),
      text,
    );
  }
  const group = {
    ...(event === 'PostToolUse' && { matcher: '*' }),
    hooks: [{ type: 'command', command, timeout: timeoutSeconds }],
  };
  const edited = addToList(text, root, ['hooks', event], group);
  if (edited !== undefined) return edited;
  throw new CoppiceError('bad-config', `${path}: "hooks" must be an object, and "${event}" in it a list`, {
    hint: 'correct the file and try again; nothing was written',
  });
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
  readonly commandNode: JsonScalar;
  /** The path to what is removed with the hook. */
  readonly steps: readonly Step[];
}

/** In the order of the text. A group is removed with its only entry, because an empty group has no effect. */
function ownHooks(root: JsonNode): readonly OwnHook[] {
  const own: OwnHook[] = [];
  for (const hooks of stepsInto(root, 'hooks')) {
    for (const event of stepsInto(hooks.item.value)) {
      for (const group of stepsInto(event.item.value)) {
        for (const entry of stepsInto(group.item.value, 'hooks').flatMap(({ item }) =>
          stepsInto(item.value),
        )) {
          const commandNode = stepsInto(entry.item.value, 'command')[0]?.item.value;
          if (commandNode?.kind !== 'scalar' || typeof commandNode.value !== 'string') continue;
          if (!commandNode.value.includes(hookArguments)) continue;
          const isAlone = entry.container.items.length === 1;
          const steps = [hooks, event, group, ...(isAlone ? [] : [entry])];
          own.push({ event: event.item.key ?? '', command: commandNode.value, commandNode, steps });
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
