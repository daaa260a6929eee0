/*
 * The flags of every verb that runs the cases of a skill with an agent.
 */

import type { Flag } from '../rules/verb.js';

export const agentFlags = [
  {
    name: 'agent',
    value: 'NAME',
    choices: ['claude', 'codex', 'gemini', 'opencode'],
    fallback: 'claude',
    summary: 'The agent to run',
  },
  {
    name: 'agent-command',
    value: 'COMMAND',
    summary: 'Run this command with the arguments of the agent instead of its program',
  },
  {
    name: 'cases',
    value: 'PATH',
    completes: 'path',
    summary: 'A folder or file with cases instead of evals/ of the skill',
  },
  { name: 'case', value: 'PATTERN', repeat: true, summary: 'Only cases whose name matches' },
  { name: 'tag', value: 'TAG', repeat: true, summary: 'Only cases with this tag' },
  { name: 'runs', value: 'N', fallback: '3', summary: 'How often each case runs in each arm' },
  { name: 'model', value: 'NAME', summary: 'The model that the agent uses' },
  { name: 'judge-model', value: 'NAME', summary: 'The model with which the same agent grades answers' },
  {
    name: 'max-cost',
    value: 'USD',
    summary: 'Stop before this much is spent, if the agent reports its cost',
  },
  {
    name: 'allow-tools',
    value: 'LIST',
    summary: 'Tools that the agent may use besides reading, such as Write,Bash',
  },
  { name: 'trust-cases', summary: 'Run cases that others wrote, with their scripts and variables' },
  {
    name: 'credential',
    value: 'NAME',
    summary:
      'The environment variable that signs the agent in (default: eval.credential, else the first one of the agent that is set)',
  },
  {
    name: 'pass',
    value: 'NAME',
    repeat: true,
    summary: 'Another environment variable that the agent needs, such as that of a proxy',
  },
  {
    name: 'recordings',
    value: 'DIR',
    completes: 'path',
    summary: 'Store and read recordings in this folder instead of in the home',
  },
] as const satisfies readonly Flag[];
