/*
 * Verbs about the program itself: how things stand, what it does, whether all is well, what it may use, and the shell it
 * is typed in.
 */

import { shells } from '../rules/defaults.js';
import type { VerbRecord } from '../rules/verb.js';

export const programVerbs = [
  {
    name: 'status',
    group: 'program',
    summary: 'Show how things stand, and what to do next',
    description: [
      'Skills by root and state, what the curator, the evolver and the registry are at, how the last runs ended, and the one command that is most worth while now. It is also what `coppice` alone shows.',
      'Nothing is changed and nobody is asked: what is said of a registry is what the files of this machine say.',
    ],
    arguments: [],
    flags: [],
    examples: [
      { command: 'coppice status', says: 'one screen' },
      { command: 'coppice status --json', says: 'the same for a program, with everything that is due' },
    ],
  },
  {
    name: 'demo',
    group: 'program',
    summary: 'Show the whole loop, in a temporary folder',
    description: [
      'Makes a home with skills, sessions of two agents and a registry in a temporary folder, and runs this very program on them: find, count, observe, improve, undo, set aside, bring back, share. Each command is shown as you would type it, with what it really prints. It takes less than a minute.',
      'Nothing of yours is read or changed, and the folder is removed in the end. The part about the registry needs the optional package of the embedded database; where that is missing, it is left out and the command that adds it is shown.',
      'A command that fails ends it, with exit code 1.',
    ],
    arguments: [],
    flags: [{ name: 'keep', summary: 'Keep the folder, and say where it is' }],
    examples: [
      { command: 'coppice demo', says: 'watch' },
      { command: 'coppice demo --keep', says: 'and look around in it afterwards' },
      { command: 'coppice demo --json', says: 'every step with its exit code, time and output' },
    ],
  },
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
  },
] as const satisfies readonly VerbRecord[];
