/*
 * The error of the program. A refusal or an outage is a CoppiceError with a code from this list, one sentence and a
 * hint; each interface maps it once (exit code, HTTP status, MCP result). Outcomes that a caller must handle are tagged
 * unions instead, and faulty input is a value with diagnostics.
 */

/** Every code with its meaning (docs/errors.md is generated from this). */
export const errorCodes = {
  usage: 'The command line is wrong: an unknown command or flag, or a missing argument.',
  'bad-value': 'A flag, argument, variable or configuration key has a value that is not allowed.',
  'not-found': 'The file, folder or item does not exist.',
  'not-a-file': 'A file was expected, but something else is there.',
  'not-a-folder': 'A folder was expected, but something else is there.',
  'already-exists': 'The name is already taken, and nothing is overwritten.',
  'no-permission': 'The operating system refused access, or the file system is read-only.',
  'disk-full': 'No space (or quota) is left; the existing files are unchanged.',
  'cross-device': 'A move between two file systems would not be atomic, so it was not done.',
  'path-unsafe':
    'A path leads out of the folder it must stay in, goes through a symbolic link, or changed during the operation.',
  'file-failed': 'The operating system reported another error for a file.',
  'lock-busy': 'Another process holds the lock and did not release it in time.',
  'newer-format':
    'A newer version of Coppice wrote this file; this version reads what it can and changes nothing.',
  'bad-config': 'A configuration or settings file cannot be parsed, or has an unknown key.',
  'skill-not-found': 'No skill has this name or id.',
  'skill-hidden':
    'The skill exists but is not offered here: it is disabled, or not made for this platform or these tools.',
  untrusted: 'The skill belongs to a project that is not trusted, so it is shown but not used.',
  'written-elsewhere':
    'Another program writes the skill (a plugin, or the agent that synchronises it), so Coppice does not change it.',
  blocked:
    'The scanner blocks the skill, or it cannot be scanned, so it is not handed to an agent; or an agent wrote something that the scanner blocks.',
  'ambiguous-name': 'Several skills have this name; use the id of the one you mean.',
  'changed-on-disk': 'The file is not the expected version, or somebody changed it during the operation.',
  'changed-since':
    'The skill was changed after this ledger entry, so undoing the entry would lose that change.',
  'not-stored':
    'The content is not in the history: it contained what looks like a secret, or it was purged. It cannot be restored.',
  'blob-damaged': 'Stored bytes are missing or damaged; damaged bytes are never used.',
  'verify-failed': 'A verifier refused the change, so it was reverted.',
  'would-break-skill':
    'The change would break SKILL.md: it would be harder to parse, or the skill would have another name.',
  'patch-no-match': 'The text to replace does not occur in the file.',
  'patch-many-matches': 'The text to replace occurs more than once.',
  'bad-name': 'The name of a skill or category is not allowed.',
  'too-large': 'The file would be larger than is allowed for its kind.',
  'holds-skills': 'The skill contains other skills, which would be moved with it.',
  pinned: 'The skill is pinned. A pinned skill is not archived; a frozen one is not edited by agents either.',
  'merge-would-lose':
    'The merged skill would not contain everything that is in its sources; the message names what is missing, and nothing was changed.',
  'merge-protected':
    'A skill is merged only with --include, because it is pinned, required by others, part of a project, installed, or new.',
  'clock-behind': 'The clock shows a time before the last run, so ages cannot be computed.',
  'state-damaged':
    'The saved state of earlier runs cannot be read; nothing was done, and the file was not overwritten.',
  'evidence-damaged':
    'The evidence database is damaged or belongs to another program; it was not changed. Move it away to start with an empty one.',
  'recording-damaged':
    'A recording of an evaluation is cut off, was changed so that it cannot be read, or belongs to another run. It was not used.',
  'schedule-failed':
    'The scheduler (systemd, launchd or cron) is missing or reported an error; the message gives the reason.',
  'already-decided': 'The proposal was already accepted or rejected.',
  'editor-failed': 'The editor ended with an error, so nothing was changed.',
  unauthorized: 'The credential is missing, wrong, expired, revoked, or for another tenant.',
  forbidden:
    'The credential is valid but does not allow this, or the skill is protected from unattended changes.',
  stopped:
    'Somebody stopped it before its end. What was done until then is in the ledger, and can be undone.',
  conflict: 'The request conflicts with the current state; nothing was changed.',
  'rate-limited': 'Too many requests in a short time; the response says when to try again.',
  unavailable:
    'The database, the storage or the server cannot be reached at the moment; nothing was changed.',
  'bad-answer':
    'The server at the registry address does not respond like a registry, or redirects elsewhere; its response was not used.',
  'bad-bundle':
    'The archive of a skill is damaged, or contains something that is not allowed; the message names the entry.',
  'bundle-too-large': 'The archive of a skill is too large, packed or unpacked, or has too many entries.',
  'package-missing':
    'The command needs a package that is not installed with Coppice; the hint shows how to install it.',
  'model-missing':
    'The configured model is not on this machine or is switched off; nothing is downloaded without consent.',
  'model-failed': 'A model or its server cannot be used, or gave an invalid answer.',
  internal: 'A bug in Coppice; please report it.',
} as const;

/** The kind of refusal; docs/errors.md explains each. */
export type ErrorCode = keyof typeof errorCodes;

interface ErrorDetails {
  /** What to do about it, as one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** The facts of the message, as data for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A refusal or an outage, with a code for programs and a hint for people. */
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

/** For files whose failure is no worse than their absence: caches, other agents' manifests, folders on the PATH. */
export function unlessRefused<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return undefined;
  }
}

/** The message as a sentence of a report. A path or an id at its beginning stays as it is. */
export function sentenceOf({ message }: Pick<CoppiceError, 'message'>): string {
  const text = message.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${text}.`;
}
