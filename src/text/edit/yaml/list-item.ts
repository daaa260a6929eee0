/*
 * Puts a text into a list of a YAML document and takes it out again, so that taking out undoes putting in. A list that an
 * edit makes has a blank behind its opening bracket, which distinguishes it from an empty list that was there before.
 */

import { lineBreakOf } from '../../utf8.js';
import { planRemove, planSet } from './fields.js';
import { type Outline, type OutlineList, outlineOf } from './outline.js';
import type { EditPlan } from './plan.js';
import { writeInline } from './write.js';

/** Undefined where the document is not a map, or has something else there that an edit cannot preserve. */
export function addYamlItem(text: string, path: readonly string[], item: string): string | undefined {
  return edited(text, (outline) => {
    const list = listAt(outline, path);
    if (list !== undefined) return planSet(outline, path, [...textsOf(list), item]);
    const plan = planSet(outline, path, [item]);
    if (plan.kind !== 'splice') return plan;
    const written = writeInline(item, 'plain', 'flow');
    const at = plan.text.lastIndexOf(`[${written}]`);
    if (at === -1) return undefined;
    const marked = `${plan.text.slice(0, at)}[ ${written} ]${plan.text.slice(at + written.length + 2)}`;
    return { ...plan, text: marked };
  });
}

/** Undefined where the list does not have the item. */
export function removeYamlItem(text: string, path: readonly string[], item: string): string | undefined {
  return edited(text, (outline) => {
    const list = listAt(outline, path);
    const texts = list && textsOf(list);
    const at = texts?.lastIndexOf(item) ?? -1;
    if (list === undefined || texts === undefined || at === -1) return undefined;
    const isMade = list.flow && /\s/.test(outline.text[list.inside] ?? '');
    if (texts.length === 1 && isMade) return planRemove(outline, path);
    return planSet(outline, path, texts.toSpliced(at, 1));
  });
}

/** A document without a final line break is edited as if it had one. */
function edited(text: string, plan: (outline: Outline) => EditPlan | undefined): string | undefined {
  const newline = lineBreakOf(text);
  const isOpen = text !== '' && !text.endsWith('\n');
  const whole = isOpen ? text + newline : text;
  const outline = outlineOf(whole, newline);
  const planned = outline && plan(outline);
  if (planned?.kind !== 'splice') return undefined;
  const result = whole.slice(0, planned.start) + planned.text + whole.slice(planned.end);
  return isOpen && result.endsWith(newline) ? result.slice(0, -newline.length) : result;
}

function listAt({ root }: Outline, path: readonly string[]): OutlineList | undefined {
  let node: Outline['root'] | OutlineList = root;
  for (const key of path) {
    const value: unknown =
      node?.kind === 'map' ? node.items.find((entry) => entry.key === key)?.value : undefined;
    node = isCollection(value) ? value : undefined;
  }
  return node?.kind === 'list' ? node : undefined;
}

function isCollection(value: unknown): value is NonNullable<Outline['root']> | OutlineList {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    (value.kind === 'map' || value.kind === 'list')
  );
}

function textsOf({ items }: OutlineList): readonly string[] {
  return items.flatMap(({ value }) => (value.kind === 'scalar' ? [value.text] : []));
}
