/*
 * Removes the envelope that an agent or a tool server puts around what a command printed: JSON with an exit code, a header
 * with the wall time, a list of content blocks. Without this, different errors look alike because their envelopes are.
 */

import { isObject } from '../../../text/shape.js';
import { tornJson } from './torn-json.js';

export interface Printed {
  readonly exitCode?: number;
  /** What was printed, without the envelope. */
  readonly text: string;
  /** Whether the envelope says that it is an error; undefined if it does not say. */
  readonly stated?: boolean;
  /** The error as the envelope states it. */
  readonly error?: string;
  /** JSON that may be the answer of a server that a command printed, because it has nothing of an envelope but the error. */
  readonly body?: string;
}

export function unwrap(output: unknown): Printed {
  return unwrapValue(output, 0);
}

/** An envelope may contain another one, as a content block with JSON. */
const maxLayers = 3;

function unwrapValue(output: unknown, layer: number): Printed {
  if (typeof output === 'string') return unwrapText(output, layer);
  if (Array.isArray(output)) {
    const texts = blockTexts(output);
    return texts === undefined ? { text: jsonText(output) } : unwrapInner(texts, layer);
  }
  if (isObject(output)) return unwrapFields(output, layer) ?? { text: jsonText(output) };
  return { text: output === undefined || output === null ? '' : String(output) };
}

function unwrapInner(text: string, layer: number): Printed {
  return layer >= maxLayers ? { text } : unwrapValue(text, layer + 1);
}

function unwrapText(text: string, layer: number): Printed {
  const value = layer >= maxLayers ? undefined : tornJson(text);
  if (Array.isArray(value)) {
    const texts = blockTexts(value);
    return texts === undefined ? { text } : unwrapInner(texts, layer);
  }
  if (isObject(value)) return unwrapFields(value, layer) ?? { text };
  const header = headerOf(text);
  if (header === undefined) return geminiText(text) ?? taggedError(text) ?? { text };
  const inner = unwrapInner(header.text, layer);
  return { ...inner, ...(header.exitCode !== undefined && { exitCode: header.exitCode }) };
}

/** `Exit code 2` before the output of Claude Code, and the header of Codex. */
function headerOf(text: string): Printed | undefined {
  const claude = /^(?:Error: )?Exit code:? (-?\d{1,10})(?:\n|$)/.exec(text.slice(0, 40));
  const codex = codexHeader.exec(text.slice(0, maxHeaderCharacters))?.[0];
  if (codex !== undefined) {
    const code = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m.exec(codex)?.[1];
    const rest = text.slice(codex.length);
    return code === undefined ? { text: rest } : { exitCode: Number(code), text: rest };
  }
  return claude === null ? undefined : { exitCode: Number(claude[1]), text: text.slice(claude[0].length) };
}

const maxHeaderCharacters = 4_096;
const codexHeader =
  /^(?:(?:Command: |Chunk ID: |Wall time:? |Process exited with code |Exit code: |Process running with session ID |Original token count: |Total output lines: )[^\n]{0,2000}\n){1,8}Output:(?:\n|$)/;

const geminiLabel =
  /^(?:Command|Directory|Stdout|Stderr|Output|Error|Exit Code|Signal|Background PIDs|Process Group PGID): ?/;

/** Gemini CLI labels the parts; of these, only what was printed remains. */
function geminiText(text: string): Printed | undefined {
  if (!/^(?:Command|Output|Stdout|Directory): /.test(text)) return undefined;
  const lines = text.split('\n');
  const isLabelled = lines.some((line) =>
    /^(?:Directory|Exit Code|Process Group PGID|Background PIDs): /.test(line),
  );
  if (!isLabelled) return undefined;
  const printed: string[] = [];
  let exitCode: number | undefined;
  let isShown = true;
  for (const line of lines) {
    const label = geminiLabel.exec(line)?.[0];
    const value = label === undefined ? line : line.slice(label.length);
    const name = label?.split(':', 1)[0];
    if (name === 'Exit Code' && /^-?\d{1,10}$/.test(value)) exitCode = Number(value);
    if (name !== undefined) isShown = /^(?:Output|Stdout|Stderr|Error)$/.test(name);
    if (!isShown || /^\((?:none|empty)\)$/.test(value)) continue;
    // A program may print such a line itself, so the word is kept.
    printed.push(name === 'Error' ? line : value);
  }
  exitCode ??= endedWell(lines) ? 0 : undefined;
  return { ...(exitCode !== undefined && { exitCode }), text: printed.join('\n') };
}

