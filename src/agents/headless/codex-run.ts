/*
 * Runs Codex. Its own folder alone is not enough: it also reads skills in the user's home and in every folder above the
 * working folder up to a repository, so the run has a home and a repository of its own. It has no limits of its own.
 */

import { allowsTool, type RunRecipe, withSystemPrompt } from './run-recipe.js';

export const codexRun: RunRecipe = {
  stream: 'codex',
  credentials: ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'],
  statesCost: false,
  refuses: (prompt, system) =>
    /(?:^|\s)\$[\w-]/.test(withSystemPrompt(prompt, system))
      ? 'it has a word with $, which the agent takes for a skill'
      : undefined,
  plan: ({ folders, prompt, model, allowedTools, appendSystemPrompt }) => ({
    arguments: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--ephemeral',
      '--ignore-user-config',
      '--ignore-rules',
      `--sandbox=${allowsTool(allowedTools, 'Write', 'Edit', 'Bash') ? 'workspace-write' : 'read-only'}`,
      `--cd=${folders.work}`,
      '-c',
      'skills.bundled.enabled=false',
      ...(model === undefined ? [] : [`--model=${model}`]),
      '-',
    ],
    stdin: withSystemPrompt(prompt, appendSystemPrompt),
    environment: { CODEX_HOME: folders.configuration },
    files: {},
    skills: `${folders.work}/.agents/skills`,
  }),
};
