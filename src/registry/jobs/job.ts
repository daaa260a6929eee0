/*
 * Work that a server does beside its requests, again and again. A failure is logged and tried again; it never ends the
 * server.
 */

export interface Job {
  readonly name: string;
  start(): void;
  /** Resolves when what is under way is done or given up, and nothing more will begin. */
  stop(): Promise<void>;
}
