/*
 * Runs OpenCode with folders of its own for everything that it reads; it would find skills of other agents in the user's
 * home. What would ask for permission is denied.
 */

import { allowsTool, maxArgumentBytes, type RunRecipe, withSystemPrompt } from './run-recipe.js';

export const opencodeRun: RunRecipe = {
  stream: 'opencode',
  credentials: [
    'OPENCODE_AUTH_CONTENT',
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'OPENROUTER_API_KEY',
    'GEMINI_API_KEY',
  ],
  statesCost: true,
  refuses: (prompt, system) =>
    withSystemPrompt(prompt, system).length * 3 > maxArgumentBytes
      ? 'it is too long for this agent'
      : undefined,
  plan: ({ folders, prompt, model, maxTurns, allowedTools, isToolless, appendSystemPrompt }) => {
    const ifAllowed = (...tools: readonly string[]) =>
      allowsTool(allowedTools, ...tools) ? 'allow' : 'deny';
    const reading = isToolless ? 'deny' : 'allow';
    const permission = {
      ...{ read: reading, glob: reading, grep: reading, list: reading, skill: reading },
      ...{ edit: ifAllowed('Write', 'Edit'), bash: ifAllowed('Bash') },
      ...{ webfetch: ifAllowed('WebFetch'), websearch: ifAllowed('WebSearch') },
      ...{ task: 'deny', external_directory: 'deny', doom_loop: 'deny' },
    };
    const config = { agent: { build: { steps: maxTurns } }, permission };
    return {
      arguments: [
        'run',
        '--format=json',
        ...(model === undefined ? [] : [`--model=${model}`]),
        '--',
        withSystemPrompt(prompt, appendSystemPrompt),
      ],
      stdin: undefined,
      environment: {
        XDG_CONFIG_HOME: `${folders.configuration}/config`,
        XDG_DATA_HOME: `${folders.configuration}/data`,
        XDG_STATE_HOME: `${folders.configuration}/state`,
        XDG_CACHE_HOME: `${folders.configuration}/cache`,
        OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
        OPENCODE_PURE: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
      },
      files: {},
      skills: `${folders.work}/.opencode/skills`,
    };
  },
};
