/*
 * Sessions may name the tools for files in one way, `Read`, `Edit` and `Write`, whatever their agent. Here they become the
 * tools that the agent has: Codex reads by its shell and edits by patches, the others have names of their own.
 */

import type { Step, WrittenAgent } from '../session-files.js';

type ToolStep = Extract<Step, { tool: string }>;

/** Other steps, and tools of other names, stay as they are. */
export function asToolOf(agent: WrittenAgent, step: Step): Step {
  if (agent === 'claude' || !('tool' in step)) return step;
  const input = fileInput(step);
  if (input === undefined) return step;
  const out = step.out.replace(/^<tool_use_error>|<\/tool_use_error>$/g, '');
  return agent === 'codex' ? codexStep(step, input, out) : { ...step, out, ...namedStep(agent, step, input) };
}

interface FileInput {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

function fileInput({ tool, input }: ToolStep): FileInput | undefined {
  if (tool !== 'Read' && tool !== 'Edit' && tool !== 'Write') return undefined;
  if (typeof input !== 'object' || input === null) return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const {
    file_path: path,
    old_string: before,
    new_string: after,
    content,
  } = input as Record<string, unknown>;
  return { path: text(path), before: text(before), after: text(tool === 'Write' ? content : after) };
}

function codexStep({ tool, error }: ToolStep, { path, before, after }: FileInput, out: string): Step {
  if (tool === 'Read') return { run: `cat ${path}`, out, exit: error === true ? 1 : 0 };
  const lines = (mark: string, text: string) => text.split('\n').map((line) => `${mark}${line}`);
  const change =
    tool === 'Write'
      ? [`*** Add File: ${path}`, ...lines('+', after)]
      : [`*** Update File: ${path}`, '@@', ...lines('-', before), ...lines('+', after)];
  const patch = ['*** Begin Patch', ...change, '*** End Patch'].join('\n');
  const refused = `apply_patch verification failed: ${out}`;
  const done = `Success. Updated the following files:\n${tool === 'Write' ? 'A' : 'M'} ${path}\n`;
  return { tool: 'apply_patch', input: patch, ...(error === true ? { out: refused, error } : { out: done }) };
}

const toolNames = {
  gemini: { Read: 'read_file', Edit: 'replace', Write: 'write_file' },
  opencode: { Read: 'read', Edit: 'edit', Write: 'write' },
  hermes: { Read: 'read_file', Edit: 'patch', Write: 'write_file' },
} as const;

function namedStep(
  agent: keyof typeof toolNames,
  { tool }: ToolStep,
  { path, before, after }: FileInput,
): Pick<ToolStep, 'tool' | 'input'> {
  const name = toolNames[agent][tool as 'Read' | 'Edit' | 'Write'];
  const change = tool === 'Edit' ? { old: before, new: after } : undefined;
  const content = tool === 'Write' ? { content: after } : {};
  if (agent === 'opencode') {
    const edit = change === undefined ? {} : { oldString: change.old, newString: change.new };
    return { tool: name, input: { filePath: path, ...edit, ...content } };
  }
  const edit = change === undefined ? {} : { old_string: change.old, new_string: change.new };
  const file = agent === 'hermes' ? { path } : { file_path: path };
  return { tool: name, input: { ...file, ...edit, ...content } };
}
