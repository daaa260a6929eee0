/*
 * Puts an item into a settings text and takes it out again, so that every other byte stays, and so that taking out
 * undoes putting in. What makes that possible without remembering anything: a container that an edit makes has a blank
 * behind its opening bracket, and into an empty container that is there already an item is put without one. That
 * distinguishes the empty containers that go with the last item from those that stay.
 */

import type { JsonContainer, JsonItem, JsonNode } from './json-outline.js';

/** An item and the container that it is in. */
export interface Step {
  readonly container: JsonContainer;
  readonly item: JsonItem;
}

/**
 * Adds to the list at these keys, and makes what is missing on the way. Undefined when something else than an object,
 * and in the end a list, is there.
 */
export function addToList(
  text: string,
  root: JsonNode,
  keys: readonly string[],
  value: unknown,
): string | undefined {
  return addBelow(text, root, keys, [value], (list) =>
    list.kind === 'array' ? withItem(text, list, { value }, false) : undefined,
  );
}

/**
 * Adds the member at these keys, and makes what is missing on the way. Undefined when the member is there already, or
 * something else than an object is on the way.
 */
export function addMember(
  text: string,
  root: JsonNode,
  keys: readonly string[],
  value: unknown,
): string | undefined {
  return addBelow(text, root, keys, value, () => undefined);
}

/** Adds a member for the first missing key; `found` is called where no key is missing. */
function addBelow(
  text: string,
  root: JsonNode,
  keys: readonly string[],
  value: unknown,
  found: (node: JsonNode) => string | undefined,
): string | undefined {
  let container = root;
  for (const [depth, key] of keys.entries()) {
    if (container.kind !== 'object') return undefined;
    const member = memberOf(container, key);
    if (member === undefined) {
      const made = keys.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return withItem(text, container, { key, value: made }, container === root);
    }
    container = member.value;
  }
  return found(container);
}

/**
 * Takes out the item of the last step, and with it the containers around it that an edit made and that it leaves
 * empty. The steps lead there from the outermost container, each of them into the item of the one before.
 */
export function withoutItem(text: string, steps: readonly Step[]): string {
  const taken = steps.findLast((step, depth) => depth === 0 || !isAloneInMade(step));
  return taken === undefined ? text : withoutOne(text, taken);
}

/** The steps to the member at these keys; undefined when one of them is missing. */
export function stepsTo(root: JsonNode, keys: readonly string[]): readonly Step[] | undefined {
  const steps: Step[] = [];
  let node = root;
  for (const key of keys) {
    if (node.kind !== 'object') return undefined;
    const item = memberOf(node, key);
    if (item === undefined) return undefined;
    steps.push({ container: node, item });
    node = item.value;
  }
  return steps;
}

/** Of several members with one key, the last counts. */
export function memberOf(object: JsonContainer, key: string): JsonItem | undefined {
  return object.items.findLast((member) => member.key === key);
}

export function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end);
}

interface NewItem {
  readonly key?: string;
  readonly value: unknown;
}

function withItem(text: string, container: JsonContainer, item: NewItem, isOutermost: boolean): string {
  const { gap, closingGap, print } = styleOf(text, container);
  const spelled = (item.key === undefined ? '' : `${print(item.key)}: `) + print(item.value);
  const last = container.items.at(-1);
  if (last === undefined) {
    const inside = container.start + 1;
    // The outermost braces always stay, so between bare ones there is no need to go without blanks.
    const isBare = isOutermost && container.end === inside + 1;
    return splice(text, inside, inside, isBare ? gap + spelled + closingGap : spelled);
  }
  const added = (comma: string) => {
    const behind = last.comma === undefined ? last.end : last.comma + 1;
    const at = behind + (commentsOnLine.exec(text.slice(behind))?.[0].length ?? 0);
    return splice(text, at, at, gap + spelled + comma);
  };
  return last.comma === undefined ? splice(added(''), last.end, last.end, ',') : added(',');
}

/** They belong to the item that they stand behind. */
const commentsOnLine = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))*/;

function withoutOne(text: string, step: Step): string {
  const { container, item } = step;
  if (isAloneInMade(step)) return splice(text, container.start + 1, container.end - 1, '');
  const at = container.items.indexOf(item);
  const [previous, next] = [container.items[at - 1], container.items[at + 1]];
  const isUnspaced = at === 0 && item.start === container.start + 1;
  // The next item takes its place without a blank, so that the container is still known not to be made by an edit.
  if (isUnspaced && next !== undefined && next.gapStart === (item.comma ?? 0) + 1)
    return splice(text, item.start, next.start, '');
  if (item.comma !== undefined) {
    return splice(splice(text, item.comma, item.comma + 1, ''), item.gapStart, item.end, '');
  }
  const shorter = splice(text, item.gapStart, item.end, '');
  return previous?.comma === undefined ? shorter : splice(shorter, previous.comma, previous.comma + 1, '');
}

function isAloneInMade({ container, item }: Step): boolean {
  return container.items.length === 1 && !container.hasComments && item.start > container.start + 1;
}

interface Style {
  /** What an item follows. */
  readonly gap: string;
  /** What the closing bracket follows. */
  readonly closingGap: string;
  readonly print: (value: unknown) => string;
}

/** A text that is all on one line stays so, unless it is nothing but a pair of braces. */
function styleOf(text: string, container: JsonContainer): Style {
  const content = text.trim();
  if (!/[\r\n]/.test(content) && !/^\{\s*\}$/.test(content)) {
    const print = (value: unknown) => JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
    return { gap: ' ', closingGap: ' ', print };
  }
  const lineBreak = /\r\n|[\r\n]/.exec(text)?.[0] ?? '\n';
  const unit = /[\r\n]([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const outer = indentAt(text, container.start);
  const onOwnLine = container.items.findLast(({ start, gapStart }) =>
    /[\r\n]/.test(text.slice(gapStart, start)),
  );
  const inner = onOwnLine === undefined ? outer + unit : indentAt(text, onOwnLine.start);
  return {
    gap: lineBreak + inner,
    closingGap: lineBreak + outer,
    print: (value) => JSON.stringify(value, null, unit).replaceAll('\n', lineBreak + inner),
  };
}

/** Of the line that this place is on. */
function indentAt(text: string, at: number): string {
  return /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, at))?.[1] ?? '';
}
