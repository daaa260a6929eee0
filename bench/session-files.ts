/*
 * Writes sessions in the formats of the agents, from one short notation, to where a backfill finds them. The labelled
 * sets in test/fixtures/evidence are in this notation, so every set can be measured through every reader. A session
 * begins with a request of the user and the load of the skill; the steps follow.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFile } from './session-formats/claude.js';
import { codexFile } from './session-formats/codex.js';
import { asToolOf } from './session-formats/file-tools.js';
import { geminiFile } from './session-formats/gemini.js';
import { hermesFile } from './session-formats/hermes.js';
import { writeOpencodeSession } from './session-formats/opencode.js';

export const writtenAgents = ['claude', 'codex', 'gemini', 'opencode', 'hermes'] as const;
export type WrittenAgent = (typeof writtenAgents)[number];

export type Step =
  /** A message that the user typed. */
  | { readonly user: string }
  /** A text of the agent. */
  | { readonly says: string }
  /** A command of the shell and its output, without a line about its exit. `null`: it ran when the user stopped it. */
  | { readonly run: string; readonly out: string; readonly exit: number | null }
  /** Another tool, with the name and the input that this agent has for it, or `Read`, `Edit` and `Write` of any agent. */
  | { readonly tool: string; readonly input: unknown; readonly out: string; readonly error?: boolean }
  /** A command that the user refused, with the reason given or as the next message, as the agent has it. */
  | { readonly refused: string; readonly words?: string }
  /** The user stopped the agent. */
  | { readonly interrupt: true }
  /** Another skill was loaded. */
  | { readonly load: string };

/** What a format is given to write. */
export interface WrittenSession {
  readonly id: string;
  /** In milliseconds since the epoch. */
  readonly start: number;
  readonly skill: string;
  readonly steps: readonly Step[];
  /** The request before the skill is loaded. */
  readonly request: string;
  /** The folder of a skill, as the transcript writes it. */
  folderOf(skill: string): string;
}

/** A file below the home of the user. */
export interface SessionFile {
  readonly path: string;
  readonly content: string;
}

/**
 * Ids must differ among all sessions of a home. A message of the user as the first step is the request, so it comes before
 * the load of the skill; as a later step it comes where it stands.
 */
export async function writeSession(
  home: string,
  agent: WrittenAgent,
  id: string,
  start: number,
  skill: string,
  steps: readonly Step[],
  options: { readonly skillRoot?: string } = {},
): Promise<void> {
  const { skillRoot = join(home, skillRoots[agent]) } = options;
  const [first, ...others] = steps;
  const isRequested = first !== undefined && 'user' in first;
  const session: WrittenSession = {
    id,
    start,
    skill,
    request: isRequested ? first.user : `Please do this with the ${skill} skill.`,
    steps: (isRequested ? others : steps).map((step) => asToolOf(agent, step)),
    folderOf: (name) => join(skillRoot, name),
  };
  if (agent === 'opencode') return writeOpencodeSession(home, session);
  const { path, content } = fileWriters[agent](session);
  const target = join(home, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** Where each agent has the skills of its user. */
const skillRoots: Readonly<Record<WrittenAgent, string>> = {
  claude: '.claude/skills',
  codex: '.agents/skills',
  gemini: '.gemini/skills',
  opencode: '.config/opencode/skills',
  hermes: '.hermes/skills',
};

const fileWriters: Readonly<
  Record<Exclude<WrittenAgent, 'opencode'>, (session: WrittenSession) => SessionFile>
> = { claude: claudeFile, codex: codexFile, gemini: geminiFile, hermes: hermesFile };
