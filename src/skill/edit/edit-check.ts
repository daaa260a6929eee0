/*
 * The safety net under every edit: what was read before against what is read afterwards. However an edit came
 * about, it is only good when the field has the value that was asked for and nothing else has changed.
 */

import { isMissing } from '../fields-value.js';
import { type Frontmatter, type FrontmatterValue, readings, type Skill } from '../skill.js';
import { isMap } from '../yaml.js';
import { type EditRefused, refuse } from './edit-plan.js';

/** `wanted` is undefined when the field is to be gone. Undefined when all is well. */
export function checkField(
  before: Skill,
  after: Skill,
  path: readonly string[],
  wanted: FrontmatterValue | undefined,
): EditRefused | undefined {
  if (!isSame(valueAt(after.frontmatter, path), wanted)) return refuse('value-not-kept');
  if (!isSame(without(before.frontmatter, path), without(after.frontmatter, path))) {
    return refuse('other-field-changed');
  }
  if (!hasSameBytes(bodyBytes(before), bodyBytes(after))) return refuse('body-changed');
  if (readings.indexOf(after.reading) > readings.indexOf(before.reading)) return refuse('yaml-broken');
  return undefined;
}

export function checkBody(before: Skill, after: Skill, wanted: Uint8Array): EditRefused | undefined {
  if (!hasSameBytes(bodyBytes(after), wanted)) return refuse('body-changed');
  return isSame(before.frontmatter, after.frontmatter) ? undefined : refuse('other-field-changed');
}

export function valueAt(frontmatter: Frontmatter, path: readonly string[]): FrontmatterValue | undefined {
  let value: FrontmatterValue | undefined = frontmatter;
  for (const key of path) value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

export function isSame(a: FrontmatterValue | undefined, b: FrontmatterValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

export function hasSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

export function bodyBytes({ source, layout }: Skill): Uint8Array {
  return source.subarray(layout.bodyStart);
}

/** The map without the field, and without the maps on the way that hold nothing else. */
function without(map: Frontmatter, path: readonly string[]): Frontmatter {
  const [key = '', ...below] = path;
  const { [key]: value, ...others } = map;
  if (below.length === 0 || isMissing(value)) return others;
  if (!isMap(value)) return map;
  const rest = without(value, below);
  return Object.keys(rest).length === 0 ? others : { ...others, [key]: rest };
}
