/*
 * Sessions of two agents, in the formats of Claude Code and Codex: in three of them a skill is followed
 * to the letter and a command of it is not there.
 */

import { dayMs } from '../../text/time.js';

interface DemoSession {
  /** Below the home. */
  readonly path: string;
  readonly lines: readonly object[];
}

export function demoSessions(userHome: string): readonly DemoSession[] {
  const skillFile = `${userHome}/.coppice/skills/pdf-forms/SKILL.md`;
  return [
    claudeSession('5e551001', daysAgo(4), 'pdf-forms', {
      asked: 'Fill in the customs form for the parcel to Oslo.',
      command: 'pdftk customs.pdf fill_form data.fdf output filled.pdf',
      output: 'Exit code 127\n/bin/bash: pdftk: command not found',
      isError: true,
    }),
    claudeSession('5e551002', daysAgo(2), 'pdf-forms', {
      asked: 'Complete the form of the trade fair.',
      command: 'pdftk fair.pdf dump_data_fields',
      output: 'Exit code 127\n/bin/bash: pdftk: command not found',
      isError: true,
    }),
    claudeSession('5e551003', daysAgo(1), 'code-review', {
      asked: 'Review the branch with the new basket.',
      command: 'git diff main...basket --stat',
      output: ' basket.ts | 42 ++++++++++------\n 1 file changed',
      isError: false,
    }),
    codexSession('0198f1a2-0000-7000-8000-000000000001', daysAgo(1), skillFile, {
      asked: 'fill in the tax form',
      command: 'pdftk tax.pdf dump_data_fields',
      output: '/bin/bash: pdftk: command not found',
      isError: true,
    }),
  ];
}

interface Exchange {
  readonly asked: string;
  readonly command: string;
  readonly output: string;
  readonly isError: boolean;
}

function claudeSession(session: string, start: number, skill: string, exchange: Exchange): DemoSession {
  const { asked, command, output, isError } = exchange;
  const line = (second: number, type: 'user' | 'assistant', content: unknown, more: object = {}) => ({
    type,
    uuid: `${session}-0000-4000-8000-${String(second).padStart(12, '0')}`,
    sessionId: session,
    timestamp: time(start, second),
    cwd: '/work/shop',
    message: { role: type, ...(type === 'assistant' && { id: `msg_${second}` }), content },
    ...more,
  });
  const loaded = `toolu_${session}skill`;
  const called = `toolu_${session}bash`;
  return {
    path: `.claude/projects/-work-shop/${session}.jsonl`,
    lines: [
      line(0, 'user', asked),
      line(3, 'assistant', [{ type: 'tool_use', id: loaded, name: 'Skill', input: { skill } }]),
      line(4, 'user', [{ type: 'tool_result', tool_use_id: loaded, content: `Launching skill: ${skill}` }], {
        toolUseResult: { success: true, commandName: skill },
      }),
      line(9, 'assistant', [{ type: 'tool_use', id: called, name: 'Bash', input: { command } }]),
      line(10, 'user', [
        { type: 'tool_result', tool_use_id: called, content: output, ...(isError && { is_error: true }) },
      ]),
      line(15, 'assistant', [
        { type: 'text', text: isError ? 'I will look for another way.' : 'Looks good.' },
      ]),
    ],
  };
}

function codexSession(session: string, start: number, skillFile: string, exchange: Exchange): DemoSession {
  const { asked, command, output } = exchange;
  const line = (second: number, type: string, payload: object) => ({
    timestamp: time(start, second),
    type,
    payload,
  });
  const call = (second: number, id: string, cmd: string, result: string) => [
    line(second, 'response_item', {
      ...{ type: 'function_call', name: 'exec_command', call_id: id },
      arguments: JSON.stringify({ cmd }),
    }),
    line(second + 1, 'response_item', { type: 'function_call_output', call_id: id, output: result }),
  ];
  const day = time(start, 0).slice(0, 10);
  return {
    path: `.codex/sessions/${day.replaceAll('-', '/')}/rollout-${day}-${session}.jsonl`,
    lines: [
      line(0, 'session_meta', {
        id: session,
        timestamp: time(start, 0),
        cwd: '/work/shop',
        originator: 'codex_cli',
      }),
      line(1, 'event_msg', { type: 'user_message', message: asked }),
      ...call(3, 'call_1', `cat ${skillFile}`, '# PDF forms'),
      ...call(8, 'call_2', command, `Exit code: 127\n${output}`),
      line(12, 'event_msg', { type: 'agent_message', message: 'pdftk is missing here.' }),
    ],
  };
}

function time(start: number, second: number): string {
  return new Date(start + second * 1_000).toISOString();
}

/*
 * The days of the story. They are fixed, so that the output is the same every time.
 */

/** A Monday morning. */
export const today = Date.UTC(2026, 2, 2, 9);

export function daysAgo(days: number): number {
  return today - days * dayMs;
}
