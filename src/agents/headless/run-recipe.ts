/*
 * How an agent is run for an evaluation: in folders of its own, with one skill in the place where it really looks, and
 * with as few permissions as the case allows. A recipe only plans; whoever follows it makes the folders and starts the
 * program.
 */

export const streamFormats = ['claude', 'codex', 'gemini', 'opencode'] as const;
export type StreamFormat = (typeof streamFormats)[number];

export interface RunRecipe {
  /** The format of what the agent prints. */
  readonly stream: StreamFormat;
  /** Variables of which one signs the agent in; the first that is set is used, where nobody names another. */
  readonly credentials: readonly string[];
  /** Whether the stream states what a run cost. */
  readonly statesCost: boolean;
  /** Why the agent cannot be given a prompt, with what is put before it; undefined where it can. */
  readonly refuses?: (prompt: string, system?: string) => string | undefined;
  readonly plan: (request: RunRequest) => RunPlan;
}

/** Absolute paths of folders that exist for one run alone. */
export interface RunFolders {
  /** The user's home, for the agent. */
  readonly home: string;
  /** The project in which the agent works. */
  readonly work: string;
  /** The configuration of the agent. */
  readonly configuration: string;
}

export interface RunRequest {
  readonly folders: RunFolders;
  readonly prompt: string;
  readonly model: string | undefined;
  readonly maxTurns: number;
  readonly maxCostUsd: number | undefined;
  /** Tools that the person who runs the evaluation allows beyond reading, by their names in Claude Code. */
  readonly allowedTools: readonly string[];
  /** Whether the agent may use no tool at all, as when it judges an answer. */
  readonly isToolless: boolean;
  readonly appendSystemPrompt: string | undefined;
}

export interface RunPlan {
  /** After the name of the program. */
  readonly arguments: readonly string[];
  /** Undefined where the prompt is among the arguments; the agent then reads end of file at once. */
  readonly stdin: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Files that must be there before it starts, by their absolute paths. */
  readonly files: Readonly<Record<string, string>>;
  /** The absolute path of the folder in which the folder of the skill must be. */
  readonly skills: string;
}

/** Whether a tool is allowed, with or without a pattern for its input: `Bash(git log *)`. */
export function allowsTool(allowed: readonly string[], ...tools: readonly string[]): boolean {
  return allowed.some((rule) => tools.includes(rule.split('(')[0] ?? ''));
}

/** Agents that have no place for it get it before the prompt. */
export function withSystemPrompt(prompt: string, system: string | undefined): string {
  return system === undefined ? prompt : `${system}\n\n${prompt}`;
}

/** The longest text that every system passes as one argument is 128 KiB. */
export const maxArgumentBytes = 120_000;
