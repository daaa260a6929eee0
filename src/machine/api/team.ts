/*
 * The registries of a person: those that this machine is logged in to, and the one that earlier versions kept on it.
 */

export interface TeamReads {
  readonly team: TeamAnswer;
}

export interface TeamAnswer {
  /** The last login first. */
  readonly logins: readonly { readonly url: string; readonly tenant: string }[];
  /** Null where no registry was ever kept on this machine. */
  readonly local: {
    /** Its folder, with `~` for the home of the user. */
    readonly folder: string;
    /** Its last change, in milliseconds. */
    readonly changedAt: number;
  } | null;
  readonly now: number;
}
