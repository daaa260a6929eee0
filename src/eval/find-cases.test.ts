import { expect, test } from 'vitest';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { findCases } from './find-cases.js';

function found(texts: Readonly<Record<string, string>>, cases?: string) {
  const files = memoryFiles();
  for (const [path, text] of Object.entries(texts)) {
    const at = `/s/tide/${path}`;
    files.makeFolder(at.slice(0, at.lastIndexOf('/')));
    files.write(at, new TextEncoder().encode(text));
  }
  return findCases(files, { skill: '/s/tide', cases });
}

const grader = '---\ntype: regex\n---\nUTC\n';

test('a folder with a prompt and graders is a case, with the defaults of its format', () => {
  const { cases, faults } = found({
    'evals/husum/prompt.md': 'When is high water?\n',
    'evals/husum/graders/utc.md': grader,
    'evals/husum/graders/README.md': 'Notes for people.\n',
  });
  expect(faults).toEqual([]);
  expect(cases).toEqual([
    {
      name: 'husum',
      source: 'prose',
      path: 'evals/husum',
      prompt: 'When is high water?\n',
      graders: [
        {
          name: 'utc',
          type: 'regex',
          weight: 1,
          arm: undefined,
          pattern: 'UTC',
          flags: '',
          match: 'contains',
          target: 'last_message',
        },
      ],
      tags: [],
      runs: undefined,
      model: undefined,
      maxTurns: 10,
      timeoutSeconds: 300,
      allowedTools: [],
      appendSystemPrompt: undefined,
      environment: {},
      scaffold: undefined,
      files: [],
    },
  ]);
});

test('prompt.md wins over case.yaml, and the graders of both count', () => {
  const { cases, faults } = found({
    'evals/a/prompt.md': '---\nmax_turns: 3\ntags: [sea]\nenv: {EVAL_X: "1"}\n---\nAsk.\n',
    'evals/a/case.yaml': [
      'schema_version: "1.1"',
      'name: both',
      'execution: {prompt: Other., max_turns: 9, timeout_seconds: 20}',
      'context: {scaffold_script: setup.sh}',
      'graders:',
      '  - {name: order, type: tool_order, before: Read, after: {tool: Write, input_match: "tide"}}',
      '  - {name: never, type: tool_used, tool: Bash, min: 0, max: 0}',
      '  - {name: file, type: file_exists, path: "*.txt", exists: false, weight: 2, arm: both}',
      '  - {name: best, type: baseline, baseline_file: good.txt}',
    ].join('\n'),
    'evals/a/setup.sh': 'echo hi > x\n',
    'evals/a/good.txt': 'High water 04:12 UTC.\n',
    'evals/a/graders/utc.md': grader,
  });
  expect(faults).toEqual([]);
  const [only] = cases;
  expect(only).toMatchObject({
    name: 'both',
    source: 'mixed',
    prompt: 'Ask.\n',
    maxTurns: 3,
    timeoutSeconds: 20,
    tags: ['sea'],
    environment: { EVAL_X: '1' },
    scaffold: 'echo hi > x\n',
  });
  expect(only?.graders.map(({ name, type }) => [name, type])).toEqual([
    ['order', 'tool_order'],
    ['never', 'tool_used'],
    ['file', 'file_exists'],
    ['best', 'baseline'],
    ['utc', 'regex'],
  ]);
});

test('the JSON formats of skill-creator are read, with their files', () => {
  const { cases, faults } = found({
    'evals/evals.json': JSON.stringify({
      skill_name: 'tide',
      evals: [
        { id: 1, prompt: 'Ask.', expected_output: 'A time', files: ['data/a.csv'] },
        { id: 2, prompt: 'Ask again.', assertions: ['It has UTC', 'It is short'] },
      ],
    }),
    'evals/triggers.json': JSON.stringify([
      { query: 'high water?', should_trigger: true },
      { query: 'a poem', should_trigger: false },
    ]),
    'data/a.csv': '1,2\n',
  });
  expect(faults).toEqual([]);
  expect(cases.map(({ name, source, prompt }) => [name, source, prompt])).toEqual([
    ['eval-1', 'evals_json', 'Ask.'],
    ['eval-2', 'evals_json', 'Ask again.'],
    ['trigger-1', 'triggers', 'high water?'],
    ['trigger-2', 'triggers', 'a poem'],
  ]);
  expect(cases[0]?.files.map(({ path }) => path)).toEqual(['data/a.csv']);
  expect(cases[1]?.graders.map((one) => one.type === 'llm' && one.criteria)).toEqual([
    'It has UTC',
    'It is short',
  ]);
  expect(cases[3]?.graders[0]).toMatchObject({ type: 'fired', expected: false });
});

