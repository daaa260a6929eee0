/*
 * What happened in a session, in one vocabulary for all agents. A reader turns the format of an agent into observations,
 * in the order of the transcript, without interpreting them: interpret/ decides what is an error, which skill is
 * involved, and what is stored.
 */

export type Observation = Call | Result | Prompt | Reply | Load | Located | End | Retraction;

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
}

/** A call returned. A result may be recorded twice, and long after the call. */
export interface Result extends Observed {
  readonly type: 'result';
  /** The key of the call. */
  readonly key: string;
  readonly output: unknown;
  /** Whether the transcript marks it as an error; undefined if it has no mark. */
  readonly isError?: boolean;
  readonly durationMs?: number;
}

/** A message that the user typed, not one that the agent added in the user's name. */
export interface Prompt extends Observed {
  readonly type: 'prompt';
  readonly key: string;
  readonly text: string;
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

export interface SkillMention {
  /** As written: `plugin:skill`, `category/skill`, any case. */
  readonly name: string;
  /** The folder of the package, as written: may start with ~, or be relative to the folder of the session. */
  readonly folder?: string;
}
