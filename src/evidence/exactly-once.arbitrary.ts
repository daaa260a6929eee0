/*
 * Sessions of agents, and everything that may happen to them and to the evidence in between: hooks tell of some calls,
 * files grow by bytes, are rewritten and copied, are forked, and are read at any time.
 */

import fc from 'fast-check';
import { fixture } from '../agents/sessions/reader.fixture.js';

/** A transcript as it is in the end; before, it is a beginning of that. */
export interface Transcript {
  readonly path: string;
  /** In one of two spellings of the same. */
  text(spelling: number): string;
  /** For one that is written whole every time: what it is with so many of its parts. */
  readonly stages?: readonly string[];
}

export type Act =
  | { readonly kind: 'grow' | 'respell' | 'copy'; readonly file: number; readonly part: number }
  | { readonly kind: 'hook'; readonly index: number }
  | { readonly kind: 'backfill'; readonly limit: number | undefined }
  | { readonly kind: 'take-in' };

interface History {
  /** Of Claude Code, by name. */
  readonly sessions: Readonly<Record<string, readonly object[]>>;
  readonly hooks: readonly object[];
  readonly acts: readonly Act[];
}

/** With sessions of other agents, which are always the same. */
export function transcriptsOf({ sessions }: History): readonly Transcript[] {
  const own = Object.entries(sessions).map(([name, lines]) =>
    ofLines(`/u/.claude/projects/p/${name}.jsonl`, lines),
  );
  return [...own, ...others];
}

const place = fc.nat({ max: 99 });

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('grow' as const), file: place, part: place }),
  },
  fc.record({ kind: fc.constantFrom('respell' as const, 'copy' as const), file: place, part: place }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hook' as const), index: place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('backfill' as const),
      limit: fc.constantFrom(undefined, undefined, 1, 2),
    }),
  },
  fc.constant({ kind: 'take-in' as const }),
);

const deeds = [
  'prompt',
  'correction',
  'agreement',
  'interruption',
  'refusal',
  'reply',
  'bash',
  'failure',
  'subagent',
  'compaction',
  'load',
  'slash',
  'read',
  'reference',
  'script',
  'write',
] as const;

interface Step {
  readonly does: (typeof deeds)[number];
  readonly skill: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...deeds),
  skill: fc.constantFrom('draw', 'kit:write', 'pdf'),
});

const steps = fc.array(step, { minLength: 2, maxLength: 8 });

export const history: fc.Arbitrary<History> = fc
  .record({
    one: steps,
    other: steps,
    fork: fc.record({ at: place, steps }),
    acts: fc.array(act, { maxLength: 25 }),
  })
  .map(({ one, other, fork, acts }) => {
    const first = told('s1', one);
    const second = told('s2', other);
    // A fork is a copy of a beginning, under its own name and with what came after.
    const copied = first.lines.slice(0, fork.at % (first.lines.length + 1));
    const forked = told('f1', fork.steps);
    return {
      sessions: {
        s1: first.lines,
        s2: second.lines,
        f1: [...copied.map((line) => ({ ...line, sessionId: 'f1' })), ...forked.lines],
      },
      hooks: [first, second, forked].flatMap(({ hooks }) => hooks),
      acts,
    };
  });

function ofLines(path: string, lines: readonly object[]): Transcript {
  const spelled = [
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    lines.map((line) => `${JSON.stringify(Object.fromEntries(Object.entries(line).reverse()))}\n`).join(''),
  ];
  return { path, text: (spelling) => spelled[spelling % 2] ?? '' };
}

function ofFixture(path: string, name: string): Transcript {
  const lines = fixture(name)
    .split('\n')
    .filter((line) => line !== '');
  return ofLines(
    path,
    lines.map((line) => JSON.parse(line)),
  );
}

/** As Hermes does after every turn. */
function hermesTranscript(): Transcript {
  const document = JSON.parse(fixture('hermes/session_every-signal.json'));
  const messages: readonly unknown[] = document.messages;
  const stages = messages.map((_, index) => {
    const last_updated = `2026-01-31T12:04:${10 + index}Z`;
    return JSON.stringify({ ...document, last_updated, messages: messages.slice(0, index + 1) });
  });
  const text = () => JSON.stringify(document);
  return { path: '/u/.hermes/sessions/session_every-signal.json', text, stages };
}

const others = [
  ofFixture('/u/.codex/sessions/2026/08/01/rollout-a.jsonl', 'codex/session.jsonl'),
  ofFixture('/u/.codex/sessions/2026/08/02/rollout-b.jsonl', 'codex/forked.jsonl'),
  ofFixture('/u/.gemini/tmp/p/chats/session-a.jsonl', 'gemini/session.jsonl'),
  ofFixture('/u/.gemini/tmp/p/chats/session-b.jsonl', 'gemini/rewound.jsonl'),
  ofFixture('/u/.coppice/sessions/a.jsonl', 'generic/session.jsonl'),
  hermesTranscript(),
];

