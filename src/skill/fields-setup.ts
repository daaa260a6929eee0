/*
 * What a skill asks of its surroundings before it can work: settings, environment variables, programs. An entry
 * that lacks what it needs is told and left out; of two with the same name the first counts.
 */

import { isTrue, readList, readText, type Tell } from './fields-value.js';
import type {
  ConfigDeclaration,
  EnvironmentDeclaration,
  Frontmatter,
  FrontmatterValue,
  SkillFields,
} from './skill.js';
import { isMap } from './yaml.js';

/** A list of `{key, description, default?}`, or one such map. */
export function readConfig(field: string, value: FrontmatterValue, tell: Tell): readonly ConfigDeclaration[] {
  const entries = Array.isArray(value) ? value : [value];
  const declared = entries.flatMap((entry): ConfigDeclaration[] => {
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

/** A list of names, or of `{name, help?, optional?}` in the spellings that are in use; added to those before. */
export function readEnvironment(
  field: string,
  value: FrontmatterValue | undefined,
  tell: Tell,
  before: readonly EnvironmentDeclaration[],
): readonly EnvironmentDeclaration[] {
  const entries = isMap(value) ? [value] : Array.isArray(value) ? value : readList(field, value, tell);
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
  return firstOfEach([...before, ...declared], (variable) => variable.name);
}

/** The older form: a map with `env_vars` and `commands`. */
export function readPrerequisites(
  field: string,
  value: FrontmatterValue,
  tell: Tell,
  before: readonly EnvironmentDeclaration[],
): Partial<Pick<SkillFields, 'environment' | 'commands'>> {
  if (!isMap(value)) {
    tell(field, 'must be a map');
    return {};
  }
  return {
    environment: readEnvironment(field, value['env_vars'], tell, before),
    commands: readList(field, value['commands'], tell),
  };
}

function firstOfEach<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const byName = new Map<string, T>();
  for (const item of items) {
    if (!byName.has(nameOf(item))) byName.set(nameOf(item), item);
  }
  return [...byName.values()];
}
