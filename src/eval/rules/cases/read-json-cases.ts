/*
 * Reads the two JSON formats of skill-creator: `evals/evals.json`, whose expectations a judge checks, and trigger sets,
 * which say for which requests the skill should be loaded.
 */

import { parseJson } from '../../../text/json.js';
import { isObject } from '../../../text/shape.js';
import { CaseFields, faultOf } from './case-fields.js';
import { type CaseFile, caseDefaults, type EvalCase, type Grader } from './eval-case.js';

/** The bytes of a file of the skill; undefined where there is none. */
export type SkillFileReader = (path: string) => Uint8Array | undefined;

const maxCases = 1_000;

export function readEvalsJson(file: string, text: string, read: SkillFileReader): readonly EvalCase[] {
  const document = new CaseFields(file, jsonIn(file, text));
  const list = document.list('evals');
  if (!document.has('evals')) throw document.fault('evals', 'is missing');
  requireCount(file, list.length);
  const ids = new Set<string>();
  return list.map((fields) => {
    const id = fields.requiredText('id');
    if (ids.has(id)) throw fields.fault('id', `is ${id} a second time`);
    ids.add(id);
    return {
      ...plainCase(file),
      name: fields.name('name') ?? `eval-${id}`,
      source: 'evals_json' as const,
      prompt: fields.requiredText('prompt'),
      graders: expectationGraders(fields),
      files: fields.texts('files').map((path) => caseFile(fields, path, read)),
    };
  });
}

/** An array of `{query, should_trigger}`. */
export function readTriggerSet(file: string, text: string): readonly EvalCase[] {
  const document = jsonIn(file, text);
  if (!Array.isArray(document))
    throw faultOf(file, 'the document', 'must be a list of {query, should_trigger}');
  requireCount(file, document.length);
  return document.map((item, at) => {
    const fields = new CaseFields(file, item, `[${at}].`);
    const expected = fields.yesOrNo('should_trigger');
    if (expected === undefined) throw fields.fault('should_trigger', 'is missing');
    const grader: Grader = {
      name: expected ? 'loads the skill' : 'does not load the skill',
      type: 'fired',
      weight: 1,
      arm: 'with-only',
      expected,
    };
    return {
      ...plainCase(file),
      name: `trigger-${at + 1}`,
      source: 'triggers' as const,
      prompt: fields.requiredText('query'),
      graders: [grader],
    };
  });
}

/** Whether a JSON file is a trigger set, as its name does not say so. */
export function isTriggerSet(text: string): boolean {
  const document = parseJson(text);
  return Array.isArray(document) && document.some((item) => isObject(item) && 'should_trigger' in item);
}

function plainCase(path: string) {
  return {
    path,
    tags: [],
    runs: undefined,
    model: undefined,
    ...caseDefaults,
    allowedTools: [],
    appendSystemPrompt: undefined,
    environment: {},
    scaffold: undefined,
    files: [] as readonly CaseFile[],
  };
}

/** The schema calls them expectations, and the skill that writes them assertions. */
function expectationGraders(fields: CaseFields): readonly Grader[] {
  const field = fields.has('expectations') ? 'expectations' : 'assertions';
  const expected = fields.texts(field);
  const whole = fields.text('expected_output');
  const criteria = expected.length > 0 ? expected : whole === undefined || whole === '' ? [] : [whole];
  if (criteria.length === 0) throw fields.fault('expectations', 'is missing, and so is expected_output');
  return criteria.map((text, at) => ({
    name: `expectation ${at + 1}`,
    type: 'llm',
    weight: 1,
    arm: undefined,
    criteria: text,
    focus: 'last_message',
  }));
}

function caseFile(fields: CaseFields, path: string, read: SkillFileReader): CaseFile {
  if (!isPlainPath(path)) throw fields.fault('files', `must be paths inside the skill, and one is ${path}`);
  if (isAgentPath(path))
    throw fields.fault('files', `must not be files that an agent obeys or runs, and one is ${path}`);
  const bytes = read(path);
  if (bytes === undefined) throw fields.fault('files', `names no file of the skill: ${path}`);
  return { path, bytes };
}

function isPlainPath(path: string): boolean {
  return !/^[/~]|\\|^\w:|\0/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part));
}

/** Hidden folders have the settings and hooks of agents, and some names are instructions. */
function isAgentPath(path: string): boolean {
  return (
    path.split('/').some((part) => part.startsWith('.')) ||
    /(?:^|\/)(?:agents|claude|gemini|qwen)[^/]*\.md$|(?:^|\/)opencode\.jsonc?$/i.test(path)
  );
}

function jsonIn(file: string, text: string): unknown {
  const document = parseJson(text);
  if (document === undefined) throw faultOf(file, 'the document', 'is not JSON');
  return document;
}

function requireCount(file: string, count: number): void {
  if (count === 0) throw faultOf(file, 'the document', 'has no cases');
  if (count > maxCases) throw faultOf(file, 'the document', `has more than ${maxCases} cases`);
}
