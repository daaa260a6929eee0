/*
 * The rules about what runs without being asked, and about settings that let it.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';

function rule(what: string, title: string, severity: ScanSeverity, why: string, instead: string): ScanRule {
  return { id: `autorun/${what}`, family: 'autorun', title, severity, why, instead };
}

export const autorunRules = {
  agentHook: rule(
    'agent-hook',
    'A hook runs a command in every session',
    'medium',
    'The agent runs hooks without asking, and gives them what it reads and writes.',
    'Describe the step in SKILL.md, or say in the description that there is a hook and what it does.',
  ),
  inlineCommand: rule(
    'inline-command',
    'A command runs when the skill is loaded',
    'low',
    'The agent runs the command before it reads the text, and puts the output in its place.',
    'Tell the agent to run the command when it needs the output.',
  ),
  toolServer: rule(
    'tool-server',
    'Starts a tool server',
    'medium',
    'The agent starts the server with the rights of the user, and trusts the descriptions of its tools.',
    'Name the server in SKILL.md with a fixed version and let the user add it.',
  ),
  installScript: rule(
    'install-script',
    'A command runs when dependencies are installed',
    'medium',
    'Nobody reads what an installation runs.',
    'Run the build before publishing, or let the user call it.',
  ),
  startUp: rule(
    'start-up',
    'A command runs at start-up or on a schedule',
    'medium',
    'The command runs in every new terminal, folder or login, long after the task.',
    'Show the entry and let the user add it.',
  ),
  git: rule(
    'git',
    'A command runs with Git',
    'medium',
    'Git runs the command during ordinary work, such as a status or a commit.',
    'Use the hook manager of the project, and name the hooks in SKILL.md.',
  ),
  build: rule(
    'build',
    'A command runs when the project is built',
    'low',
    'A build runs the command on the computer of the user or with the credentials of a build server.',
    'Keep only what the skill needs in the package.',
  ),
  permissions: rule(
    'permissions',
    'Settings turn off permission prompts',
    'high',
    'The agent no longer asks before it runs commands, so any page or file can make it do so.',
    'Allow single commands, or let the user decide.',
  ),
  environment: rule(
    'environment',
    'Settings load code or change where the agent connects',
    'high',
    'Such variables load code into every program, or send each conversation to another host.',
    'Let the user set the variable.',
  ),
  sendsInput: rule(
    'sends-input',
    'A hook sends what the agent does to another host',
    'high',
    'Hooks get prompts, files and results of tools as input.',
    'Keep the data on this computer, or let the user name the host.',
  ),
} as const satisfies Readonly<Record<string, ScanRule>>;
