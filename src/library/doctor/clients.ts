/*
 * What the agents people use do with skills on the disk, one record each: where they look, how far, what they refuse,
 * what happens to two of the same name, and how much of the listing reaches the model. A client that changes its
 * ways is a change of data here.
 */

import type { DiagnosticCode } from '../../skill/diagnostic.js';

export interface Client {
  readonly name: string;
  /** Its own folder in the user's home: the client is used on this machine if it is there. */
  readonly folder: string;
  /** The variable that moves this folder. */
  readonly variable?: string;
  /** The strongest first. */
  readonly roots: readonly ClientRoot[];
  /** How many folders below a root a SKILL.md may lie. */
  readonly depth: number;
  /** Whether the root itself may be a skill. */
  readonly rootIsSkill: boolean;
  /** How many folders it looks through at most. */
  readonly folders?: number;
  /** Whether a SKILL.md may be a link; links to folders are followed by all. */
  readonly linkedFiles: boolean;
  /** Whether the skills of a project are left out until the user trusts it. */
  readonly needsTrust: boolean;
  readonly sameName: SameNameRule;
  /** The faults of a SKILL.md for which it is not loaded. */
  readonly refuses: readonly DiagnosticCode[];
  readonly listing?: ListingLimits;
}

export interface ClientRoot {
  readonly scope: 'project' | 'user';
  /** Below the project or the user's home. */
  readonly folder: string;
  /** Also in the folders between the working folder and the project. */
  readonly upwards?: boolean;
}

/**
 * first: the one of the stronger root; all: both are listed; unstable: the one that was loaded last, in an order that
 * differs from start to start.
 */
type SameNameRule = 'first' | 'all' | 'unstable';

export interface ListingLimits {
  /** For all skills together. */
  readonly characters: number;
  /** For the description of one. */
  readonly description: number;
  /** Whether the path of each is listed too. */
  readonly paths: boolean;
}

const withoutFences: readonly DiagnosticCode[] = [
  'no-frontmatter',
  'unclosed-frontmatter',
  'frontmatter-unreadable',
];

export const clients: readonly Client[] = [
  {
    name: 'Claude Code',
    folder: '.claude',
    variable: 'CLAUDE_CONFIG_DIR',
    roots: [
      { scope: 'user', folder: '.claude/skills' },
      { scope: 'project', folder: '.claude/skills', upwards: true },
    ],
    depth: 1,
    rootIsSkill: false,
    linkedFiles: true,
    needsTrust: false,
    sameName: 'first',
    refuses: [],
    // 1 % of a context of 200,000 tokens, at four characters each.
    listing: { characters: 8000, description: 1536, paths: false },
  },
  {
    name: 'Codex',
    folder: '.codex',
    variable: 'CODEX_HOME',
    roots: [
      { scope: 'project', folder: '.agents/skills', upwards: true },
      { scope: 'user', folder: '.agents/skills' },
      { scope: 'user', folder: '.codex/skills' },
    ],
    depth: 6,
    rootIsSkill: true,
    folders: 2000,
    linkedFiles: false,
    needsTrust: false,
    sameName: 'all',
    refuses: [
      ...withoutFences,
      'not-utf8',
      'yaml-split',
      'name-too-long',
      'description-missing',
      'description-too-long',
    ],
    listing: { characters: 8000, description: 1024, paths: true },
  },
  {
    name: 'Gemini CLI',
    folder: '.gemini',
    roots: [
      { scope: 'project', folder: '.agents/skills' },
      { scope: 'project', folder: '.gemini/skills' },
      { scope: 'user', folder: '.agents/skills' },
      { scope: 'user', folder: '.gemini/skills' },
    ],
    depth: 1,
    rootIsSkill: true,
    linkedFiles: true,
    needsTrust: true,
    sameName: 'first',
    refuses: [...withoutFences, 'byte-order-mark', 'fence-not-plain', 'name-missing', 'description-missing'],
  },
  {
    name: 'OpenCode',
    folder: '.config/opencode',
    roots: [
      { scope: 'project', folder: '.opencode/skill', upwards: true },
      { scope: 'project', folder: '.opencode/skills', upwards: true },
      { scope: 'project', folder: '.claude/skills', upwards: true },
      { scope: 'project', folder: '.agents/skills', upwards: true },
      { scope: 'user', folder: '.config/opencode/skill' },
      { scope: 'user', folder: '.config/opencode/skills' },
      { scope: 'user', folder: '.claude/skills' },
      { scope: 'user', folder: '.agents/skills' },
    ],
    depth: Number.POSITIVE_INFINITY,
    rootIsSkill: true,
    linkedFiles: true,
    needsTrust: false,
    sameName: 'unstable',
    refuses: [...withoutFences, 'yaml-split', 'name-missing'],
  },
  {
    name: 'Hermes',
    folder: '.hermes',
    variable: 'HERMES_HOME',
    roots: [
      { scope: 'project', folder: '.hermes/skills' },
      { scope: 'project', folder: '.agents/skills' },
      { scope: 'user', folder: '.hermes/skills' },
    ],
    depth: Number.POSITIVE_INFINITY,
    rootIsSkill: true,
    linkedFiles: true,
    needsTrust: true,
    sameName: 'first',
    refuses: [],
  },
];