interface Told {
  readonly lines: readonly object[];
  readonly hooks: readonly object[];
}

/** A session of Claude Code, and the payloads of its hooks. */
function told(session: string, given: readonly Step[]): Told {
  const lines: object[] = [];
  const hooks: object[] = [];
  const line = (fields: object) => {
    const count = lines.length + 1;
    const timestamp = new Date(Date.UTC(2026, 6, 1, session === 's1' ? 9 : 10) + count * 1_000).toISOString();
    lines.push({ uuid: `${session}-${count}`, sessionId: session, timestamp, ...fields });
    return count;
  };
  const user = (content: unknown, fields: object = {}) =>
    line({ type: 'user', message: { role: 'user', content }, ...fields });
  const assistant = (content: readonly object[], fields: object = {}) =>
    line({ type: 'assistant', message: { role: 'assistant', content }, ...fields });
  const call = (
    tool: string,
    input: object,
    {
      fails = false,
      thread,
      body,
      refused,
    }: { fails?: boolean; thread?: string; body?: string; refused?: string } = {},
  ) => {
    const id = `toolu_${session}_${lines.length}`;
    const inThread = thread === undefined ? {} : { agentId: thread, isSidechain: true };
    assistant([{ type: 'tool_use', id, name: tool, input }], inThread);
    const content = refused ?? (fails ? `Exit code 1\nError: ${tool} did not work` : 'all went well');
    const isError = fails || refused !== undefined;
    user([{ type: 'tool_result', tool_use_id: id, content, is_error: isError }], inThread);
    if (refused !== undefined) return;
    if (body !== undefined) user([{ type: 'text', text: body }], { isMeta: true, sourceToolUseID: id });
    hooks.push({
      ...{ session_id: session, tool_name: tool, tool_use_id: id, tool_input: input, duration_ms: 5 },
      ...(thread !== undefined && { agent_id: thread }),
      ...(fails
        ? { hook_event_name: 'PostToolUseFailure', error: content }
        : { hook_event_name: 'PostToolUse', tool_response: { stdout: 'all went well, live' } }),
    });
  };
  for (const { does, skill } of given) {
    const folder = `/k/skills/${skill.replace('kit:', '')}`;
    const body = `Base directory for this skill: ${folder}\n\n# Body`;
    switch (does) {
      case 'prompt':
        user(`go on with ${skill}`);
        break;
      case 'correction':
        user('no, that is wrong');
        break;
      case 'agreement':
        user('yes, go ahead');
        break;
      case 'interruption':
        user('[Request interrupted by user]');
        break;
      case 'refusal':
        call('Bash', { command: 'rm -r dist' }, { refused: refusalOf(skill) });
        break;
      case 'reply':
        assistant([{ type: 'text', text: skill === 'pdf' ? 'shall I go on?' : `done with ${skill}` }]);
        break;
      case 'bash':
        call('Bash', { command: 'make' });
        break;
      case 'failure':
        call('Bash', { command: 'make test' }, { fails: true });
        break;
      case 'subagent':
        call('Grep', { pattern: 'x' }, { thread: 'helper' });
        break;
      case 'load':
        call('Skill', { skill }, { body });
        break;
      case 'read':
        call('Read', { file_path: `${folder}/SKILL.md` });
        break;
      case 'reference':
        call('Read', { file_path: `${folder}/references/a.md` });
        break;
      case 'script':
        call('Bash', { command: `python3 ${folder}/scripts/run.py` }, { fails: skill === 'pdf' });
        break;
      case 'write':
        call('Edit', { file_path: `${folder}/SKILL.md` });
        break;
      case 'slash': {
        const promptId = `prompt-of-${session}-${lines.length}`;
        const command = `<command-message>${skill}</command-message>\n<command-name>/${skill}</command-name>`;
        user(command, { promptId });
        user([{ type: 'text', text: body }], { isMeta: true, promptId });
        const fields = { command_source: 'skill', command_name: skill, prompt_id: promptId };
        hooks.push({ hook_event_name: 'UserPromptExpansion', session_id: session, ...fields });
        break;
      }
      case 'compaction':
        user('This session is being continued.', { isCompactSummary: true });
        line({
          type: 'attachment',
          attachment: { type: 'invoked_skills', skills: [{ name: skill, content: body }] },
        });
        break;
    }
  }
  return { lines, hooks };
}

/** As the program tells the model, with words of the user or without. */
function refusalOf(skill: string): string {
  const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
  return skill === 'pdf'
    ? refused
    : `${refused} To tell you how to proceed, the user said:\nleave ${skill} alone`;
}
