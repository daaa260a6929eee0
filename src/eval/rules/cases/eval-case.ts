/*
 * A case of an evaluation, whatever format it was written in: a prompt, how its answer is graded, and how it may be run.
 * Cases come with packages, so every value in them is data of strangers until somebody trusts them.
 */

export const caseSources = ['prose', 'case_yaml', 'mixed', 'evals_json', 'triggers'] as const;
export type CaseSource = (typeof caseSources)[number];

export interface EvalCase {
  readonly name: string;
  readonly source: CaseSource;
  /** The file or folder that defines it, relative to the skill, for messages. */
  readonly path: string;
  readonly prompt: string;
  readonly graders: readonly Grader[];
  readonly tags: readonly string[];
  /** Undefined where the person who runs it decides. */
  readonly runs: number | undefined;
  readonly model: string | undefined;
  readonly maxTurns: number;
  readonly timeoutSeconds: number;
  /** Tools that the case would like to have; which of them it gets is decided by the person who runs it. */
  readonly allowedTools: readonly string[];
  readonly appendSystemPrompt: string | undefined;
  /** Set for the agent only where the cases are trusted. */
  readonly environment: Readonly<Record<string, string>>;
  /** A shell script that prepares the working folder; it runs only where the cases are trusted. */
  readonly scaffold: string | undefined;
  /** Files that are put into the working folder. */
  readonly files: readonly CaseFile[];
}

export interface CaseFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export const caseDefaults = { maxTurns: 10, timeoutSeconds: 300 } as const;

export type Grader = GraderFrame &
  (
    | RegexGrader
    | ToolUsedGrader
    | ToolOrderGrader
    | FileExistsGrader
    | LlmGrader
    | BaselineGrader
    | FiredGrader
  );

interface GraderFrame {
  readonly name: string;
  readonly weight: number;
  /** with-only: says nothing about an agent without the skill; both: is scored in each arm, whatever it is. */
  readonly arm: 'with-only' | 'both' | undefined;
}

export interface RegexGrader {
  readonly type: 'regex';
  readonly pattern: string;
  readonly flags: string;
  readonly match: 'contains' | 'not_contains' | { readonly count: number };
  readonly target: Target;
}

export interface ToolMatch {
  readonly tool: string;
  readonly inputMatch: string | undefined;
}

export interface ToolUsedGrader extends ToolMatch {
  readonly type: 'tool_used';
  readonly min: number;
  readonly max: number | undefined;
}

export interface ToolOrderGrader {
  readonly type: 'tool_order';
  readonly before: ToolMatch;
  readonly after: ToolMatch;
}

export interface FileExistsGrader {
  readonly type: 'file_exists';
  /** A glob over the files that the run created. */
  readonly path: string;
  readonly exists: boolean;
}

export interface LlmGrader {
  readonly type: 'llm';
  readonly criteria: string;
  readonly focus: Target;
}

export interface BaselineGrader {
  readonly type: 'baseline';
  /** The text of the reference. */
  readonly baseline: string;
  readonly criteria: string;
}

/** Whether the agent loaded the skill, as it should or should not for this prompt. */
export interface FiredGrader {
  readonly type: 'fired';
  readonly expected: boolean;
}

/** What a grader looks at. */
export type Target = 'last_message' | 'trace' | 'files' | { readonly file: string };
