/*
 * What a transcript says happened, in one vocabulary for all agents. A reader turns an agent's own format into these,
 * in the order of the transcript, and judges nothing: what is an error, which skill is concerned and what is worth
 * keeping is decided in one place, interpret/.
 */

export type Observation = Call | Result | Prompt | Reply | Load | Located | End | Retraction;

interface Observed {
  readonly session: string;
  /** Of a subagent, whose work is a conversation of its own; none for the main one. */
  readonly thread?: string;
  /** Milliseconds since the epoch, of this very event. */
  readonly at: number;
}

/** A tool was called. */
export interface Call extends Observed {
  readonly type: 'call';
  /** The same for the same call wherever it is met: in a resumed or forked file, or told by a hook. */
  readonly key: string;
  readonly tool: string;
  readonly args: unknown;
  /** The skill that the transcript itself says is behind the call. */
  readonly declared?: string;
}

/** A call came back; it may be told twice, and long after the call. */
export interface Result extends Observed {
  readonly type: 'result';
  /** Of the call. */
  readonly key: string;
  readonly output: unknown;
  /** What the transcript says outright; undefined where it does not say. */
  readonly isError?: boolean;
  readonly durationMs?: number;
}

/** A message that the user typed, as opposed to one that the agent put into the user's mouth. */
export interface Prompt extends Observed {
  readonly type: 'prompt';
  readonly key: string;
  readonly text: string;
}

/** Text of the agent for the user. */
export interface Reply extends Observed {
  readonly type: 'reply';
  readonly text: string;
}

/** A skill was put before the agent by other means than a tool: the user named it. */
export interface Load extends Observed {
  readonly type: 'load';
  readonly key: string;
  readonly skill: SkillMention;
}

/** Where the skill of an earlier call or load lies. */
export interface Located extends Observed {
  readonly type: 'located';
  readonly key: string;
  /** Of the package, as the transcript writes it. */
  readonly folder: string;
}

export interface End extends Observed {
  readonly type: 'end';
}

/** The user took the conversation back to before this call, prompt or load. */
export interface Retraction extends Observed {
  readonly type: 'retraction';
  readonly key: string;
}

export interface SkillMention {
  /** As it was written: `plugin:skill`, `category/skill`, any case. */
  readonly name: string;
  /** Of the package's folder, as it was written: may start with ~, or be relative to the session's folder. */
  readonly folder?: string;
}