const faults: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [
    { 'evals/a/prompt.md': 'Ask.' },
    'evals/a/prompt.md: graders are missing: add at least one file graders/*.md',
  ],
  [
    { 'evals/a/prompt.md': '---\nmax_turn: 3\n---\nAsk.', 'evals/a/graders/g.md': grader },
    'evals/a/prompt.md: max_turn is not known here; known are schema_version, name, description, tags, plugins, runs, expected_outcome, model, max_turns, timeout_seconds, allowed_tools, append_system_prompt, env',
  ],
  [
    { 'evals/a/prompt.md': '---\nmax_turns: 900\n---\nAsk.', 'evals/a/graders/g.md': grader },
    'evals/a/prompt.md: max_turns must be a whole number from 1 to 200, and is "900"',
  ],
  [
    { 'evals/a/prompt.md': '---\nenv: {PATH: x}\n---\nAsk.', 'evals/a/graders/g.md': grader },
    'evals/a/prompt.md: env.PATH must be named EVAL_ and capital letters',
  ],
  [
    { 'evals/a/prompt.md': 'Ask.', 'evals/a/graders/g.md': '---\ntype: magic\n---\n' },
    'evals/a/graders/g.md: type must be one of regex, tool_used, tool_order, file_exists, llm, baseline, and is "magic"',
  ],
  [
    { 'evals/a/prompt.md': 'Ask.', 'evals/a/graders/g.md': '---\ntype: regex\npattern: "("\n---\n' },
    'evals/a/graders/g.md: pattern is not a regular expression: Invalid regular expression: /(/: Unterminated group',
  ],
  [
    { 'evals/a/prompt.md': 'Ask.', 'evals/a/graders/g.md': '---\ntype: regex\ntarget: mock_calls\n---\nx' },
    'evals/a/graders/g.md: target must be last_message, trace, files, or {source: file, path: PATH}',
  ],
  [
    { 'evals/a/case.yaml': 'schema_version: "2"\nname: a\n' },
    'evals/a/case.yaml: schema_version must be 1.x, and is 2',
  ],
  [
    { 'evals/a/case.yaml': 'a: [\n' },
    'evals/a/case.yaml: line 2 is not YAML: unexpected end of the stream within a flow collection',
  ],
  [{ 'evals/evals.json': '{' }, 'evals/evals.json: the document is not JSON'],
  [{ 'evals/evals.json': '{"evals": [{"id": 1}]}' }, 'evals/evals.json: evals[0].prompt is missing'],
  [
    {
      'evals/evals.json': '{"evals": [{"id": 1, "prompt": "p", "expected_output": "x", "files": ["../x"]}]}',
    },
    'evals/evals.json: evals[0].files must be paths inside the skill, and one is ../x',
  ],
  [
    {
      'evals/evals.json':
        '{"evals": [{"id": 1, "prompt": "p", "expected_output": "x", "files": [".claude/settings.json"]}]}',
    },
    'evals/evals.json: evals[0].files must not be files that an agent obeys or runs, and one is .claude/settings.json',
  ],
  [
    { 'evals/t.json': '[{"query": "q", "should_trigger": "yes"}]' },
    'evals/t.json: [0].should_trigger must be true or false, and is "yes"',
  ],
];

test.each(faults)('a fault is one line with its file and field: %j', (texts, line) => {
  const { cases, faults: lines } = found({
    ...texts,
    'evals/good/prompt.md': 'Ask.',
    'evals/good/graders/g.md': grader,
  });
  expect(lines).toEqual([line]);
  expect(cases.map(({ name }) => name)).toEqual(['good']);
});

test('a skill without cases is refused with a way to get some', () => {
  expect(() => found({ 'SKILL.md': 'x' })).toThrow('there are no cases: tide/evals does not exist');
});
