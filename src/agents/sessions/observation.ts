/*
 * What happened in a session, in one vocabulary for all agents. A reader turns the format of an agent into observations,
 * in the order of the transcript, without interpreting them: interpret/ decides what is an error, which skill is
 * involved, and what is stored.
 */

export type Observation =
  | Call
  | Result
  | Prompt
  | Reply
  | Load
  | Command
  | Located
  | End
  | Retraction
  | Interruption
  | Facts;

interface Observed {
  readonly session: string;
  /** The subagent, whose work is a separate conversation; undefined for the main one. */
  readonly thread?: string;
  /** The time of this observation, in milliseconds since the epoch. */
  readonly at: number;
}

/** A tool was called. */
export interface Call extends Observed {
  readonly type: 'call';
  /** Equal for the same call in resumed or forked files and in hooks. */
  readonly key: string;
  readonly tool: string;
  readonly args: unknown;
  /** The skill behind the call, according to the transcript. */
  readonly declared?: string;
  /** The model that made the call, as the transcript names it. */
  readonly model?: string;
  /**
   * The output tokens of the message of the call, with those of its thoughts. They are on the first call of the message,
   * and a later call has only what was added since, so sums are right.
   */
  readonly tokens?: number;
}

/** A call returned. A result may be recorded twice, and long after the call. */
export interface Result extends Observed {
  readonly type: 'result';
  /** The key of the call. */
  readonly key: string;
  readonly output: unknown;
  /** Whether the transcript marks it as an error; undefined if it has no mark. */
  readonly isError?: boolean;
  /**
   * The user did not let the call run (`refused`; the words of the user, if any, are the output) or stopped it
   * (`interrupted`). Undefined if the call ended by itself, or if the format does not say.
   */
  readonly ended?: Ended;
  readonly durationMs?: number;
  /** As for a call, in a transcript that states the tokens only after the call; then the call has none. */
  readonly tokens?: number;
}

export const endings = ['refused', 'interrupted'] as const;
export type Ended = (typeof endings)[number];

/** A message that the user typed, not one that the agent added in the user's name. */
export interface Prompt extends Observed {
  readonly type: 'prompt';
  readonly key: string;
  readonly text: string;
  /** The user typed it while the agent was working, so it adds to the task. */
  readonly isQueued?: boolean;
}

/** Text from the agent to the user. */
export interface Reply extends Observed {
  readonly type: 'reply';
  readonly text: string;
}

/** A skill was loaded without a tool call, because the user named it. */
export interface Load extends Observed {
  readonly type: 'load';
  readonly key: string;
  readonly skill: SkillMention;
}

/** The user gave a command of their own, which is defined in a file. Commands of the agent itself are not observed. */
export interface Command extends Observed {
  readonly type: 'command';
  readonly key: string;
  /** Without the slash. */
  readonly name: string;
}

/** The folder of the skill of an earlier call or load. */
export interface Located extends Observed {
  readonly type: 'located';
  readonly key: string;
  /** The folder of the package, as written in the transcript. */
  readonly folder: string;
}

export interface End extends Observed {
  readonly type: 'end';
}

/** The user rewound the conversation to before this call, prompt or load. */
export interface Retraction extends Observed {
  readonly type: 'retraction';
  readonly key: string;
}

/** The user stopped the agent, for example with Esc. */
export interface Interruption extends Observed {
  readonly type: 'interruption';
  readonly key: string;
}

/**
 * What the transcript says about the session as a whole. Each fact is stated once, and again if it changes; a fact that is
 * absent is as stated before.
 */
export interface Facts extends Observed {
  readonly type: 'facts';
  /** The operating system, as written: `linux`, `darwin`, `win32`. Few formats have it. */
  readonly platform?: string;
  /** The working folder in which the session began, as written. */
  readonly folder?: string;
  /** The session that this one was forked from, continues, or is a subagent of; that one may have a root itself. */
  readonly root?: string;
  /** Whether a program started the session and wrote its prompts, and not a person. */
  readonly isHeadless?: boolean;
}

export interface SkillMention {
  /** As written: `plugin:skill`, `category/skill`, any case. */
  readonly name: string;
  /** The folder of the package, as written: may start with ~, or be relative to the folder of the session. */
  readonly folder?: string;
}

/** An observation while a reader puts it together. Readers run for every line, and copies would cost more than the rest. */
export type Draft<Observed> = { -readonly [Name in keyof Observed]: Observed[Name] };
