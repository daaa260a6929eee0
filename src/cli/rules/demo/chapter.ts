/*
 * What the story is made of: chapters, each a few commands that are really run, with a word before and after each.
 */

export interface Chapter {
  readonly title: string;
  play(stage: Stage): Promise<void>;
}

/** Where the commands are typed, and who hears of them. */
export interface Stage {
  /** The home of the person in the story. */
  readonly userHome: string;
  /** Runs the command and shows it; one that ends with another exit code than it should ends the story. */
  run(scene: Scene): Promise<Answer>;
  /** Something beside the commands, such as what is found on the disk. */
  narrate(sentence: string): void;
  /** Runs `during` with a server beside it, or leaves it out where there can be none. */
  withRegistry(during: (url: string) => Promise<void>): Promise<void>;
}

export interface Scene {
  /** What is done, and what for. */
  readonly says: string;
  readonly words: readonly string[];
  /** What to look at in the output. */
  readonly sees?: string;
  /** Where it is typed, below the home. */
  readonly folder?: string;
  readonly input?: string;
  /** How many lines of it are worth showing. */
  readonly lines?: number;
  /** Of the machine instead of the story: what a registry does has the time of day. */
  readonly realTime?: boolean;
}

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
}

/** One command of the story, as it went. */
export interface PlayedStep {
  readonly chapter: string;
  readonly says: string;
  /** As one would type it. */
  readonly command: string;
  readonly folder: string;
  readonly exitCode: number;
  readonly ms: number;
  /** What is shown of its output. */
  readonly shown: readonly string[];
  readonly sees: string | null;
}
