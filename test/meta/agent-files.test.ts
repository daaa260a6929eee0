import { expect, test } from 'vitest';
import { onlyForTests, sourceFiles } from './sources.js';

/** Folders, settings and variables of agents. */
const agentFile =
  /(?:^|[^\w])\.(?:claude|codex|gemini|hermes|opencode|qwen|copilot|openclaw)(?:\/|\.json|['"`])|\b(?:CLAUDE_CONFIG_DIR|CODEX_HOME|GEMINI_CLI_HOME|GEMINI_DATA_DIR|HERMES_HOME|OPENCODE_[A-Z_]+|COPILOT_HOME|QWEN_HOME)\b/;

/** The scanner must know what an attack may touch, the demo builds a machine with agents, and help names files to people. */
const mayName = /^src\/(?:agents\/|scan\/|cli\/demo\/|cli\/verbs\/)/;

test('only the records name files and variables of agents', () => {
  const naming = sourceFiles('src')
    .filter(({ path, text }) => !onlyForTests.test(path) && !mayName.test(path) && agentFile.test(text))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && agentFile.test(line))
        .map((line) => `${path}: ${line.trim().slice(0, 100)}`),
    );
  expect(naming).toEqual([]);
});

test('such a line is found', () => {
  for (const line of [
    "const path = home + '/.claude/skills';",
    "environment['CODEX_HOME']",
    "'.gemini/settings.json'",
  ]) {
    expect(agentFile.test(line), line).toBe(true);
  }
});
