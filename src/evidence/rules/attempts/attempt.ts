/*
 * An attempt: one simple command of a tool call, or one call of another tool, with its outcome. Attempts are what episodes
 * and fixes are derived from.
 */

export const outcomes = [
  /** It worked. */
  'ok',
  /** Its exit code is hidden (`cmd | tail`, `|| true`), so it is neither a failure nor a success. */
  'masked',
  /** It runs in the background, has not returned, or shows nothing. */
  'unknown',
  /** It did not work, and that counts against the skill. */
  'failed',
  /** It ended with an exit code that is part of the work: a search without a match, a difference, a red test. */
  'expected',
  /** The protocol of the agent's own tools refused the call: file not read yet, text not found, unknown tool. */
  'harness',
  /** The user refused it. */
  'refused',
  /** The user interrupted it. */
  'interrupted',
  /** It only reads, so the words of its output are not about the call. */
  'content',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface Attempt {
  /** The id of the event of the call. */
  readonly event: string;
  readonly at: number;
  /** The position of the command in its call, from 0. */
  readonly index: number;
  readonly tool: string;
  readonly command: Command;
  readonly outcome: Outcome;
  /** Present if and only if the outcome is `failed`. */
  readonly cause: Cause | undefined;
  /** What the call printed, without its envelope; it may be cut. */
  readonly output: string;
  /** Whether it changes state. Reads, listings and verify programs do not. */
  readonly changesState: boolean;
}

export interface Command {
  /** On one line, as the agent wrote it, redacted. */
  readonly text: string;
  /** Program, subcommand and mode flags: equal for the same kind of work. A tool of an MCP server is its name. */
  readonly signature: string;
  /** The base name, without launchers and wrappers; aliases are one name: `python3` is `python`. */
  readonly program: string;
  /** The program as written, which aliases hide: `python3`, `docker-compose`, `./gradlew`, `tool@latest`. */
  readonly spelling: string;
  /** The words of the signature behind the program, without mode flags; for an interpreter the name of the script. */
  readonly subcommand: readonly string[];
  /** The other words, in order: flags, operands, the path of a script, and the text of a heredoc as the last one. */
  readonly words: readonly string[];
  /** Such as `npx` or `uv run`. */
  readonly launcher: readonly string[];
  /** `NAME=value`, in order. */
  readonly environment: readonly string[];
  /** Where it runs: the working folder of the call or the last `cd` in it. */
  readonly folder: string | undefined;
  /** The file that `echo` or `printf` writes to; it is then a part of the text. */
  readonly writes?: string;
  /** Whether it runs with more rights (`sudo`). */
  readonly isElevated: boolean;
  /** Whether it is program text (`-c`, `-e`, a heredoc), which is the same work only if it is identical. */
  readonly isOpaque: boolean;
  /** Whether it is a test, a linter, a type check or a formatter. */
  readonly isVerify: boolean;
}

export const families = [
  'notfound',
  'port',
  'usage',
  'auth',
  'perm',
  'init',
  'dep',
  'conn',
  'transient',
  'path',
  'behind',
  'version',
  'config',
  'invalid',
  'code',
  'other',
] as const;
export type Family = (typeof families)[number];

/** Why an attempt failed. */
export interface Cause {
  /** Equal for the same cause: the signature and the normalised error line. */
  readonly key: string;
  readonly family: Family;
  /** The meaningful error line as printed, at most 200 characters; not yet checked for hostile text. */
  readonly line: string;
  readonly exitCode: number | undefined;
}
