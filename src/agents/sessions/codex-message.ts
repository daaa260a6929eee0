/*
 * Parses user messages and tool outcomes of Codex. Codex adds much in the user's name: the environment, AGENTS.md, the
 * output of a command, a skill that the user named. The rest was typed.
 */

import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { Result, SkillMention } from './observation.js';

interface UserMessage {
  /** Empty if nothing was typed. */
  readonly typed: string;
  readonly skills: readonly SkillMention[];
}

export function userMessage(content: unknown): UserMessage {
  const texts = textsIn(content).map((text) => text.trim());
  const typed = texts.filter((text) => wordsOf(text) !== '' && !isContext(text));
  return { typed: typed.join('\n'), skills: texts.flatMap(skillsIn) };
}

/** The texts of a content, which is a text or a list of parts. */
export function textsIn(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []));
}

/** The text without image marks, which differ between items and events. */
export function wordsOf(text: string): string {
  return text.replace(/<\/?image\b[^>]{0,200}>|\[Image #\d+\]/g, '').trim();
}

/** Tags of several words are from Codex; tags of one word are listed, because a user may paste HTML. */
const contextTag = /^<([a-z]+(?:_[a-z]+)+|skill|plugins|subagents)[\s>]/;

function isContext(text: string): boolean {
  const tag = contextTag.exec(text)?.[1];
  return text.startsWith('# AGENTS.md instructions') || (tag !== undefined && text.endsWith(`</${tag}>`));
}

/** With a notice, Codex repeats the skill because it changed or disappeared; the user did not ask for it. */
const skillBlock =
  /^<skill>\s*<name>([^<]+)<\/name>\s*(?:<path>([^<]*)<\/path>\s*)?(<(?:replacement|unavailable)_notice>)?/;

function skillsIn(text: string): readonly SkillMention[] {
  const [, name, path = '', notice] = skillBlock.exec(text) ?? [];
  if (name === undefined || notice !== undefined) return [];
  const folder = path.includes('://') ? undefined : /^(.+)[/\\]SKILL\.md$/i.exec(path.trim())?.[1];
  return [{ name: name.trim(), ...(folder !== undefined && { folder }) }];
}

/** The outcome of a tool call. Plain text is interpreted elsewhere; this reads exit code, success and duration. */
export type CodexOutcome = Pick<Result, 'output' | 'isError' | 'ended' | 'durationMs'>;

type Fields = Readonly<Record<string, unknown>>;

/** The outcome in an item: what the model was shown. */
export function outcomeOfOutput(output: unknown): CodexOutcome {
  return withEnd(outcomeShown(output));
}

function outcomeShown(output: unknown): CodexOutcome {
  if (Array.isArray(output)) return { output: textsIn(output).join('\n') };
  const fields = isObject(output) ? output : structured(output);
  if (!isObject(fields)) return typeof output === 'string' ? outcomeOfText(output) : { output: output ?? '' };
  const { output: shown, content, success, metadata } = fields;
  const { exit_code, duration_seconds } = isObject(metadata) ? metadata : {};
  return {
    output: withExitCode(shown ?? content ?? fields, exit_code),
    ...failure(exit_code, success),
    ...duration(duration_seconds),
  };
}

/** The header before the output of a command contains its exit code and duration. */
function outcomeOfText(output: string): CodexOutcome {
  const header = envelope.exec(output)?.[0];
  if (header === undefined) return { output };
  const exitCode = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m.exec(header)?.[1];
  const seconds = /^Wall time:? ([\d.]{1,20}) seconds$/m.exec(header)?.[1];
  const printed = output.slice(header.length);
  return {
    output: printed.trim() === '' ? output : withExitCode(printed, exitCode && Number(exitCode)),
    ...(exitCode !== undefined && failure(Number(exitCode), undefined)),
    ...(seconds !== undefined && duration(Number(seconds))),
  };
}

const envelope =
  /^(?:(?:Command: |Chunk ID: |Wall time:? |Process exited with code |Exit code: |Process running with session ID |Original token count: |Total output lines: ).{0,2000}\n){1,8}Output:(?:\n|$)/;

/** The outcome in an event, which is separate from what the model was shown. */
export function outcomeOfEnd(event: Fields): CodexOutcome {
  return withEnd(outcomeInEvent(event));
}

function outcomeInEvent(event: Fields): CodexOutcome {
  const { type, exit_code, success, aggregated_output, stdout, stderr } = event;
  const { secs, nanos } = isObject(event['duration']) ? event['duration'] : {};
  const took = typeof secs === 'number' && typeof nanos === 'number' ? secs + nanos / 1e9 : undefined;
  if (type === 'mcp_tool_call_end') return { ...outcomeOfMcp(event), ...duration(took) };
  const output = [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
  return {
    output: withExitCode(aggregated_output ?? output, exit_code),
    ...failure(exit_code, success),
    ...duration(took),
  };
}

/** A Rust result: `Ok` with the answer of the server, or `Err` with the error. */
function outcomeOfMcp({ result, error }: Fields): CodexOutcome {
  const { Ok: answer = result, Err: reason = error } = isObject(result) ? result : {};
  if (reason) return { output: reason, isError: true };
  if (!isObject(answer)) return { output: answer ?? '' };
  const { content, isError, is_error } = answer;
  return { output: textsIn(content).join('\n') || answer, isError: isError === true || is_error === true };
}

/** `{"output": ..., "metadata": {"exit_code": ...}}` as text; other JSON is output of a command. */
function structured(output: unknown): unknown {
  if (typeof output !== 'string' || !/^\s*\{\s*"(?:output|metadata)"/.test(output)) return undefined;
  const fields = parseJson(output);
  return isObject(fields) && isObject(fields['metadata']) ? fields : undefined;
}

/** The words of Codex for a call that the user refused or stopped. The user adds none. */
function withEnd(outcome: CodexOutcome): CodexOutcome {
  const { output } = outcome;
  if (typeof output !== 'string') return outcome;
  if (output.startsWith(notStarted)) return withRejection(outcome, output);
  if (output.length > maxEndLength) return outcome;
  if (refusals.has(output.trim())) return { ...outcome, output: '', ended: 'refused' };
  return aborted.test(output) ? { ...outcome, ended: 'interrupted' } : outcome;
}

/** Newer versions name the command before the reason why it never ran. */
const notStarted = 'exec_command failed for `';

function withRejection(outcome: CodexOutcome, output: string): CodexOutcome {
  const reason = output.slice(-maxReasonLength);
  return /Rejected\(\\{0,3}"rejected by user\\{0,3}"\)/.test(reason)
    ? { ...outcome, output: '', ended: 'refused' }
    : { ...outcome, isError: true };
}

const maxReasonLength = 200;

const refusals: ReadonlySet<string> = new Set([
  'exec command rejected by user',
  'patch rejected by user',
  'user rejected MCP tool call',
  'user cancelled MCP tool call',
]);

/** Longer outputs are not compared. */
const maxEndLength = 100;

const aborted = /^(?:Wall time: [\d.]{1,20} seconds\n)?aborted by user(?: after [\d.]{1,20}s)?\s{0,9}$/;

/** The exit code of a failure stays in the text, as other agents have it, because its header is removed. */
function withExitCode(output: unknown, exitCode: unknown): unknown {
  const isFailure = typeof exitCode === 'number' && exitCode !== 0 && typeof output === 'string';
  return isFailure ? `Exit code ${exitCode}\n${output}` : output;
}

function failure(exitCode: unknown, success: unknown): Pick<Result, 'isError'> {
  if (typeof exitCode === 'number') return { isError: exitCode !== 0 };
  return typeof success === 'boolean' ? { isError: !success } : {};
}

function duration(seconds: unknown): Pick<Result, 'durationMs'> {
  const isDuration = typeof seconds === 'number' && seconds >= 0 && seconds < 1e9;
  return isDuration ? { durationMs: Math.round(seconds * 1_000) } : {};
}
