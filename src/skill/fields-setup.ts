/*
 * What a skill asks of its surroundings before it can work: settings, environment variables, programs. An entry
 * that lacks what it needs is told and left out; of two with the same name the first counts.
 */

import { isMissing, isTrue, readList, readText, type Tell } from './fields-value.js';
import type {
  ConfigDeclaration,
  EnvironmentDeclaration,
  Frontmatter,
  FrontmatterValue,
  SkillFields,
} from './skill.js';
import { isMap } from './yaml.js';

export function readSetup(
  extensions: ReadonlyMap<string, FrontmatterValue>,
  tell: Tell,
): Pick<SkillFields, 'config' | 'environment' | 'commands'> {
  const config = readConfig('config', extensions.get('config'), tell);
  const declared = 'required_environment_variables';
  const environment = readEnvironment(declared, extensions.get(declared), tell);
  const prerequisites = extensions.get('prerequisites');
  if (!isMap(prerequisites)) {
    if (!isMissing(prerequisites)) tell('prerequisites', 'must be a map');
    return { config, environment, commands: [] };
  }
  const older = readEnvironment('prerequisites', prerequisites['env_vars'], tell);
  return {
    config,
    environment: firstOfEach([...environment, ...older], (variable) => variable.name),
    commands: readList('prerequisites', prerequisites['commands'], tell),
  };
}

/** A list of `{key, description, default?}`, or one such map. */
function readConfig(
  field: string,
  value: FrontmatterValue | undefined,
  tell: Tell,
): readonly ConfigDeclaration[] {
  const declared = entriesOf(value).flatMap((entry): ConfigDeclaration[] => {
    const map = isMap(entry) ? entry : {};
    const key = readText(field, map['key'], tell);
    const description = readText(field, map['description'], tell);
    if (key !== undefined && description !== undefined) {
      return [{ key, description, fallback: readText(field, map['default'], tell) }];
    }
    tell(field, 'has an entry without key and description');
    return [];
  });
  return firstOfEach(declared, (setting) => setting.key);
}

/** A list of names, or of `{name, help?, optional?}` in the spellings that are in use. */
function readEnvironment(
  field: string,
  value: FrontmatterValue | undefined,
  tell: Tell,
): readonly EnvironmentDeclaration[] {
  const entries = typeof value === 'string' ? readList(field, value, tell) : entriesOf(value);
  const declared = entries.flatMap((entry): EnvironmentDeclaration[] => {
    const map: Frontmatter = isMap(entry) ? entry : { name: entry };
    const name = readText(field, map['name'] ?? map['env_var'], tell);
    if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) {
      const help = readText(field, map['help'] ?? map['provider_url'] ?? map['url'], tell);
      return [{ name, help, optional: isTrue(map['optional']) }];
    }
    tell(field, 'has an entry that names no environment variable');
    return [];
  });
  return firstOfEach(declared, (variable) => variable.name);
}

function entriesOf(value: FrontmatterValue | undefined): readonly FrontmatterValue[] {
  if (value === undefined || isMissing(value)) return [];
  return Array.isArray(value) ? value : [value];
}

function firstOfEach<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const byName = new Map<string, T>();
  for (const item of items) {
    if (!byName.has(nameOf(item))) byName.set(nameOf(item), item);
  }
  return [...byName.values()];
}
