/*
 * The default form of a merge, made without a model: a short section per source with what it is for and the folder to
 * work from. Each source keeps its own tree below `references/<source>/`, its body byte for byte, so that its relative
 * links and commands hold unchanged.
 */

import { fieldLimits } from '../../../skill/fields.js';
import { blockOf } from '../../../skill/layout.js';
import { normalizeName } from '../../../skill/package-names.js';
import { writeBlockEntry } from '../../../text/edit/yaml/write.js';
import { isEqual } from '../../../text/shape.js';
import { type Drop, dropFor } from './dropped.js';
import {
  type MergedFile,
  placedFiles,
  type ResultPackage,
  rawEntries,
  type SourcePackage,
} from './package.js';

export interface MergeForm {
  readonly name: string;
  /** Instead of the descriptions of the sources. */
  readonly description?: string | undefined;
  readonly drops: readonly Drop[];
}

/** A sentence where the sources cannot have this form. */
export type Composed =
  | { readonly kind: 'composed'; readonly files: ResultPackage }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string };

export function composeMerge(sources: readonly SourcePackage[], form: MergeForm): Composed {
  const description = form.description ?? joinedDescription(sources);
  if (description.length > fieldLimits.description) {
    return {
      kind: 'refused',
      message: `the descriptions of the sources have ${description.length} characters together; at most ${fieldLimits.description} are allowed`,
      hint: 'give a shorter one with --description TEXT; every trigger must be in it',
    };
  }
  const files = new ResultFiles(plain(utf8(skillText(sources, { ...form, description }))));
  for (const source of sources) {
    const folder = `references/${source.name}`;
    const own = [
      [`${source.name}.md`, bodyFile(source, form.drops)],
      ...frontmatterFile(source),
      ...source.files,
    ] as const;
    for (const [path, file] of own) {
      if (!files.put(`${folder}/${path}`, file)) return clash(source, path);
    }
  }
  for (const path of placedFiles) {
    const [first, ...others] = sources.map((source) => source.files.get(path));
    if (first !== undefined && others.every((other) => isEqual([...(other?.bytes ?? [])], [...first.bytes])))
      files.put(path, first);
  }
  return { kind: 'composed', files: files.all };
}

/** The result with the text of a person: files of the sources stay at their paths, or move below their source. */
export function composeWithText(sources: readonly SourcePackage[], text: Uint8Array): Composed {
  const files = new ResultFiles(plain(text));
  for (const source of sources) {
    for (const [path, file] of source.files) {
      const there = files.all.get(path);
      if (there !== undefined && there.mode === file.mode && isEqual([...there.bytes], [...file.bytes]))
        continue;
      if (!files.put(path, file) && !files.put(`references/${source.name}/${path}`, file))
        return clash(source, path);
    }
    for (const [path, file] of frontmatterFile(source))
      if (!files.put(`references/${source.name}/${path}`, file)) return clash(source, path);
  }
  return { kind: 'composed', files: files.all };
}

/** No two of them are in each other's way, on systems too that ignore case and Unicode composition. */
class ResultFiles {
  readonly all = new Map<string, MergedFile>();
  /** How each path and each folder is written, by what such systems make of it. */
  readonly #written = new Map<string, string>();

  constructor(skill: MergedFile) {
    this.put('SKILL.md', skill);
  }

