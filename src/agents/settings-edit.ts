/*
 * Reads and sets one key of Coppice in the text of a settings file of an agent. Every other byte stays, and removing the
 * key gives back the text before it was set; where that is not possible, there is no edit, because the file belongs to
 * the user.
 */

import { addMember, addToList, type Step, splice, stepsTo, withoutItem } from '../text/edit/json.js';
import { parseJsonText } from '../text/edit/json-outline.js';
import { addTomlTable, removeTomlTable } from '../text/edit/toml-tables.js';
import { addYamlItem, removeYamlItem } from '../text/edit/yaml/list-item.js';
import { isEqual, isTable } from '../text/shape.js';
import { splitMark } from '../text/utf8.js';
import type { SettingForm, SettingsFormat } from './agent.js';
import { parseSettingsText } from './settings-text.js';
import { settingAt } from './settings-values.js';

/** Where the key is, and how the file spells it. */
export interface SettingKey {
  readonly format: SettingsFormat;
  readonly form: SettingForm;
  readonly keyPath: readonly string[];
}

/** Undefined: the key is not set. */
export type SettingValue = string | boolean | undefined;

export type ReadSetting =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

export type EditedSettings =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** The value of the key; undefined where it is not set. An empty text has no settings. */
export function readSetting(text: string, key: SettingKey): ReadSetting {
  const parsed = parseSettingsText(text, key.format);
  return parsed.ok ? { ok: true, value: valueIn(parsed.value, key) } : parsed;
}

/** The text with this value of the key; undefined removes it, with the objects and lists that were made for it. */
export function editSetting(text: string, key: SettingKey, value: SettingValue): EditedSettings {
  const edited = edit(text, key, value);
  if (!edited.ok || value === undefined || text.trim() === '') return edited;
  const before = readSetting(text, key);
  if (!before.ok || before.value !== undefined) return edited;
  const back = edit(edited.text, key, undefined);
  if (back.ok && back.text === text) return edited;
  return { ok: false, reason: `${settingName(key)} cannot be set without changing other parts of the file` };
}

export function settingName({ form, keyPath }: SettingKey): string {
  return (form === 'member' ? keyPath : keyPath.slice(0, form === 'item' ? -1 : -2)).join('.');
}

function edit(text: string, key: SettingKey, value: SettingValue): EditedSettings {
  const parsed = parseSettingsText(text, key.format);
  if (!parsed.ok) return parsed;
  if (isEqual(valueIn(parsed.value, key), value)) return { ok: true, text };
  const edited = editors[key.format]?.(text, key, value);
  const after = edited === undefined ? undefined : parseSettingsText(edited, key.format);
  const isRight =
    after?.ok &&
    isEqual(valueIn(after.value, key), value) &&
    isEqual(withoutKey(after.value, key), withoutKey(parsed.value, key));
  if (edited !== undefined && isRight) return { ok: true, text: edited };
  return {
    ok: false,
    reason: `${settingName(key)} is written in a way that cannot be edited without loss`,
  };
}

function valueIn(settings: unknown, { form, keyPath }: SettingKey): unknown {
  if (form === 'member') return settingAt(settings, ...keyPath);
  if (form === 'item') {
    const list = settingAt(settings, ...keyPath.slice(0, -1));
    return Array.isArray(list) && list.includes(keyPath.at(-1)) ? true : undefined;
  }
  const tables = settingAt(settings, ...keyPath.slice(0, -2));
  const [path, field = ''] = keyPath.slice(-2);
  const own = (Array.isArray(tables) ? tables : []).findLast(
    (table) => isTable(table) && table['path'] === path,
  );
  return settingAt(own, field);
}

/** The settings without the key, and without the objects and lists on the way to it that are then empty. */
function withoutKey(settings: unknown, { form, keyPath }: SettingKey): unknown {
  const [path, field = ''] = keyPath.slice(-2);
  const isOwn = (item: unknown) =>
    form === 'item'
      ? item === keyPath.at(-1)
      : isTable(item) &&
        item['path'] === path &&
        Object.keys(item).every((key) => key === 'path' || key === field);
  const way = form === 'member' ? keyPath : keyPath.slice(0, form === 'item' ? -1 : -2);
  const without = (node: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) {
      const kept = Array.isArray(node) ? node.filter((item) => !isOwn(item)) : [];
      return form !== 'member' && Array.isArray(node) ? (kept.length === 0 ? undefined : kept) : undefined;
    }
    if (!isTable(node)) return node;
    const { [key]: inner, ...others } = node;
    const kept = inner === undefined ? undefined : without(inner, rest);
    const all = kept === undefined ? others : { ...others, [key]: kept };
    return Object.keys(all).length === 0 ? undefined : all;
  };
  return without(settings ?? {}, way);
}

type Editor = (text: string, key: SettingKey, value: SettingValue) => string | undefined;

const editors: Readonly<Partial<Record<SettingsFormat, Editor>>> = {
  json: editJson,
  jsonc: editJson,
  toml: editToml,
  yaml: editYaml,
};

function editJson(text: string, { form, keyPath }: SettingKey, value: SettingValue): string | undefined {
  const whole = text.trim() === '' ? '{}\n' : text;
  const root = parseJsonText(whole);
  if (root.kind === 'fault') return undefined;
  if (form === 'member') {
    const steps = stepsTo(root, keyPath);
    const own = steps?.at(-1)?.item.value;
    if (steps === undefined || own === undefined)
      return value === undefined ? undefined : addMember(whole, root, keyPath, value);
    if (value === undefined) return withoutItem(whole, steps);
    return splice(whole, own.start, own.end, JSON.stringify(value));
  }
  if (form !== 'item') return undefined;
  const list = keyPath.slice(0, -1);
  if (value !== undefined) return addToList(whole, root, list, keyPath.at(-1));
  const steps = stepsTo(root, list);
  const container = steps?.at(-1)?.item.value;
  if (steps === undefined || container?.kind !== 'array') return undefined;
  const item = container.items.findLast(
    ({ value: node }) => node.kind === 'scalar' && node.value === keyPath.at(-1),
  );
  return item && withoutItem(whole, [...steps, { container, item } satisfies Step]);
}

function editToml(text: string, { form, keyPath }: SettingKey, value: SettingValue): string | undefined {
  if (form !== 'table') return undefined;
  const { mark, content } = splitMark(text);
  const [path = '', field = ''] = keyPath.slice(-2);
  const tables = keyPath.slice(0, -2);
  if (value !== undefined) return mark + addTomlTable(content, tables, { path, [field]: value });
  const own = removeTomlTable(content, tables, { path, [field]: false });
  return own === undefined ? undefined : mark + own;
}

function editYaml(text: string, { form, keyPath }: SettingKey, value: SettingValue): string | undefined {
  const [item = ''] = keyPath.slice(-1);
  if (form !== 'item') return undefined;
  const { mark, content } = splitMark(text);
  const list = keyPath.slice(0, -1);
  const edited = value === undefined ? removeYamlItem(content, list, item) : addYamlItem(content, list, item);
  return edited === undefined ? undefined : mark + edited;
}
