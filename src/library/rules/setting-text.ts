/*
 * One key of an agent's settings text: its value, and the text with another value for it. Every other byte stays.
 */

import { memberOf, type Step, splice, withoutItem } from '../../text/edit/json.js';
import { type JsonNode, parseJsonText } from '../../text/edit/json-outline.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson, withoutComments } from '../../text/json.js';
import type { JsonValue, SettingPlace } from './ledger-entry.js';

/** The value of the key; null when it is absent, as in the text of a file that does not exist. */
export function settingValue(text: string, place: SettingPlace): JsonValue {
  const steps = stepsTo(text, place);
  const { item } = steps.at(-1) ?? {};
  if (item === undefined || steps.length < place.keyPath.length) return null;
  return parseJson(withoutComments(text.slice(item.value.start, item.value.end))) as JsonValue;
}

/** The text with this value for the key; null takes the key out. */
export function withSetting(text: string, place: SettingPlace, value: JsonValue): string {
  const whole = text.trim() === '' ? '{}\n' : text;
  const steps = stepsTo(whole, place);
  const last = steps.at(-1);
  const isThere = last !== undefined && steps.length === place.keyPath.length;
  if (value === null) return isThere ? withoutItem(whole, steps) : text;
  if (isThere) return splice(whole, last.item.value.start, last.item.value.end, JSON.stringify(value));
  const container = last?.item.value ?? rootOf(whole, place);
  if (container.kind !== 'object') throw unusable(place);
  const [key = '', ...below] = place.keyPath.slice(steps.length);
  const made = below.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const comma = container.items.length === 0 ? '' : ', ';
  // A made object has a blank behind its brace, by which it is known when it has to go.
  const print = (inner: unknown) => JSON.stringify(inner, null, 1).replaceAll(/\n */g, ' ');
  const at = container.start + 1;
  return splice(whole, at, at, `${JSON.stringify(key)}: ${print(made)}${comma}`);
}

/** As far as the keys exist. */
function stepsTo(text: string, place: SettingPlace): readonly Step[] {
  const steps: Step[] = [];
  let container: JsonNode = rootOf(text, place);
  for (const key of place.keyPath) {
    if (container.kind !== 'object') throw unusable(place);
    const item = memberOf(container, key);
    if (item === undefined) break;
    steps.push({ container, item });
    container = item.value;
  }
  return steps;
}

function rootOf(text: string, place: SettingPlace): JsonNode {
  const root = parseJsonText(text.trim() === '' ? '{}' : text);
  if ('kind' in root && root.kind === 'object') return root;
  throw unusable(place);
}

function unusable({ file, keyPath }: SettingPlace): CoppiceError {
  return new CoppiceError('bad-config', `${file}: ${keyPath.join('.')} cannot be set there`, {
    hint: 'correct the file and try again; nothing was written',
  });
}
