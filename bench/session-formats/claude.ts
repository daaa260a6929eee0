/*
 * A session of Claude Code: one line per block of a message. A refusal and an interrupt have their own wordings, which the
 * program writes in the name of the user.
 */

import type { SessionFile, Step, WrittenSession } from '../session-files.js';
import { iso, stepMs } from './moments.js';

export function claudeFile(session: WrittenSession): SessionFile {
  const transcript = new Transcript(session);
  transcript.typed(session.request);
  transcript.loads(session.skill);
  for (const step of session.steps) transcript.add(step);
  return { path: `.claude/projects/-r/${session.id}.jsonl`, content: transcript.text() };
}

type Fields = Readonly<Record<string, unknown>>;

const refusal =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const stopped = '[Request interrupted by user]';
const stoppedInTool = '[Request interrupted by user for tool use]';

class Transcript {
  readonly #session: WrittenSession;
  readonly #lines: Fields[] = [];
  #isStoppedInTool = false;

  constructor(session: WrittenSession) {
    this.#session = session;
  }

  text(): string {
    return this.#lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  typed(text: string): void {
    this.#line('user', {
      promptId: `prompt-${this.#session.id}-${this.#lines.length}`,
      message: { role: 'user', content: text },
    });
  }

  loads(skill: string): void {
    const id = this.#calls('Skill', { skill });
    this.#results(id, `Launching skill: ${skill}`, {
      toolUseResult: { success: true, commandName: skill },
    });
    const body = `Base directory for this skill: ${this.#session.folderOf(skill)}\n\n# ${skill}`;
    const message = { role: 'user', content: [{ type: 'text', text: body }] };
    this.#line('user', { isMeta: true, sourceToolUseID: id, message });
  }

  add(step: Step): void {
    if ('user' in step) this.typed(step.user);
    else if ('says' in step) this.#assistant({ type: 'text', text: step.says });
    else if ('load' in step) this.loads(step.load);
    else if ('run' in step) this.#runs(step.run, step.out, step.exit);
    else if ('tool' in step) this.#uses(step);
    else if ('refused' in step) this.#refuses(step.refused, step.words);
    else this.#stops();
  }

  #runs(command: string, out: string, exit: number | null): void {
    const id = this.#calls('Bash', { command });
    if (exit === null) {
      this.#isStoppedInTool = true;
      this.#failure(id, stoppedInTool);
    } else if (exit === 0) {
      const toolUseResult = { stdout: out, stderr: '', interrupted: false, isImage: false };
      this.#results(id, out, { toolUseResult });
    } else this.#failure(id, `Exit code ${exit}\n${out}`.trimEnd());
  }

  #uses({ tool, input, out, error }: Extract<Step, { tool: string }>): void {
    const id = this.#calls(tool, input);
    if (error === true) this.#failure(id, out);
    else this.#results(id, tool.startsWith('mcp__') ? [{ type: 'text', text: out }] : out);
  }

  #refuses(command: string, words: string | undefined): void {
    const id = this.#calls('Bash', { command });
    if (words !== undefined) {
      this.#failure(id, `${refusal} To tell you how to proceed, the user said:\n${words}`);
      return;
    }
    this.#failure(id, `${refusal} STOP what you are doing and wait for the user to tell you how to proceed.`);
    this.#notice(stoppedInTool);
  }

  #stops(): void {
    this.#notice(this.#isStoppedInTool ? stoppedInTool : stopped);
    this.#isStoppedInTool = false;
  }

  #notice(text: string): void {
    this.#line('user', { message: { role: 'user', content: [{ type: 'text', text }] } });
  }

  #calls(name: string, input: unknown): string {
    const id = `toolu_${this.#session.id}_${this.#lines.length}`;
    this.#assistant({ type: 'tool_use', id, name, input });
    return id;
  }

  #assistant(block: Fields): void {
    const id = `msg_${this.#session.id}_${this.#lines.length}`;
    const usage = { input_tokens: 1200, output_tokens: 80 };
    const message = { id, role: 'assistant', model: 'claude-sonnet-5', content: [block], usage };
    this.#line('assistant', { message });
  }

  #failure(id: string, content: string): void {
    this.#line('user', {
      toolUseResult: `Error: ${content}`,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }],
      },
    });
  }

  #results(id: string, content: unknown, extra: Fields = {}): void {
    const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] };
    this.#line('user', { ...extra, message });
  }

  #line(type: string, fields: Fields): void {
    const { id, start } = this.#session;
    const index = this.#lines.length;
    this.#lines.push({
      type,
      uuid: `${id}-${index}`,
      parentUuid: index === 0 ? null : `${id}-${index - 1}`,
      sessionId: id,
      timestamp: iso(start + index * stepMs),
      cwd: '/r',
      version: '2.1.240',
      gitBranch: 'main',
      isSidechain: false,
      ...fields,
    });
  }
}
