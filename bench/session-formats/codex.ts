/*
 * A rollout of Codex: items of the conversation, and events that repeat some of them. Sessions have one of the two shells:
 * `exec_command` prints a header with the exit code, and the older `shell` returns JSON. Codex has no words with a
 * refusal, so they are the next message.
 */

import type { SessionFile, Step, WrittenSession } from '../session-files.js';
import { hexId, iso, stepMs } from './moments.js';

export function codexFile(session: WrittenSession): SessionFile {
  const { id, start, skill, steps } = session;
  const rollout = new Rollout(session);
  rollout.typed(session.request);
  rollout.loads(skill);
  for (const step of steps) rollout.add(step);
  const [day = '', time = ''] = iso(start).split('T');
  const name = `rollout-${day}T${time.slice(0, 8).replaceAll(':', '-')}-${id}.jsonl`;
  return { path: `.codex/sessions/${day.replaceAll('-', '/')}/${name}`, content: rollout.text() };
}

type Fields = Readonly<Record<string, unknown>>;

const aborted =
  '<turn_aborted>\nThe user interrupted the previous turn on purpose. Any running unified exec processes may still be running in the background.\n</turn_aborted>';

class Rollout {
  readonly #session: WrittenSession;
  readonly #lines: string[] = [];
  readonly #hasOldShell: boolean;

  constructor(session: WrittenSession) {
    const { id, start } = session;
    this.#session = session;
    this.#hasOldShell = hexId('shell', id) < '8';
    const meta = { id, session_id: id, timestamp: iso(start), cwd: '/r', originator: 'codex_cli' };
    this.#line('session_meta', { ...meta, cli_version: '0.150.0' });
    this.#line('turn_context', { turn_id: 't1', cwd: '/r', model: 'gpt-5.2-codex' });
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  typed(text: string): void {
    this.#message('user', 'input_text', text);
    this.#line('event_msg', { type: 'user_message', message: text, images: [] });
  }

  loads(skill: string): void {
    const command = `sed -n '1,200p' ${this.#session.folderOf(skill)}/SKILL.md`;
    this.#runs(command, `---\nname: ${skill}\n---\n\n# ${skill}\n`, 0);
  }

  add(step: Step): void {
    if ('user' in step) this.typed(step.user);
    else if ('says' in step) this.#says(step.says);
    else if ('load' in step) this.loads(step.load);
    else if ('run' in step) this.#runs(step.run, step.out, step.exit);
    else if ('tool' in step) this.#uses(step);
    else if ('refused' in step) this.#refuses(step.refused, step.words);
    else this.#stops();
  }

  #says(text: string): void {
    this.#line('event_msg', { type: 'agent_message', message: text });
    this.#message('assistant', 'output_text', text);
  }

  #runs(command: string, out: string, exit: number | null): void {
    const id = this.#shell(command);
    if (exit === null) this.#output(id, 'Wall time: 4.2 seconds\naborted by user');
    else this.#output(id, this.#shown(out, exit));
  }

  #shown(out: string, exit: number): string {
    if (this.#hasOldShell)
      return JSON.stringify({ output: out, metadata: { exit_code: exit, duration_seconds: 0.4 } });
    return [
      `Chunk ID: ${hexId(this.#session.id, this.#lines.length).slice(0, 6)}`,
      'Wall time: 0.4123 seconds',
      `Process exited with code ${exit}`,
      `Original token count: ${Math.ceil(out.length / 4)}`,
      'Output:',
      out,
    ].join('\n');
  }

  #uses({ tool, input, out, error }: Extract<Step, { tool: string }>): void {
    const [, namespace, name] = /^(mcp__.{1,60}?__)(.{1,100})$/.exec(tool) ?? [];
    if (name !== undefined) {
      const id = this.#calls({ type: 'function_call', name, namespace, arguments: JSON.stringify(input) });
      const answer = { content: [{ type: 'text', text: out }], isError: error === true };
      const duration = { secs: 1, nanos: 0 };
      this.#line('event_msg', { type: 'mcp_tool_call_end', call_id: id, duration, result: { Ok: answer } });
      this.#output(id, out);
    } else if (typeof input === 'string') {
      const id = this.#calls({ type: 'custom_tool_call', status: 'completed', name: tool, input });
      const shown =
        error === true
          ? out
          : JSON.stringify({ output: out, metadata: { exit_code: 0, duration_seconds: 0 } });
      this.#line('response_item', { type: 'custom_tool_call_output', call_id: id, output: shown });
    } else {
      const id = this.#calls({ type: 'function_call', name: tool, arguments: JSON.stringify(input) });
      this.#output(id, out);
    }
  }

  #refuses(command: string, words: string | undefined): void {
    const id = this.#shell(command);
    const reason = 'CreateProcess { message: "Rejected(\\"rejected by user\\")" }';
    const text = this.#hasOldShell
      ? 'exec command rejected by user'
      : `exec_command failed for \`/bin/bash -lc '${command}'\`: ${reason}`;
    this.#output(id, text);
    if (words !== undefined) this.typed(words);
  }

  #stops(): void {
    this.#message('user', 'input_text', aborted);
    this.#line('event_msg', { type: 'turn_aborted', turn_id: 't1', reason: 'interrupted' });
  }

  #shell(command: string): string {
    return this.#calls({
      type: 'function_call',
      ...(this.#hasOldShell
        ? { name: 'shell', arguments: JSON.stringify({ command: ['bash', '-lc', command], workdir: '/r' }) }
        : { name: 'exec_command', arguments: JSON.stringify({ cmd: command, workdir: '/r' }) }),
    });
  }

  #calls(call: Fields): string {
    const id = `call_${hexId(this.#session.id, 'call', this.#lines.length)}`;
    this.#line('response_item', { ...call, call_id: id });
    return id;
  }

  #output(id: string, output: string): void {
    this.#line('response_item', { type: 'function_call_output', call_id: id, output });
  }

  #message(role: string, type: string, text: string): void {
    this.#line('response_item', { type: 'message', role, content: [{ type, text }] });
  }

  #line(type: string, payload: Fields): void {
    const timestamp = iso(this.#session.start + this.#lines.length * stepMs);
    this.#lines.push(JSON.stringify({ timestamp, type, payload }));
  }
}
