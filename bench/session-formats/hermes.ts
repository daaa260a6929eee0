/*
 * A session file of Hermes: messages in the format of OpenAI, whose tool results are JSON in a string. Hermes has no words
 * with a refusal, so they are the next message; an interrupt without a running command is a notice of the agent.
 */

import type { SessionFile, Step, WrittenSession } from '../session-files.js';
import { hexId, iso, stepMs } from './moments.js';

export function hermesFile(session: WrittenSession): SessionFile {
  const { id, start, skill, steps, request } = session;
  const conversation = new Conversation(session);
  conversation.says('user', request);
  conversation.loads(skill);
  for (const step of steps) conversation.add(step);
  const document = {
    session_id: id,
    session_start: iso(start),
    last_updated: iso(start + conversation.messages.length * stepMs),
    model: 'hermes-4-405b',
    platform: 'cli',
    messages: conversation.messages,
  };
  return { path: `.hermes/sessions/session_${id}.json`, content: JSON.stringify(document) };
}

type Fields = Readonly<Record<string, unknown>>;

class Conversation {
  readonly messages: Fields[] = [];
  readonly #session: WrittenSession;
  #isStoppedInTool = false;

  constructor(session: WrittenSession) {
    this.#session = session;
  }

  add(step: Step): void {
    if ('user' in step) this.says('user', step.user);
    else if ('says' in step) this.says('assistant', step.says);
    else if ('load' in step) this.loads(step.load);
    else if ('run' in step) this.#runs(step.run, step.out, step.exit);
    else if ('tool' in step) this.#uses(step);
    else if ('refused' in step) this.#refuses(step.refused, step.words);
    else this.#stops();
  }

  says(role: 'user' | 'assistant', content: string): void {
    this.#message({ role, content });
  }

  loads(skill: string): void {
    const content = `---\nname: ${skill}\n---\n\n# ${skill}\n`;
    const skillDir = this.#session.folderOf(skill);
    this.#calls('skill_view', { name: skill }, { success: true, name: skill, content, skill_dir: skillDir });
  }

  #runs(command: string, out: string, exit: number | null): void {
    this.#isStoppedInTool = exit === null;
    const result =
      exit === null
        ? { output: `${out}\n[Command interrupted]`, exit_code: 130, error: null }
        : { output: out, exit_code: exit, error: null };
    this.#calls('terminal', { command }, result);
  }

  #uses({ tool, input, out, error }: Extract<Step, { tool: string }>): void {
    const isJson = out.startsWith('{');
    const isPlain = isJson || out.startsWith('Error: ') || out.startsWith("Tool '") || error !== true;
    this.#calls(tool, input, isPlain ? out : { error: out });
  }

  #refuses(command: string, words: string | undefined): void {
    const error =
      'BLOCKED: User denied this command. The user has NOT consented to this action. Do NOT retry this command.';
    const summary = 'You denied this command — it did not run.';
    const status = { status: 'blocked', user_summary: summary };
    this.#calls('terminal', { command }, { output: '', exit_code: -1, error, ...status });
    if (words !== undefined) this.says('user', words);
  }

  /** A command that was stopped has the mark in its result. */
  #stops(): void {
    if (!this.#isStoppedInTool)
      this.says('assistant', 'Operation interrupted: waiting for model response (2.4s elapsed).');
    this.#isStoppedInTool = false;
  }

  #calls(name: string, input: unknown, result: unknown): void {
    const id = `call_${hexId(this.#session.id, 'call', this.messages.length)}`;
    const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
    this.#message({ role: 'assistant', content: '', tool_calls: [call] });
    const content = typeof result === 'string' ? result : JSON.stringify(result);
    this.#message({ role: 'tool', tool_call_id: id, content });
  }

  #message(message: Fields): void {
    this.messages.push(message);
  }
}
