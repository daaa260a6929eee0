/*
 * Sessions of two agents, in the formats of Claude Code and Codex: in three of them a command of a skill fails in the same
 * way, and the same step fixes it.
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
      calls: fillIn('customs.pdf'),
    }),
    claudeSession('5e551002', daysAgo(2), 'pdf-forms', {
      asked: 'Complete the form of the trade fair.',
      calls: fillIn('fair.pdf'),
    }),
    claudeSession('5e551003', daysAgo(1), 'code-review', {
      asked: 'Review the branch with the new basket.',
      calls: [
        {
          command: 'git diff main...basket --stat',
          output: ' basket.ts | 42 ++++++++++------\n 1 file changed',
          exitCode: 0,
        },
      ],
    }),
    codexSession('0198f1a2-0000-7000-8000-000000000001', daysAgo(1), skillFile, {
      asked: 'fill in the tax form',
      calls: fillIn('tax.pdf'),
    }),
  ];
}

/** The script of the skill needs a package that nobody has installed. */
function fillIn(form: string): readonly Call[] {
  const command = `node fill.mjs ${form}`;
  return [
    { command, output: "Error: Cannot find package 'pdf-lib'", exitCode: 1 },
    { command: 'cat package.json', output: '{ "dependencies": { "pdf-lib": "^1.17.1" } }', exitCode: 0 },
    { command: 'npm install', output: 'added 5 packages in 2s', exitCode: 0 },
    { command, output: 'filled 14 fields', exitCode: 0 },
  ];
}

interface Exchange {
  readonly asked: string;
  readonly calls: readonly Call[];
}

interface Call {
  readonly command: string;
  readonly output: string;
  readonly exitCode: number;
}

function claudeSession(
  session: string,
  start: number,
  skill: string,
  { asked, calls }: Exchange,
): DemoSession {
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
  const called = ({ command, output, exitCode }: Call, index: number) => {
    const [id, second] = [`toolu_${session}bash${index}`, 9 + 10 * index];
    const content = exitCode === 0 ? output : `Exit code ${exitCode}\n${output}`;
    const isError = exitCode !== 0 && { is_error: true };
    return [
      line(second, 'assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command } }]),
      line(second + 1, 'user', [{ type: 'tool_result', tool_use_id: id, content, ...isError }]),
    ];
  };
  return {
    path: `.claude/projects/-work-shop/${session}.jsonl`,
    lines: [
      line(0, 'user', asked),
      line(3, 'assistant', [{ type: 'tool_use', id: loaded, name: 'Skill', input: { skill } }]),
      line(4, 'user', [{ type: 'tool_result', tool_use_id: loaded, content: `Launching skill: ${skill}` }], {
        toolUseResult: { success: true, commandName: skill },
      }),
      ...calls.flatMap(called),
      line(90, 'assistant', [{ type: 'text', text: 'Done.' }]),
    ],
  };
}

function codexSession(
  session: string,
  start: number,
  skillFile: string,
  { asked, calls }: Exchange,
): DemoSession {
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
      ...call(3, 'call_0', `cat ${skillFile}`, '# PDF forms'),
      ...calls.flatMap(({ command, output, exitCode }, index) =>
        call(8 + 10 * index, `call_${index + 1}`, command, `Exit code: ${exitCode}\n${output}`),
      ),
      line(90, 'event_msg', { type: 'agent_message', message: 'The form is filled in.' }),
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
