/*
 * Verbs about the program itself: its status, the demo, the doctor, trust in projects, and completion in the shell
 * it is typed in.
 */

import { severities } from '../../skill/diagnostic.js';
import { defaultMachinePort, shells } from '../rules/defaults.js';
import type { VerbRecord } from '../rules/verb.js';
import { kindFlag } from './share.js';

export const programVerbs = [
  {
    name: 'status',
    group: 'program',
    summary: 'Show what matters now, and what to do next',
    description: [
      'First what matters now, at most five lines, the worst first, each with the command that resolves it: skills that the scanner blocks, skills that an agent cannot load, unfinished changes, a project that is not installed, failures with a known fix, exact copies, listings over their budget, skills to retire, unused skills, skills with the same triggers, proposals. Then the skills by root and state, the state of the curator, the evolver and the registry, how the last runs ended, and the most useful next command. `coppice` alone shows the same.',
      'Changes no skill and uses no network: what it shows about a registry comes from the files of this machine. The first time it scans the skills for at most two seconds, and says how many are left.',
    ],
    arguments: [],
    flags: [],
    examples: [
      { command: 'coppice status', says: 'one screen' },
      { command: 'coppice status --json', says: 'the same as JSON: attention, due and next' },
    ],
  },
  {
    name: 'open',
    group: 'program',
    summary: 'See and manage the skills of this machine in a browser',
    description: [
      'Starts a server for you alone, if it is not running, and opens its pages in your browser: what matters now, each with the one action that resolves it, and a table of all skills. Every action shows first what it would change, is recorded in the ledger, and can be undone on the page or with coppice undo. No database is started, and nothing is imported or sent anywhere.',
      'The server listens on this machine only, and accepts only a browser with the one-time code of a link, which is valid for ten minutes. The code is never an argument of a process: the browser is given a file in the home that only you can read. On a machine without a desktop, or over SSH, the link is printed instead.',
      'It keeps running in the background until coppice open --stop, or with --foreground until Ctrl-C.',
      'With SLUG it prints the address of that item in the catalog of the registry instead, and starts nothing.',
    ],
    arguments: [{ name: 'slug', summary: 'An item of the registry, by its slug', optional: true }],
    flags: [
      kindFlag,
      { name: 'no-browser', summary: 'Print the link instead of opening a browser' },
      { name: 'foreground', summary: 'Serve in this process until Ctrl-C, and print the link' },
      { name: 'stop', summary: 'Stop the server' },
      {
        name: 'port',
        value: 'NUMBER',
        fallback: `${defaultMachinePort}, or a free one`,
        summary: 'The port to listen on',
      },
    ],
    examples: [
      { command: 'coppice open', says: 'in your browser' },
      { command: 'coppice open --no-browser', says: 'print a link that works once' },
      { command: 'coppice open --stop', says: 'stop the server' },
      { command: 'xdg-open "$(coppice open release-notes)"', says: 'the page of an item in the catalog' },
    ],
  },
  {
    name: 'demo',
    group: 'program',
    summary: 'Show everything at work, in a temporary folder',
    description: [
      'Creates a home with skills, sessions of two agents and a registry in a temporary folder, and runs Coppice on them: find, count, observe, improve, undo, archive, restore, share. Each command is shown as you would type it, with its real output. It takes less than a minute.',
      'It reads and changes nothing of yours, and removes the folder at the end. The part about the registry needs the optional package of the embedded database; without it, that part is skipped and the command that installs the package is shown.',
      'If a command fails, the demo ends with exit code 1.',
    ],
    arguments: [],
    flags: [{ name: 'keep', summary: 'Keep the folder, and print its path' }],
    examples: [
      { command: 'coppice demo', says: 'watch it' },
      { command: 'coppice demo --keep', says: 'explore the folder afterwards' },
      { command: 'coppice demo --json', says: 'every step with its exit code, duration and output' },
    ],
  },
  {
    name: 'doctor',
    group: 'program',
    summary: 'Show which skills each agent sees, and what is wrong',
    description: [
      'For Coppice and for every agent on this machine: where it looks, which skills it sees and which not, with the reason, which of two skills with the same name it uses, and whether its listing is full. Then everything that is wrong, with how to fix it: faulty skills, broken links, the home, the configuration, the usage records and the ledger.',
      'Problems with the same cause are one line, the most severe first; --all lists each. Exits with 1 if there are errors or warnings; notes (info) do not count. With --root, checks only that root, and no agents.',
      '--fix fixes what needs no decision: missing or unclosed frontmatter, values that need quotes, a missing name or description that can be taken from the folder or the text, a folder with another name than its skill, a broken link in one of your folders. One undo takes all of it back. Skills of projects, plugins, agents and registries are left alone, and so are skills that the scanner blocks. With --fix it exits with 0 when all of these fixes were made, even if problems are left that need a decision.',
    ],
    arguments: [],
    flags: [
      { name: 'agent', value: 'AGENT', summary: 'Only what this agent sees, such as claude or codex' },
      {
        name: 'severity',
        value: 'LEVEL',
        choices: severities,
        summary: 'Only problems that are at least as severe',
      },
      { name: 'all', summary: 'List every problem instead of one line per cause' },
      { name: 'fix', summary: 'Fix what needs no decision' },
      { name: 'dry-run', summary: 'With --fix: show what would be fixed, and change nothing' },
    ],
    examples: [
      { command: 'coppice doctor', says: 'everything, for a person' },
      { command: 'coppice doctor --fix --dry-run', says: 'what can be fixed without a decision' },
      { command: 'coppice doctor --agent codex --severity error', says: 'what Codex cannot load' },
      { command: 'coppice doctor --json', says: 'the same as JSON' },
    ],
  },
  {
    name: 'trust',
    group: 'program',
    summary: 'Trust the skills of a project',
    description: [
      'The skills of a project are listed but not used until the project is trusted, so that a freshly cloned repository cannot instruct an agent. Trusted projects are stored in library.trusted_projects of the configuration; nothing else in the file changes.',
    ],
    arguments: [
      {
        name: 'path',
        summary: 'A folder in the project (default: the working folder)',
        optional: true,
        completes: 'path',
      },
    ],
    flags: [
      { name: 'remove', summary: 'Stop trusting the project' },
      { name: 'list', summary: 'List the trusted projects' },
    ],
    examples: [
      { command: 'coppice trust', says: 'the current project' },
      { command: 'coppice trust --remove ~/work/app', says: 'stop trusting a project' },
    ],
  },
  {
    name: 'uninstall',
    group: 'program',
    summary: 'Remove what Coppice added outside its home, and show what stays',
    description: [
      'Removes the hooks, the schedule, the switches of quiet skills, and the links to installed packages in your folders of skills. Without --yes it only shows what it would remove.',
      'It never removes skills, archives, notes or your data. It lists what stays, and the commands that remove it. Running it again does nothing. Exits with 1 if something could not be removed; the rest is removed all the same.',
    ],
    arguments: [],
    flags: [
      { name: 'yes', summary: 'Remove what is shown' },
      { name: 'dry-run', summary: 'Only show what would be removed, as without --yes' },
    ],
    examples: [
      { command: 'coppice uninstall', says: 'what would be removed, and what stays' },
      { command: 'coppice uninstall --yes', says: 'then remove the program with npm' },
    ],
  },
  {
    name: 'completion',
    group: 'program',
    summary: 'Print a completion script for your shell',
    description: [],
    arguments: [{ name: 'shell', summary: 'The shell that the script is for', choices: shells }],
    flags: [],
    examples: [
      { command: 'eval "$(coppice completion bash)"', says: 'in ~/.bashrc' },
      { command: 'eval "$(coppice completion zsh)"', says: 'in ~/.zshrc, after compinit' },
      { command: 'coppice completion fish > ~/.config/fish/completions/coppice.fish', says: 'once' },
    ],
  },
] as const satisfies readonly VerbRecord[];
