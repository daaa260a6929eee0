/*
 * A session of Gemini CLI: one JSON document. A command that fails has the status `success`, and its exit code in the text.
 * Gemini has no words with a refusal, so they are the next message; an interrupt is a notice.
 */

import type { SessionFile, Step, WrittenSession } from '../session-files.js';
import { hexId, iso, stepMs } from './moments.js';

export function geminiFile(session: WrittenSession): SessionFile {
  const { id, start, skill, steps, request } = session;
  const conversation = new Conversation(session);
  conversation.says('user', request);
  conversation.loads(skill);
  for (const step of steps) conversation.add(step);
  const projectHash = hexId('project', '/r');
  const document = {
    sessionId: id,
    projectHash,
    startTime: iso(start),
    lastUpdated: iso(start + conversation.messages.length * stepMs),
    kind: 'main',
    messages: conversation.messages,
  };
  const name = `session-${iso(start).slice(0, 16).replace(':', '-')}-${hexId(id).slice(0, 8)}.json`;
  return { path: `.gemini/tmp/${projectHash}/chats/${name}`, content: JSON.stringify(document, null, 2) };
}

type Fields = Readonly<Record<string, unknown>>;

class Conversation {
  readonly messages: Fields[] = [];
  readonly #session: WrittenSession;

  constructor(session: WrittenSession) {
    this.#session = session;
  }

  add(step: Step): void {
    if ('user' in step) this.says('user', step.user);
    else if ('says' in step) this.says('gemini', step.says);
    else if ('load' in step) this.loads(step.load);
    else if ('run' in step) this.#runs(step.run, step.out, step.exit);
    else if ('tool' in step) this.#uses(step);
    else if ('refused' in step) this.#refuses(step.refused, step.words);
    else this.says('info', 'Request cancelled.');
  }

  says(type: 'user' | 'gemini' | 'info', text: string): void {
    this.#message(type, type === 'user' ? { content: [{ text }] } : { content: text });
  }

  loads(skill: string): void {
    const body = `<instructions>\n# ${skill}\n</instructions>`;
    const output = `<activated_skill name="${skill}">\n${body}\n</activated_skill>`;
    this.#calls('activate_skill', { name: skill }, 'success', { output });
  }

  #runs(command: string, out: string, exit: number | null): void {
    const args = { command, description: 'Run the command' };
    if (exit === null) {
      const error = '[Operation Cancelled] Reason: User cancelled the operation.';
      this.#calls('run_shell_command', args, 'cancelled', { error });
      return;
    }
    const output = [
      `Output: ${out === '' ? '(empty)' : out}`,
      ...(exit === 0 ? [] : [`Exit Code: ${exit}`]),
      'Process Group PGID: 48213',
    ].join('\n');
    this.#calls('run_shell_command', args, 'success', { output });
  }

  #uses({ tool, input, out, error }: Extract<Step, { tool: string }>): void {
    if (error === true) this.#calls(tool, input, 'error', { error: out });
    else this.#calls(tool, input, 'success', { output: out });
  }

  #refuses(command: string, words: string | undefined): void {
    const error = '[Operation Cancelled] Reason: User denied execution.';
    this.#calls('run_shell_command', { command, description: 'Run the command' }, 'cancelled', { error });
    if (words !== undefined) this.says('user', words);
  }

  #calls(name: string, args: unknown, status: string, response: Fields): void {
    const at = this.#at();
    const id = `${name}-${at}-${hexId(this.#session.id, this.messages.length).slice(0, 12)}`;
    const result = [{ functionResponse: { id, name, response } }];
    const call = { id, name, args, result, status, timestamp: iso(at + 1_000) };
    this.#message('gemini', { content: '', toolCalls: [call] });
  }

  #message(type: string, fields: Fields): void {
    const id = hexId(this.#session.id, 'message', this.messages.length);
    const model = type === 'gemini' ? { model: 'gemini-3-pro' } : {};
    this.messages.push({ id, timestamp: iso(this.#at()), type, ...fields, ...model });
  }

  #at(): number {
    return this.#session.start + this.messages.length * stepMs;
  }
}
