/*
 * The one error of the program. A refusal or an outage is a CoppiceError with a code from this list, one sentence
 * and a hint; every face maps it once (exit code, HTTP status, MCP result). Outcomes that a caller chooses on are
 * tagged unions instead, and faulty input is a value with diagnostics.
 */

/** Every code, with what it means for the person who meets it (docs/errors.md is generated from this). */
export const errorCodes = {
  usage: 'The command line does not fit the verb: an unknown verb or flag, or a missing argument.',
  'bad-value': 'A flag, argument, variable or configuration key has a value that is not allowed.',
  'not-found': 'The file, folder or thing named does not exist.',
  'not-a-file': 'A file was expected, and something else is there.',
  'not-a-folder': 'A folder was expected, and something else is there.',
  'already-exists': 'The name is taken, and nothing is ever overwritten by accident.',
  'no-permission': 'The operating system refused access, or the file system is read-only.',
  'disk-full': 'No space (or quota) is left; what was there before is unchanged.',
  'cross-device': 'A move between two file systems would not be atomic, so it was not done.',
  'path-unsafe':
    'A path leaves the place it must stay in, goes through a symbolic link, or changed under the call.',
  'file-failed': 'The operating system reported another fault on a file.',
  'lock-busy': 'Another process holds the lock, and did not release it in time.',
  'newer-format':
    'A newer version of Coppice wrote this file; this one reads what it can and changes nothing.',
  'bad-config': 'A configuration or settings file cannot be parsed, or has a key that does not exist.',
  'skill-not-found': 'No root holds a skill of this name or id.',
  'skill-hidden':
    'The skill is there, but is not offered here: it is disabled, or not meant for this platform or these tools.',
  untrusted: 'The skill belongs to a project that is not trusted, so it is shown and not used.',
  'ambiguous-name': 'More than one skill has this name, and a change must name the one it means by its id.',
  'changed-on-disk': 'The file is not the version that was expected, or somebody changed it during the call.',
  'changed-since':
    'What an entry of the ledger left was changed after it, so undoing it would lose that change.',
  'blob-damaged': 'Bytes that were stored are missing or damaged; damaged bytes are never used.',
  'verify-failed': 'A verifier stage refused the change, and the old bytes are back.',
  'would-break-skill': 'The change would make SKILL.md worse than it is: harder to read, or another skill.',
  'patch-no-match': 'The text to replace does not occur in the file.',
  'patch-many-matches': 'The text to replace occurs more than once.',
  'bad-name': 'The name of a skill or category is not allowed.',
  'too-large': 'The file would be larger than a file of its kind may be.',
  'holds-skills': 'The skill has other skills inside, which would be moved away with it.',
  pinned:
    'The skill is pinned, and a pinned one is not archived; a frozen one is not edited by agents either.',
  'clock-behind': 'The clock is behind the last run, so ages cannot be told from it.',
  'state-damaged':
    'What was remembered of earlier runs cannot be read; nothing is done, and it is not overwritten.',
  'evidence-damaged':
    "The database of the evidence is damaged or is another program's; it was not changed, and can be moved away.",
  'schedule-failed':
    'What starts programs at their time (systemd, launchd, cron) is not there, or refused; it says why itself.',
  'already-decided': 'The proposal was accepted or rejected before.',
  'editor-failed': 'The editor ended with an error, so nothing was changed.',
  unauthorized: 'No credential was given, or it is wrong, expired, revoked, or of another tenant.',
  forbidden: 'The credential is good, and does not allow this.',
  conflict: 'What is asked for contradicts what is there already; nothing was changed.',
  'rate-limited': 'Too many requests in a short time; the answer says when to try again.',
  unavailable: 'The database, the storage or the server cannot be reached for now; nothing was changed.',
  'bad-answer':
    'What answers at the address of the registry does not answer as one, or leads elsewhere; it was not believed.',
  'bad-bundle':
    'The archive of a skill is damaged, or holds what a bundle may not hold; the message names the entry.',
  'bundle-too-large':
    'The archive of a skill is larger than a bundle may be, packed, unpacked or by its entries.',
  'package-missing':
    'The verb needs a package that is not installed with Coppice; the hint is the command that installs it.',
  'model-missing':
    'The model that is configured is not on this machine or is switched off; nothing is downloaded without consent.',
  'model-failed':
    'A model, or the server it is behind, cannot be used or gave an answer that makes no sense.',
  internal: 'A fault of the program itself; please report it.',
} as const;

/** What kind of refusal it is; docs/errors.md says what each means. */
export type ErrorCode = keyof typeof errorCodes;

interface ErrorDetails {
  /** What to do about it, as one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** For programs: what the sentence says, as data. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A refusal or an outage, with a code to choose on and a hint for people. */
export class CoppiceError extends Error {
  override readonly name = 'CoppiceError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.data = details.data;
  }
}

/** Whether an error is a refusal with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is CoppiceError {
  return error instanceof CoppiceError && codes.includes(error.code);
}

/*
 * Where a refusal of the disk is no worse than absence: caches, other agents' manifests, folders on the PATH.
 */

export function unlessRefused<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return undefined;
  }
}
