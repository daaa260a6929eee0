/*
 * Reads a case in the format of `claude plugin eval`: a folder with `prompt.md`, `case.yaml` or both, and graders in
 * `graders/*.md`. Where both files state a field, prompt.md wins.
 */

import { CoppiceError } from '../../../text/errors.js';
import { CaseFields, faultOf } from './case-fields.js';
import { type CaseFile, caseDefaults, type EvalCase, type Grader } from './eval-case.js';
import { readMarkdown, yamlIn } from './frontmatter.js';
import { readGrader } from './read-grader.js';

/** The files of one case folder, by their paths in it. */
export interface CaseFolder {
  /** Relative to the skill, such as `evals/husum`. */
  readonly path: string;
  readonly texts: ReadonlyMap<string, string>;
}

const executionFields = [
  'model',
  'max_turns',
  'timeout_seconds',
  'allowed_tools',
  'append_system_prompt',
  'env',
] as const;

const promptFields = [
  'schema_version',
  'name',
  'description',
  'tags',
  'plugins',
  'runs',
  'expected_outcome',
  ...executionFields,
];

const maxGraders = 256;

export function readClaudeCase({ path, texts }: CaseFolder): EvalCase {
  const prose = texts.get('prompt.md');
  const yaml = texts.get('case.yaml');
  const promptFile = prose === undefined ? undefined : readMarkdown(`${path}/prompt.md`, prose);
  const fromProse = new CaseFields(`${path}/prompt.md`, promptFile?.fields);
  fromProse.allowOnly(promptFields);
  const document = new CaseFields(
    `${path}/case.yaml`,
    yaml === undefined ? undefined : yamlIn(`${path}/case.yaml`, yaml),
  );
  if (yaml !== undefined) requireVersion(document);
  if (fromProse.has('schema_version')) requireVersion(fromProse);
  const execution = document.inside('execution');
  /** The first of these that states a field is the one that counts. */
  const source = (field: string) => {
    const sources = [fromProse, execution, document];
    return sources.find((one) => one.has(field)) ?? fromProse;
  };
  const prompt = promptFile?.body.trim() ? promptFile.body : (execution.text('prompt') ?? '');
  const main = promptFile === undefined ? `${path}/case.yaml` : `${path}/prompt.md`;
  if (prompt.trim() === '') throw faultOf(main, 'the prompt', 'is missing');
  if (prompt.includes('\0')) throw faultOf(main, 'the prompt', 'contains a NUL character');
  const name = source('name').name('name') ?? path.split('/').at(-1) ?? path;
  if (name.trim() === '') throw faultOf(main, 'name', 'is missing');
  const context = document.inside('context');
  for (const field of ['history_file', 'add_dirs'])
    if (context.has(field)) throw context.fault(field, 'is not supported by coppice eval');
  return {
    name,
    source: promptFile === undefined ? 'case_yaml' : yaml === undefined ? 'prose' : 'mixed',
    path,
    prompt,
    graders: gradersOf(path, document, texts, main),
    tags: source('tags').texts('tags'),
    runs: source('runs').whole('runs', 1, 50),
    model: source('model').text('model'),
    maxTurns: source('max_turns').whole('max_turns', 1, 200) ?? caseDefaults.maxTurns,
    timeoutSeconds:
      source('timeout_seconds').whole('timeout_seconds', 1, 3600) ?? caseDefaults.timeoutSeconds,
    allowedTools: source('allowed_tools').texts('allowed_tools'),
    appendSystemPrompt: source('append_system_prompt').text('append_system_prompt'),
    environment: environmentIn(source('env')),
    scaffold: scaffoldIn(context, texts),
    files: [] as readonly CaseFile[],
  };
}

function requireVersion(fields: CaseFields): void {
  const version = fields.requiredText('schema_version');
  if (!/^1(?:\.\d+)*$/.test(version)) throw fields.fault('schema_version', `must be 1.x, and is ${version}`);
}

function environmentIn(fields: CaseFields): Readonly<Record<string, string>> {
  const given = fields.raw('env');
  if (given === undefined) return {};
  const inside = fields.inside('env');
  const names = Object.keys(given as Readonly<Record<string, unknown>>);
  for (const name of names)
    if (!/^EVAL_[A-Z0-9_]*$/.test(name)) throw inside.fault(name, 'must be named EVAL_ and capital letters');
  return Object.fromEntries(names.map((name) => [name, inside.text(name) ?? '']));
}

/** The script itself, or the file of the case that has it. */
function scaffoldIn(context: CaseFields, texts: ReadonlyMap<string, string>): string | undefined {
  const given = context.text('scaffold_script');
  if (given === undefined) return undefined;
  return texts.get(given.replace(/^\.\//, '')) ?? given;
}

function gradersOf(
  path: string,
  document: CaseFields,
  texts: ReadonlyMap<string, string>,
  main: string,
): readonly Grader[] {
  const fileText = (name: string) => texts.get(name.replace(/^\.\//, ''));
  const listed = document
    .list('graders')
    .map((fields, at) => readGrader(fields, { name: `grader ${at + 1}`, body: '', fileText }));
  const files = [...texts.keys()].filter((name) => /^graders\/[^/]+\.md$/.test(name)).sort();
  const inFiles = files.flatMap((name) => {
    const file = `${path}/${name}`;
    const { fields, body } = readMarkdown(file, texts.get(name) ?? '');
    // Notes for people beside the graders.
    if (fields === undefined) return [];
    return [
      readGrader(new CaseFields(file, fields), {
        name: name.slice('graders/'.length, -'.md'.length),
        body,
        fileText,
      }),
    ];
  });
  const graders = [...listed, ...inFiles];
  if (graders.length === 0) throw faultOf(main, 'graders', 'are missing: add at least one file graders/*.md');
  if (graders.length > maxGraders) throw faultOf(main, 'graders', `are more than ${maxGraders}`);
  requireUniqueNames(main, graders);
  return graders;
}

function requireUniqueNames(file: string, graders: readonly Grader[]): void {
  const names = new Set<string>();
  for (const { name } of graders) {
    if (names.has(name)) throw faultOf(file, 'graders', `have the name ${name} twice`);
    names.add(name);
  }
}

export function isCaseFault(error: unknown): error is CoppiceError {
  return error instanceof CoppiceError && error.code === 'bad-value';
}