/** Newer versions begin with the output, and name the exit code and the signal only where a command did not end well. */
function endedWell(lines: readonly string[]): boolean {
  const last = lines.findLast((line) => line !== '') ?? '';
  return (
    (lines[0] ?? '').startsWith('Output: ') &&
    last.startsWith('Process Group PGID: ') &&
    !lines.some((line) => /^(?:Exit Code|Signal|Error|Background PIDs): /.test(line))
  );
}

function taggedError(text: string): Printed | undefined {
  const inner = /^\s{0,4}<tool_use_error>([\s\S]*?)(?:<\/tool_use_error>|…?$)/.exec(
    text.slice(0, 20_000),
  )?.[1];
  return inner === undefined ? undefined : { text: inner, stated: true, error: inner };
}

/** The texts of content blocks; undefined if it is another list. */
function blockTexts(blocks: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const block of blocks.slice(0, maxBlocks)) {
    if (!isObject(block) || typeof block['type'] !== 'string') return undefined;
    if (typeof block['text'] === 'string') texts.push(block['text']);
  }
  return blocks.length === 0 ? undefined : texts.join('\n');
}

const maxBlocks = 100;

type Fields = Readonly<Record<string, unknown>>;

/** Undefined if the object is no envelope, but what a command printed. */
function unwrapFields(fields: Fields, layer: number): Printed | undefined {
  const exitCode = exitCodeIn(fields);
  const stated = statedIn(fields);
  const error = errorIn(fields);
  const printed = printedIn(fields, layer);
  if (printed === undefined && exitCode === undefined && stated === undefined && error === undefined)
    return undefined;
  const parts = [printed?.body ?? printed?.text ?? '', error ?? ''].filter((part) => part.trim() !== '');
  const text = parts[1] !== undefined && parts[0]?.includes(parts[1]) ? parts[0] : parts.join('\n');
  return {
    ...(printed?.exitCode !== undefined && { exitCode: printed.exitCode }),
    ...(exitCode !== undefined && { exitCode }),
    text: text === '' && printed === undefined ? jsonText(fields) : text,
    ...(stated !== undefined && { stated }),
    ...(error !== undefined && { error }),
    ...(error !== undefined && !hasMark(fields) && { body: jsonText(fields) }),
  };
}

/** Whether it has a field that a tool server writes around an output. */
function hasMark(fields: Fields): boolean {
  return (
    exitCodeIn(fields) !== undefined ||
    ['is_error', 'isError', 'success', 'output', 'stdout', 'stderr', 'content'].some((key) => key in fields)
  );
}

const wrappers = ['metadata', 'structured', 'result', 'response'];

function exitCodeIn(fields: Fields): number | undefined {
  for (const key of ['exit_code', 'exitCode', 'returncode', 'returnCode', 'exit']) {
    const code = fields[key];
    if (typeof code === 'number' && Number.isInteger(code)) return code;
  }
  for (const wrapper of wrappers) {
    const inner = fields[wrapper];
    const code =
      isObject(inner) && wrapper !== 'result' ? exitCodeIn({ ...inner, metadata: undefined }) : undefined;
    if (code !== undefined) return code;
  }
  return undefined;
}

function statedIn(fields: Fields): boolean | undefined {
  for (const key of ['is_error', 'isError']) if (typeof fields[key] === 'boolean') return fields[key];
  if (typeof fields['success'] === 'boolean') return !fields['success'];
  return errorIn(fields) === undefined ? undefined : true;
}

function errorIn(fields: Fields): string | undefined {
  const { error } = fields;
  if (typeof error === 'string' && error.trim() !== '') return error;
  if (!isObject(error)) return undefined;
  const message = error['message'] ?? error['detail'] ?? error['code'] ?? error['type'];
  return typeof message === 'string' && message !== '' ? message : jsonText(error);
}

/** The first field with something printed; standard output and errors belong together. */
function printedIn(fields: Fields, layer: number): Printed | undefined {
  const { stdout, stderr } = fields;
  if (typeof stdout === 'string' || typeof stderr === 'string')
    return { text: [stdout, stderr].filter((part) => typeof part === 'string' && part !== '').join('\n') };
  const { output, content } = fields;
  if (typeof output === 'string') return unwrapInner(output, layer);
  if (Array.isArray(content)) {
    const texts = blockTexts(content);
    if (texts !== undefined) return unwrapInner(texts, layer);
  }
  const isAnswer = statedIn(fields) !== undefined || exitCodeIn(fields) !== undefined;
  const other = isAnswer ? ['content', 'text', 'message', 'result', 'data'].map((key) => fields[key]) : [];
  const text = other.find((part) => typeof part === 'string' && part !== '');
  return typeof text === 'string' ? { text } : undefined;
}

function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