  /** False where something is in the way. */
  put(path: string, file: MergedFile): boolean {
    const names = path.split('/');
    const folders = names.slice(1).map((_, at) => `${names.slice(0, at + 1).join('/')}/`);
    const isTaken =
      [path, `${path}/`].some((one) => this.#written.has(normalizeName(one))) ||
      folders.some(
        (folder) =>
          this.#written.has(normalizeName(folder.slice(0, -1))) ||
          (this.#written.get(normalizeName(folder)) ?? folder) !== folder,
      );
    if (isTaken) return false;
    for (const one of [path, ...folders]) this.#written.set(normalizeName(one), one);
    this.all.set(path, file);
    return true;
  }
}

function clash({ id, name }: SourcePackage, path: string): Composed {
  return {
    kind: 'refused',
    message: `${id} has a file ${path}, which would be in the way of another one in references/${name}/`,
    hint: 'rename that file first',
  };
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function plain(bytes: Uint8Array): MergedFile {
  return { bytes, mode: 0o644 };
}

/** The body byte for byte, but for the lines that a person replaced. */
function bodyFile(source: SourcePackage, drops: readonly Drop[]): MergedFile {
  const { source: bytes, layout } = source.skill;
  const body = bytes.subarray(layout.bodyStart);
  if (!drops.some(({ replacement }) => replacement !== undefined)) return plain(body);
  const lines = new TextDecoder().decode(body).split('\n');
  const replaced = lines.map((line) => {
    const text = line.replace(/\r$/, '');
    const drop = text.trim() === '' ? undefined : dropFor(drops, source, text);
    return drop?.replacement === undefined ? line : line.replace(text, () => drop.replacement ?? '');
  });
  return plain(utf8(replaced.join('\n')));
}

/** What the frontmatter says besides name and description, as it was written; nothing where that is all. */
function frontmatterFile({ skill, files }: SourcePackage): readonly (readonly [string, MergedFile])[] {
  const block = blockOf(skill);
  const more = [...rawEntries(block).keys()].filter((key) => key !== 'name' && key !== 'description');
  if (more.length === 0) return [];
  const path = files.has('frontmatter.yaml') ? 'merged-frontmatter.yaml' : 'frontmatter.yaml';
  return [[path, plain(utf8(block))]];
}

function joinedDescription(sources: readonly SourcePackage[]): string {
  const sentences = sources.map(({ skill }) => {
    const text = skill.fields.description.replace(/\s+/g, ' ').trim();
    return /[.!?]$/.test(text) ? text : `${text}.`;
  });
  return [...new Set(sentences)].join(' ');
}

function skillText(
  sources: readonly SourcePackage[],
  { name, description }: MergeForm & { readonly description: string },
): string {
  const tags = [...new Set(sources.flatMap(({ skill }) => skill.fields.tags))];
  const absorbed = new Set(sources.map((source) => source.name));
  const requires = [
    ...new Set(sources.flatMap(({ skill }) => skill.fields.requires.map(({ slug }) => slug))),
  ].filter((slug) => !absorbed.has(slug));
  const frontmatter = [
    ...writeBlockEntry(['name'], name, 2),
    ...writeBlockEntry(['description'], description, 2),
    ...(tags.length > 0 ? writeBlockEntry(['tags'], tags, 2) : []),
    ...(requires.length > 0 ? writeBlockEntry(['requires'], requires, 2) : []),
    ...sharedEntries(sources),
  ];
  const sections = sources.map((source) => {
    const folder = `references/${source.name}`;
    return [
      `## ${source.name}`,
      '',
      source.skill.fields.description.trim(),
      '',
      `Read [${folder}/${source.name}.md](${linkTo(`${folder}/${source.name}.md`)}) and follow it. Its paths and commands begin in \`${folder}/\`.`,
    ].join('\n');
  });
  const intro = 'Choose the section that fits the task. Each has its own instructions and files.';
  return `---\n${frontmatter.join('\n')}\n---\n\n# ${name}\n\n${intro}\n\n${sections.join('\n\n')}\n`;
}

function linkTo(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Keys that decide what an agent does with the skill are taken over where all sources agree; loss.ts names the others. */
function sharedEntries(sources: readonly SourcePackage[]): readonly string[] {
  const [first, ...others] = sources;
  if (first === undefined) return [];
  const raw = rawEntries(blockOf(first.skill));
  return effectiveKeys(first)
    .filter((key) =>
      others.every(({ skill }) => isEqual(skill.frontmatter[key], first.skill.frontmatter[key])),
    )
    .flatMap((key) => raw.get(key) ?? []);
}

/** The keys of a source that have an effect beyond telling about it. */
export function effectiveKeys({ skill }: SourcePackage): readonly string[] {
  const {
    platforms,
    requiresTools,
    requiresToolsets,
    fallbackForTools,
    fallbackForToolsets,
    config,
    environment,
    commands,
  } = skill.fields;
  const hasConditions = [
    platforms,
    requiresTools,
    requiresToolsets,
    fallbackForTools,
    fallbackForToolsets,
    config,
    environment,
    commands,
  ].some((list) => list.length > 0);
  return Object.keys(skill.frontmatter).filter(
    (key) => !tellingKeys.has(key.toLowerCase()) && (key !== 'metadata' || hasConditions),
  );
}

/** They are carried over otherwise, or only tell about the skill. */
const tellingKeys: ReadonlySet<string> = new Set(
  'name description tags requires license version author authors homepage repository url category compatibility related_skills related-skills created updated date source keywords title emoji'.split(
    ' ',
  ),
);
