/*
 * The wordings with which agents report that a call did not run or did not end: the user refused it, the user interrupted
 * it, or the agent's own tool protocol rejected it. They are recognised at the start of a result only, because a text that
 * was read may contain anything.
 */

export type Stop = 'refused' | 'interrupted' | 'harness';

/** Undefined if the call was run to its end, as far as the text shows. `hasFailed` is undefined if nothing says so. */
export function stopOf(
  text: string,
  exitCode: number | undefined,
  hasFailed: boolean | undefined,
  by: 'shell' | 'tool' = 'tool',
): Stop | undefined {
  const head = text
    .slice(0, headCharacters)
    .replace(/^(?:\s|<tool_use_error>|<error>|Error: |error: ){1,6}/, '');
  // A call that worked may print any words; only the marks of an agent count.
  if (hasFailed === false && !/^\[(?:Operation|Request) /.test(head)) return undefined;
  if (exitCode === undefined || exitCode < 0) {
    if (refused.some((pattern) => pattern.test(head))) return 'refused';
    if (rejected.some((pattern) => pattern.test(head))) return 'harness';
    // In a shell, this is what the program says that was run.
    if (by === 'tool' && missingFile.test(head)) return 'harness';
  }
  if (ownSandbox.test(head)) return 'harness';
  if (exitCode === 130) return 'interrupted';
  const end = text.slice(-tailCharacters);
  const isStopped = interrupted.some((pattern) => pattern.test(head)) || interruptedAtEnd.test(end);
  return isStopped && exitCode !== 0 ? 'interrupted' : undefined;
}

/** It goes on behind the call, so that nothing is known yet. */
export function runsOn(text: string): boolean {
  return /^(?:.{0,300}\n){0,4}(?:Command (?:is )?running in (?:the )?background|Process running with session ID|Command moved to background|Command (?:was )?manually backgrounded|Background process started|Started background)/i.test(
    text.slice(0, headCharacters),
  );
}

/** The line in which the agent reports that the time for the call was over. */
export function timeoutLine(text: string): string | undefined {
  const ends =
    text.length <= 2_000 ? text : `${text.slice(0, headCharacters)}\n${text.slice(-headCharacters)}`;
  return ends
    .split('\n')
    .map((line) => line.slice(0, 200).trim())
    .find((line) => timeout.test(line));
}

const timeout =
  /^(?:Error: |\[)?(?:the )?(?:(?:command|process|tool call|shell tool)\b.{0,40}(?:timed out|exceeding timeout|timeout)|timed out after \d)/i;

const headCharacters = 600;
const tailCharacters = 400;

const refused: readonly RegExp[] = [
  /^the user (?:doesn't|does not) want to /i,
  /^the user (?:refused|rejected|denied|declined) /i,
  /^(?:exec |mcp |tool |patch |command |tool call |user ){0,3}(?:call |command )?(?:was )?(?:rejected|denied|declined|refused) by (?:the )?user\b/i,
  /^Rejected\("rejected by user"\)/,
  /^user (?:rejected|denied|declined|refused|did not allow|has not allowed|dismissed)\b/i,
  /^\[Operation Cancelled\] Reason: User did not allow/i,
  /^BLOCKED: User denied/i,
  /^permission (?:was )?denied by (?:the )?user\b/i,
  /^(?:user cancell?ed|cancell?ed by (?:the )?user)\b(?!.{0,40}before it could complete)/i,
];

/** The sandbox that the agent runs commands in, as opposed to one that a program of the project has. */
const ownSandbox =
  /^(?:exec(?:ution)? error: )?sandbox(?:\(| error| denied| violation).{0,200}|^(?:network|file ?system|write) access is (?:not permitted|not allowed|disabled|denied|blocked) (?:in|by) (?:the|this) sandbox|^failed in sandbox/i;

const interrupted: readonly RegExp[] = [
  /^\[Request (?:interrupted|cancell?ed) by user/i,
  /^(?:command |tool execution |operation |tool call |execution )?(?:was )?(?:aborted|interrupted|cancell?ed)(?: by (?:the )?user|$|\.| before completion| after \d)/i,
  /^\[(?:Operation Cancelled|Command interrupted|Tool execution cancell?ed)/i,
  /^(?:tool execution )?skipped: user interrupt|^Command was cancell?ed by user/i,
  /^aborted by user/i,
];

const interruptedAtEnd =
  /(?:^|\n)\s{0,4}(?:<error>)?(?:\[Request interrupted by user|Command was aborted before completion|User aborted the command|\[Command interrupted)/i;

/** As file tools report it. */
const missingFile = /^(?:EISDIR|ENOENT): .{1,80}, (?:read|open|lstat|stat|scandir)/;

/** The protocols of the tools of Claude Code, Codex, Gemini CLI, OpenCode and Hermes. */
const rejected: readonly RegExp[] = [
  // Codex could not start the process.
  /^exec_command failed for `/,
  // Files.
  /^File has (?:not been read|been (?:modified|unexpectedly modified)|changed) /i,
  /^File .{1,300} has (?:not been read|been modified since|changed since)/i,
  /^(?:The )?file (?:does not exist|not found|path must be|is too large|content \()/i,
  /^File (?:does not exist|not found|unchanged)/i,
  /^(?:String|Text) to replace not found|^(?:oldString|old_string|old_str)\b.{0,60}(?:not found|found multiple|identical|must be|is not unique)/i,
  /^Found \d{1,6} matches (?:of|for)|^Could not find (?:a match for )?(?:old_string|oldString|the string)/i,
  /^No changes to (?:make|apply)|^Failed to edit, |^You must (?:read|use the read tool)/i,
  /^apply_patch (?:verification )?failed|^(?:invalid|malformed) patch|^Failed to find (?:expected lines|context)/i,
  // Calls.
  /^(?:InputValidationError|Invalid (?:tool )?(?:parameters|arguments|input|JSON)|Input validation error)\b/i,
  /^(?:MCP error -3260[0-2]\b|failed to parse (?:function )?arguments|params must |unsupported call: |missing field )/i,
  /^The (?:arguments|parameters) provided to the tool are invalid|^The [\w.-]{1,60} tool was called with invalid arguments/i,
  /^(?:No such tool|Unknown tool|Tool .{1,80} (?:not found|does not exist|is not available|not available)|Model tried to call unavailable tool)/i,
  /^(?:Unknown skill|Skill .{1,80} not found|Agent type .{1,80} not found|unknown (?:function|tool call))/i,
  /^(?:Cancell?ed: parallel tool call|Sibling tool call errored|<?tool call skipped)/i,
  // Limits.
  /^(?:File content|Output|Result|Response|The output|MCP tool .{1,100} response)\b.{0,80}(?:exceeds|too (?:large|long)|is larger than|was truncated)/i,
  /^Ripgrep search timed out|^Search timed out|^(?:Path|Directory) does not exist/i,
  // Permissions by a rule, not by a person.
  /^(?:Claude requested permissions|This (?:Bash )?command (?:requires approval|contains multiple operations)|Permission to use .{1,200} has been (?:denied|auto-denied))/i,
  /^.{1,200} was blocked\. For security|^(?:PreToolUse|PostToolUse)[:\w]{0,40} .{0,60}hook/i,
  /^(?:Tool execution denied by policy|Command rejected because|Command substitution using|approval policy is|BLOCKED\b)/i,
  /^The user has specified a rule which prevents/i,
  /^write_stdin failed|^Unknown process id|^Path not in workspace|^(?:File )?path must be (?:within|absolute)/i,
];
