/*
 * Runs Gemini CLI. Two gates hide skills from it when nobody is there: the folder must be trusted, and a policy must allow
 * the tool that activates a skill.
 */

import { allowsTool, maxArgumentBytes, type RunRecipe, withSystemPrompt } from './run-recipe.js';

export const geminiRun: RunRecipe = {
  stream: 'gemini',
  credentials: ['GEMINI_API_KEY'],
  statesCost: false,
  refuses: (prompt, system) => {
    const whole = withSystemPrompt(prompt, system);
    if (/^\s*\//.test(whole)) return 'it begins with /, which the agent takes for a command';
    if (/(?:^|\s)@\S/.test(whole)) return 'it has a word with @, which the agent takes for a file';
    return whole.length * 3 > maxArgumentBytes ? 'it is too long for this agent' : undefined;
  },
  plan: ({ folders, prompt, model, maxTurns, allowedTools, isToolless, appendSystemPrompt }) => {
    const policy = `${folders.configuration}/policy.toml`;
    // What a judge is shown is the answer of an agent, and may name files; with a backslash it stays text.
    const text = isToolless ? prompt.replaceAll('@', '\\@') : prompt;
    const tools = [
      ...(isToolless ? [] : ['activate_skill']),
      ...(allowsTool(allowedTools, 'Bash') ? ['run_shell_command'] : []),
      ...(allowsTool(allowedTools, 'Write') ? ['write_file'] : []),
      ...(allowsTool(allowedTools, 'Edit') ? ['replace'] : []),
    ];
    return {
      arguments: [
        `--prompt=${withSystemPrompt(text, appendSystemPrompt)}`,
        '--output-format=stream-json',
        '--skip-trust',
        '--approval-mode=default',
        `--policy=${policy}`,
        ...(model === undefined ? [] : [`--model=${model}`]),
      ],
      stdin: undefined,
      environment: { GEMINI_CLI_HOME: folders.configuration },
      files: {
        [policy]: tools.map(allowingRule).join('\n'),
        [`${folders.configuration}/.gemini/settings.json`]: `${JSON.stringify({ model: { maxSessionTurns: maxTurns } })}\n`,
      },
      skills: `${folders.work}/.gemini/skills`,
    };
  },
};

function allowingRule(tool: string): string {
  return `[[rule]]\ntoolName = "${tool}"\ndecision = "allow"\npriority = 100\ninteractive = false\n`;
}
