/*
 * The fields beyond the specification that Coppice supports, and how each is read. A field may be in four places:
 * `metadata.coppice`, `metadata.hermes`, the top level and `metadata`, in this order of precedence.
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

/** Reads each extension into the fields; later ones replace earlier ones. */
export function readExtensions(frontmatter: Frontmatter, into: SkillFields, report: ReportProblem): void {
  const readFrom = (map: FrontmatterValue | undefined) => {
    if (!isMap(map)) {
      if (!isMissing(map)) report('metadata', 'must be a map');
      return;
    }
    for (const field of Object.keys(map)) {
      const read = readers.get(field);
      const value = map[field];
      if (read === undefined || value === undefined || isMissing(value)) continue;
      Object.assign(into, read(value, report, into));
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

/** `before` is what was read so far, for fields that add to it. */
type Reader = (value: FrontmatterValue, report: ReportProblem, before: SkillFields) => Partial<SkillFields>;

const table: Readonly<Record<string, Reader>> = {
  version: (value, report) => ({ version: readText('version', value, report) }),
  author: (value, report) => ({ author: readText('author', value, report) }),
  category: (value, report) => ({ category: readText('category', value, report) }),
  tags: (value, report) => ({ tags: readList('tags', value, report) }),
  when_to_use: (value, report) => ({ whenToUse: readText('when_to_use', value, report) }),
  requires: (value, report) => ({ requires: readList('requires', value, report).map(readRequirement) }),
  related_skills: (value, report) => ({ relatedSkills: readList('related_skills', value, report) }),
  platforms: (value, report) => ({ platforms: readList('platforms', value, report).map(inLowerCase) }),
  platform: (value, report) => ({ platforms: readList('platform', value, report).map(inLowerCase) }),
  // Any spelling in any place pins the skill: if it is unclear, the skill is protected.
  pinned: (value, _, before) => ({ pinned: before.pinned || isTrue(value) }),
  pin: (value, _, before) => ({ pinned: before.pinned || isTrue(value) }),
  requires_tools: (value, report) => ({ requiresTools: readList('requires_tools', value, report) }),
  requires_toolsets: (value, report) => ({ requiresToolsets: readList('requires_toolsets', value, report) }),
  fallback_for_tools: (value, report) => ({
    fallbackForTools: readList('fallback_for_tools', value, report),
  }),
  fallback_for_toolsets: (value, report) => ({
    fallbackForToolsets: readList('fallback_for_toolsets', value, report),
  }),
  config: (value, report) => ({ config: readConfig('config', value, report) }),
  required_environment_variables: (value, report, { environment }) => ({
    environment: readEnvironment('required_environment_variables', value, report, environment),
  }),
  prerequisites: (value, report, { environment }) =>
    readPrerequisites('prerequisites', value, report, environment),
};

/** Their names at the top level, under `metadata`, or under `metadata.coppice`. */
export const extensionFields: readonly string[] = Object.keys(table);

// A map, so that a field named like a property of every object finds nothing.
const readers = new Map(Object.entries(table));

function readRequirement(item: string): Requirement {
  const at = item.indexOf('@', 1);
  if (at === -1) return { slug: item, range: undefined };
  return { slug: item.slice(0, at).trim(), range: item.slice(at + 1).trim() || undefined };
}

function inLowerCase(text: string): string {
  return text.toLowerCase();
}

/** A list of `{key, description, default?}`, or one such map. Of two with the same key the first counts. */
function readConfig(
  field: string,
  value: FrontmatterValue,
  report: ReportProblem,
): readonly ConfigDeclaration[] {
  const entries = Array.isArray(value) ? value : [value];
  const declared = entries.flatMap((entry): ConfigDeclaration[] => {
    const map = isMap(entry) ? entry : {};
    const key = readText(field, map['key'], report);
    const description = readText(field, map['description'], report);
    if (key !== undefined && description !== undefined) {
      return [{ key, description, fallback: readText(field, map['default'], report) }];
    }
    report(field, 'has an entry without key and description');
    return [];
  });
  return firstOfEach(declared, (setting) => setting.key);
}

/** A list of names, or of `{name, help?, optional?}` in the common spellings; added to those in `before`. */
function readEnvironment(
  field: string,
  value: FrontmatterValue | undefined,
  report: ReportProblem,
  before: readonly EnvironmentDeclaration[],
): readonly EnvironmentDeclaration[] {
  const entries = isMap(value) ? [value] : Array.isArray(value) ? value : readList(field, value, report);
  const declared = entries.flatMap((entry): EnvironmentDeclaration[] => {
    const map: Frontmatter = isMap(entry) ? entry : { name: entry };
    const name = readText(field, map['name'] ?? map['env_var'], report);
    if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) {
      const help = readText(field, map['help'] ?? map['provider_url'] ?? map['url'], report);
      return [{ name, help, optional: isTrue(map['optional']) }];
    }
    report(field, 'has an entry that is not the name of an environment variable');
    return [];
  });
  return firstOfEach([...before, ...declared], (variable) => variable.name);
}

/** The older form: a map with `env_vars` and `commands`. */
function readPrerequisites(
  field: string,
  value: FrontmatterValue,
  report: ReportProblem,
  before: readonly EnvironmentDeclaration[],
): Partial<Pick<SkillFields, 'environment' | 'commands'>> {
  if (!isMap(value)) {
    report(field, 'must be a map');
    return {};
  }
  return {
    environment: readEnvironment(field, value['env_vars'], report, before),
    commands: readList(field, value['commands'], report),
  };
}

function firstOfEach<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  const byName = new Map<string, T>();
  for (const item of items) {
    if (!byName.has(nameOf(item))) byName.set(nameOf(item), item);
  }
  return [...byName.values()];
}
