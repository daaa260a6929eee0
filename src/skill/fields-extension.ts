/*
 * The fields beyond the specification that Coppice honours, and how each is read. One may stand in four places:
 * `metadata.coppice`, `metadata.hermes`, the top level and `metadata`; the more it was written for us, the more it
 * counts.
 */

import { isMissing, isTrue, type ReportProblem, readList, readText } from './field-values.js';
import type {
  ConfigDeclaration,
  EnvironmentDeclaration,
  Frontmatter,
  FrontmatterValue,
  Requirement,
  SkillFields,
} from './skill.js';
import { isMap } from './yaml.js';

/** Puts each extension that is there into the fields, in place of what they say so far. */
export function readExtensions(frontmatter: Frontmatter, into: SkillFields, tell: ReportProblem): void {
  const readFrom = (place: FrontmatterValue | undefined) => {
    if (!isMap(place)) {
      if (!isMissing(place)) tell('metadata', 'must be a map');
      return;
    }
    for (const field of Object.keys(place)) {
      const read = readers.get(field);
      const value = place[field];
      if (read === undefined || value === undefined || isMissing(value)) continue;
      Object.assign(into, read(value, tell, into));
    }
  };
  const { metadata } = frontmatter;
  readFrom(metadata);
  readFrom(frontmatter);
  if (isMap(metadata)) {
    readFrom(metadata['hermes']);
    readFrom(metadata['coppice']);
  }
}

/** Given what was read before, for the fields that add to it. */
type Reader = (value: FrontmatterValue, tell: ReportProblem, before: SkillFields) => Partial<SkillFields>;

const table: Readonly<Record<string, Reader>> = {
  version: (value, tell) => ({ version: readText('version', value, tell) }),
  author: (value, tell) => ({ author: readText('author', value, tell) }),
  category: (value, tell) => ({ category: readText('category', value, tell) }),
  tags: (value, tell) => ({ tags: readList('tags', value, tell) }),
  when_to_use: (value, tell) => ({ whenToUse: readText('when_to_use', value, tell) }),
  requires: (value, tell) => ({ requires: readList('requires', value, tell).map(readRequirement) }),
  related_skills: (value, tell) => ({ relatedSkills: readList('related_skills', value, tell) }),
  platforms: (value, tell) => ({ platforms: readList('platforms', value, tell).map(inLowerCase) }),
  platform: (value, tell) => ({ platforms: readList('platform', value, tell).map(inLowerCase) }),
  // Pinned by any spelling in any place: where it is unclear, the skill is protected.
  pinned: (value, _, before) => ({ pinned: before.pinned || isTrue(value) }),
  pin: (value, _, before) => ({ pinned: before.pinned || isTrue(value) }),
  requires_tools: (value, tell) => ({ requiresTools: readList('requires_tools', value, tell) }),
  requires_toolsets: (value, tell) => ({ requiresToolsets: readList('requires_toolsets', value, tell) }),
  fallback_for_tools: (value, tell) => ({ fallbackForTools: readList('fallback_for_tools', value, tell) }),
  fallback_for_toolsets: (value, tell) => ({
    fallbackForToolsets: readList('fallback_for_toolsets', value, tell),
  }),
  config: (value, tell) => ({ config: readConfig('config', value, tell) }),
  required_environment_variables: (value, tell, { environment }) => ({
    environment: readEnvironment('required_environment_variables', value, tell, environment),
  }),
  prerequisites: (value, tell, { environment }) =>
    readPrerequisites('prerequisites', value, tell, environment),
};

// As a map, so that a field named like a property of every object finds nothing.
const readers = new Map(Object.entries(table));

function readRequirement(item: string): Requirement {
  const at = item.indexOf('@', 1);
  if (at === -1) return { slug: item, range: undefined };
  return { slug: item.slice(0, at).trim(), range: item.slice(at + 1).trim() || undefined };
}

function inLowerCase(text: string): string {
  return text.toLowerCase();
}

/*
 * What a skill asks of its surroundings before it can work: settings, environment variables, programs. An entry
 * that lacks what it needs is told and left out; of two with the same name the first counts.
 */

/** A list of `{key, description, default?}`, or one such map. */
function readConfig(
  field: string,
  value: FrontmatterValue,
  tell: ReportProblem,
): readonly ConfigDeclaration[] {
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
function readEnvironment(
  field: string,
  value: FrontmatterValue | undefined,
  tell: ReportProblem,
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
function readPrerequisites(
  field: string,
  value: FrontmatterValue,
  tell: ReportProblem,
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
