/*
 * Runs Claude Code with its own configuration folder as the only source of settings and skills, so that nothing in the
 * working folder is obeyed or run. Values of a case are attached to their flags, where they cannot become flags.
 */

import type { RunRecipe } from './run-recipe.js';

export const claudeRun: RunRecipe = {
  stream: 'claude',
  credentials: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_AUTH_TOKEN'],
  statesCost: true,
  refuses: (prompt) =>
    prompt.trimStart().startsWith('/') ? 'it begins with /, which the agent takes for a command' : undefined,
  plan: ({ folders, prompt, model, maxTurns, maxCostUsd, allowedTools, isToolless, appendSystemPrompt }) => {
    const skills = `${folders.configuration}/skills`;
    const builtIn = isToolless ? [] : ['Skill', 'Read', 'Glob', 'Grep', ...allowedTools.map(bareName)];
    const allowed = isToolless ? [] : ['Skill', `Read(/${skills}/**)`, ...allowedTools];
    return {
      arguments: [
        '-p',
        '--output-format=stream-json',
        '--verbose',
        `--max-turns=${maxTurns}`,
        ...(maxCostUsd === undefined ? [] : [`--max-budget-usd=${maxCostUsd}`]),
        '--permission-mode=dontAsk',
        '--setting-sources=user',
        '--strict-mcp-config',
        '--no-session-persistence',
        `--tools=${[...new Set(builtIn)].join(',')}`,
        ...(allowed.length === 0 ? [] : [`--allowedTools=${allowed.join(',')}`]),
        ...(model === undefined ? [] : [`--model=${model}`]),
        ...(appendSystemPrompt === undefined ? [] : [`--append-system-prompt=${appendSystemPrompt}`]),
      ],
      stdin: prompt,
      environment: {
        CLAUDE_CONFIG_DIR: folders.configuration,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1',
        CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
        CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
        CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
        CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1',
        ENABLE_CLAUDEAI_MCP_SERVERS: 'false',
        DISABLE_AUTOUPDATER: '1',
      },
      files: { [`${folders.configuration}/.claude.json`]: '{"hasCompletedOnboarding": true}\n' },
      skills,
    };
  },
};

function bareName(rule: string): string {
  return rule.split('(')[0] ?? rule;
}
