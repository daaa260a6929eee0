/*
 * Verbs about the program itself: whether all is well, what it may use, and the shell it is typed in.
 */

import type { Verb } from '../verb.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export const programVerbs: readonly Verb[] = [
  {
    name: 'doctor',
    group: 'program',
    summary: 'Show what each agent really sees of your skills, and what is wrong',
    description: [
      'For Coppice and for every agent on this machine: where it looks, which skills it sees, which not and why, which of two with the same name it takes, and whether its listing is full. Then everything that is wrong, with how to mend it: faulty skills, broken links, the home, the configuration, the records of use and the ledger.',
      'Errors and warnings count as wrong, and then it exits with 1; what is marked info does not count. No skill is changed. With --root, only that root is looked at, and no agents.',
    ],
    arguments: [],
    flags: [],
    examples: [
      { command: 'coppice doctor', says: 'everything, for a person' },
      { command: 'coppice doctor --json', says: 'the same for a program' },
    ],
    load: () => import('../commands/doctor.js'),
  },
  {
    name: 'trust',
    group: 'program',
    summary: 'Let the skills of a project be used',
    description: [
      'The skills of a project are listed, and not used before the project is trusted: a repository that was just cloned should not be able to instruct an agent. What is trusted is kept in library.trusted_projects of the configuration, of which nothing else is changed.',
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
      { name: 'remove', summary: 'No longer trust it' },
      { name: 'list', summary: 'Show the projects that are trusted' },
    ],
    examples: [
      { command: 'coppice trust', says: 'the project you are in' },
      { command: 'coppice trust --remove ~/work/app', says: 'no longer' },
    ],
    load: () => import('../commands/trust.js'),
  },
  {
    name: 'completion',
    group: 'program',
    summary: 'Print a completion script for your shell',
    description: [],
    arguments: [{ name: 'shell', summary: 'The shell to complete in', choices: shells }],
    flags: [],
    examples: [
      { command: 'eval "$(coppice completion bash)"', says: 'in ~/.bashrc' },
      { command: 'eval "$(coppice completion zsh)"', says: 'in ~/.zshrc, after compinit' },
      { command: 'coppice completion fish > ~/.config/fish/completions/coppice.fish', says: 'once' },
    ],
    load: () => import('../commands/completion.js'),
  },
];
