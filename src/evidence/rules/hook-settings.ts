/*
 * The hooks in a settings text of Claude Code through which Coppice learns what happens: which there are, the text
 * with them, and the text without. Entries are known as ours by the words of their command, wherever they were moved.
 */

import { claude } from '../../agents/claude.js';
import { addToList, memberOf, type Step, splice, withoutItem } from '../../text/edit/json.js';
import { type JsonNode, type JsonScalar, parseJsonText } from '../../text/edit/json-outline.js';
import { CoppiceError } from '../../text/errors.js';

/** What is recorded: every call with its result, skills that the user names, and the end. */
export const hookEvents: readonly string[] = claude.hooks?.installed ?? [];

/** How a command ends that is one of ours; the flag changes nothing but that. */
export const hookArguments = 'evidence record --from claude-hook';

/** An agent waits for its hooks; one that takes as long as this is broken. */
const timeoutSeconds = 5;

export interface FoundHooks {
  readonly installed: readonly string[];
  readonly missing: readonly string[];
  /** Of the first one; null when there is none. */
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

/** Every hook is there once this is done; what was there with another command has this one. */
export function withHooks(text: string, path: string, command: string): string {
  return hookEvents.reduce(
    (edited, event) => withHook(edited, path, event, command),
    text.trim() === '' ? '{}\n' : text,
  );
}

export function withoutHooks(text: string, path: string): string {
  if (text.trim() === '') return text;
  for (let edited = text; ; ) {
    // The last one first, so that each is taken out of what it was put into.
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
      (edited, { spelled: { start, end } }) => splice(edited, start, end, JSON.stringify(command)),
      text,
    );
  }
  const group = {
    ...(event === 'PostToolUse' && { matcher: '*' }),
    hooks: [{ type: 'command', command, timeout: timeoutSeconds }],
  };
  const edited = addToList(text, root, ['hooks', event], group);
  if (edited !== undefined) return edited;
  throw new CoppiceError('bad-config', `${path}: hooks, or ${event} in it, is not of the kind it should be`, {
    hint: 'settings are an object, hooks in it another, and each event in that a list; nothing was written',
  });
}

/** The path is for the message of a refusal. */
function parseSettings(text: string, path: string): JsonNode {
  const parsed = parseJsonText(text);
  if (parsed.kind !== 'fault') return parsed;
  const { line, column, reason } = parsed;
  throw new CoppiceError('bad-config', `${path}:${line}:${column}: not valid JSON: ${reason}`, {
    hint: 'correct it there, and try again; nothing was written',
  });
}

interface OwnHook {
  readonly event: string;
  readonly command: string;
  /** The place of the command. */
  readonly spelled: JsonScalar;
  /** To what is to be taken out. */
  readonly steps: readonly Step[];
}

/** In the order of the text. A group is taken out with its only entry, as a group without entries says nothing. */
function ownHooks(root: JsonNode): readonly OwnHook[] {
  const own: OwnHook[] = [];
  for (const hooks of stepsInto(root, 'hooks')) {
    for (const event of stepsInto(hooks.item.value)) {
      for (const group of stepsInto(event.item.value)) {
        for (const entry of stepsInto(group.item.value, 'hooks').flatMap(({ item }) =>
          stepsInto(item.value),
        )) {
          const spelled = stepsInto(entry.item.value, 'command')[0]?.item.value;
          if (spelled?.kind !== 'scalar' || typeof spelled.value !== 'string') continue;
          if (!spelled.value.includes(hookArguments)) continue;
          const isAlone = entry.container.items.length === 1;
          const steps = [hooks, event, group, ...(isAlone ? [] : [entry])];
          own.push({ event: event.item.key ?? '', command: spelled.value, spelled, steps });
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
