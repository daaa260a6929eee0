/*
 * The family of an error: what kind of thing is wrong, which decides what can fix it. The line decides; the rest of the
 * output is only asked if the line says nothing.
 */

import type { Family } from './attempt.js';

export interface ErrorFacts {
  readonly line: string;
  readonly text: string;
  readonly exitCode: number | undefined;
  readonly isVerify: boolean;
}

export function familyOf({ line, text, exitCode, isVerify }: ErrorFacts): Family {
  if (exitCode === 127) return 'notfound';
  if (exitCode === 124) return 'transient';
  const ofLine = familyIn(line);
  // A position in a file is one of code, unless the line names what is missing around the code.
  if (positioned.test(line) && !/^(?:dep|conn|port|init)$/.test(ofLine ?? '')) return 'code';
  if (ofLine !== undefined) return ofLine;
  const rest = text.length <= maxText ? text : `${text.slice(0, maxText / 2)}\n${text.slice(-maxText / 2)}`;
  for (const each of rest.split('\n').slice(0, maxLines)) {
    const found = anchors.test(each) ? familyIn(each) : undefined;
    if (found !== undefined) return found;
  }
  return isVerify ? 'code' : 'other';
}

const maxLine = 400;
const maxText = 16_000;
const maxLines = 300;

/** An address may contain any word, such as `?timeout=30s`. */
function familyIn(text: string): Family | undefined {
  const line = text.slice(0, maxLine).replace(/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`<>)]{1,300}/gi, '<url>');
  return patterns.find(([, pattern]) => pattern.test(line))?.[0];
}

/** A line of a compiler or a stack. */
const positioned = /^\S{1,200}\.\w{1,6}(?::\d{1,6}(?::\d{1,6})?(?::| -)|\(\d{1,6},\d{1,6}\):)\s/;

/** Lines of an output that are about an error; a word in another line is no family. */
const anchors =
  /^\s{0,8}(?:[\w./@()-]{1,60}:\s){0,2}(?:error|fatal|failed|failure|panic|cannot|could not|does not match |unable|invalid|unknown|missing|permission|connection|e:|npm (?:err!|error)|err_|usage:|caused by|reason|the |no |[A-Z]\w{0,60}(?:Error|Exception)\b|\d{1,6} (?:failed|failing|errors?))/i;

const patterns: readonly (readonly [Family, RegExp])[] = [
  [
    'notfound',
    /command not found|(?:^|: )(?:\d{1,5}: )?[\w.+-]{1,40}: not found$|is not recognized as (?:an internal|the name)|executable file not found|^env: .{1,60}No such file|spawn [\w./-]{1,60} ENOENT|unknown command .{0,40} in path|Unable to locate executable/i,
  ],
  // A service that must first be enabled answers like one that says no.
  [
    'init',
    /has not been used in project .{1,80} before|\b(?:API|service)\b.{0,80} (?:is|was|has been|must be|needs to be) (?:not enabled|disabled|enabled (?:first|before))|SERVICE_DISABLED/,
  ],
  [
    'port',
    /EADDRINUSE|address already in use|port (?:is )?(?:<?\w{1,6}>? )?(?:is )?(?:already )?(?:in use|allocated|taken|occupied)|port is already allocated|ports are not available|Only one usage of each socket|something is already (?:running|listening) on port|server is already running|connection in use|bind: address/i,
  ],
  [
    'usage',
    /unknown (?:option|flag|command|argument|subcommand|shorthand|switch|arguments?)\b|unrecogni[sz]ed (?:option|argument|command|arguments|subcommand)|unexpected (?:argument|option|extra argument)|(?:invalid|illegal|bad) (?:option|choice|flag|subcommand|command)\b|no such (?:option|command|subcommand)|missing (?:required )?(?:argument|option|operand|parameter|script)|arguments? (?:are|is) required|required (?:argument|option|flag)|required flag|flag needs an argument|option .{0,60} requires|requires an argument|too (?:few|many) arguments|expected .{0,20}arguments?|did you mean|^usage: |is not a (?:git|docker|valid|known) (?:command|subcommand|option)|flag provided but not defined|No rule to make target(?!.{1,120}needed by)|(?:task|target|recipe|script) (?!folder|director|file|path).{0,60}(?:not found|does not exist|doesn't exist)|does not contain recipe|cannot be used with|mutually exclusive|unknown long flag|unable to find a (?:device|destination|simulator|emulator) |(?:no|not find a?n?) (?:device|simulator|emulator|scheme|destination|profile)s? (?:matching|named|called|found)|does not contain a (?:scheme|target|configuration) named/i,
  ],
  [
    'auth',
    /\b401\b|\bunauthori[sz]ed\b|not logged in|log ?in required|must (?:be logged|log) in|please (?:run .{0,40})?(?:log ?in|sign in|authenticate)|(?:authentication|authorization) (?:failed|required|error|token)|auth(?:entication)? (?:is )?required|not authenticated|unauthenticated|invalid (?:credentials?|(?:\w{1,20} )?token|api[ -]?key|password|username|access key|grant)|bad credentials|(?:token|session|credentials?|login|certificate of the user) (?:has |have |is |are )?(?:expired|invalid|missing|not valid|revoked)|token .{0,30}(?:is not valid|is invalid|has expired)|expired ?token|could not read (?:Username|Password)|Permission denied \(publickey|(?:no|missing|unable to locate|could not (?:find|load)) .{0,30}credentials|NoCredentials|ENEEDAUTH|\bE401\b|sso (?:session|token)|token for .{1,60} does not exist|no valid credential|must be authenticated|reauthenticat|auth login|password authentication failed|Access denied for user|requested access to the resource is denied|InvalidClientTokenId|api key .{0,30}(?:not|missing|invalid|required)|OPENAI_API_KEY|not signed in/i,
  ],
  [
    'perm',
    /permission[ _]denied|permission .{1,80} denied|UnauthorizedOperation|\bEACCES\b|\bEPERM\b|operation not permitted|\b403\b|forbidden|access (?:is )?denied|AccessDenied|not (?:authorized|allowed|permitted) to|insufficient (?:\w{1,20} )?(?:permissions?|privileges|scopes?)|protected branch|read-only file system|must be (?:owner|root|superuser|run as)|are you root|requires? (?:root|sudo|administrator|elevated)|permission to .{1,80} denied|dubious ownership|sandbox\w{0,8}[ :(].{0,40}(?:deny|denie|block|refus|violat|forb|not allow|not permit|restrict)|(?:denied|blocked|refused|forbidden) by .{0,20}sandbox|policy (?:violation|forbids|denied)|host key verification failed|certificate (?:verify failed|has expired|is not trusted)|self[- ]signed certificate|pre-receive hook declined|hook declined/i,
  ],
  [
    'init',
    /not (?:been )?initiali[sz]ed|(?:not in|out of) sync with|not a git repository|externally-managed|initiali[sz]ation required|(?:run|try|use)[: ]{1,2}["'`]?[\w.-]{1,30}(?: [\w.-]{1,20})? (?:init|setup|generate|migrate|link)\b|did not initiali[sz]e|module not installed|missing required provider|no such (?:table|column)|(?:relation|column) .{1,80} does not exist|\bUndefined(?:Column|Table)\b|unknown column|table .{1,80} (?:does not|doesn't) exist|database .{1,80} does not exist|unknown database|pending migrations?|migrations? .{0,40}(?:pending|not (?:been )?applied)|not up to date|isn't linked|is not linked|not linked to|no (?:linked )?project|submodule|git-lfs|inconsistent dependency lock|lock ?file .{0,60}(?:out of (?:date|sync)|not up to date|needs to be updated|missing)|can only install packages when .{0,60}in sync|has not been (?:built|created|configured|generated)|please run .{0,60} first|must (?:be )?(?:run|built|build) .{0,40}first|no swarm|cluster .{0,40}(?:not found|does not exist|not running)/i,
  ],
  [
    'dep',
    /cannot find (?:module|package|type definition|crate)|can't find crate|ModuleNotFoundError|No module named|module not found|ImportError|could not (?:resolve|find) (?:module|package|dependenc(?:y|ies)|gem|import|["'`]|a version|artifact)|unresolved import|failed to resolve (?:import|dependenc)|(?:package|module|dependency|extension|plugin|library|gem) .{0,80}(?:is not installed|not installed|is missing|not found|could not be found|does not exist)|is not in (?:this|the npm) registry|Unable to find image|manifest (?:unknown|for)|pull access denied|image .{0,80}(?:not found|does not exist)|no such image|library not found|cannot open shared object|No matching distribution|Unable to locate package|No package|unmet (?:peer )?dependenc|undefined reference to|fatal error: .{1,80}(?:: No such file|file not found)|no required module provides|missing go\.sum|executable doesn't exist|playwright install|cannot load such file|Class .{1,80} not found|There is no package called|NoClassDefFound|ClassNotFound|failed to solve: .{0,80}not found|missing (?:dependenc|package|module)|a dependency on|errors on dependencies|Unchecked dependencies|vendor\/autoload|Failed opening required|executable not found|needed by|could not find (?:directory of|the system library)|language data|E404|in (?:any of the sources|locally installed gems)|GemNotFound/i,
  ],
  [
    'conn',
    /ECONNREFUSED|CONNECTION_REFUSED|connection (?:was |is )?refused|(?:could not|cannot|can't|couldn't|unable to|failed to) (?:connect|reach)|cannot connect to the docker daemon|\bENOTFOUND|getaddrinfo (?!EAI_AGAIN)|could not resolve host|(?:name or service|nodename nor servname) not known|network is unreachable|no route to host|is the server running|is the docker daemon running|valid docker environment|docker (?:daemon|engine|desktop) (?:is )?not|can't reach database|connection to .{1,120} (?:was )?(?:refused|failed)|no such host|server .{0,40}(?:is not running|not running)|EHOSTUNREACH|not reachable|is not running|verify that your server is running|(?:start|is) (?:this|the|your) (?:dev )?server/i,
  ],
  [
    'transient',
    /timed? ?out|ETIMEDOUT|\b429\b|too many requests|rate.?limit|\b50[0-4]\b|temporar(?:y failure|ily unavailable)|lock (?:is )?held|held by pid|try again|ECONNRESET|connection reset|EAI_AGAIN|overloaded|socket hang up|database is locked|could not (?:get|acquire) lock|unable to (?:acquire|lock)|acquiring the state lock|\.lock'?: File exists|lock (?:file )?(?:exists|is held)|another .{0,40}process .{0,40}(?:running|using)|bad gateway|service unavailable|internal server error|unexpected EOF|early EOF|remote end hung up|deadline exceeded|quota exceeded|throttl/i,
  ],
  [
    'path',
    /no such file or directory|\bENOENT\b|file not found|cannot (?:stat|access|open)|can't open|(?:cannot|could not|couldn't) find (?:the )?(?:path|file|directory|a package\.json|config)|(?:path|file|directory|folder) .{0,120}(?:does not exist|doesn't exist|not found|is missing)|not a directory|does not contain (?:an? |any |the |main )\S|no [\w.+]{1,12} files? (?:in|found|to \w)|is an? empty (?:folder|directory)|error opening (?:\w{1,10} )?file|\bENOTDIR\b|is a directory|\bEISDIR\b|pathspec .{1,120} did not match|FileNotFoundError|unable to (?:read|open|find|locate) .{0,60}(?:file|path)|no such path|no tests? (?:files? )?found|could not open/i,
  ],
  [
    'behind',
    /non-fast-forward|fetch first|updates were rejected|have diverged|branch is behind|failed to push some refs|would be overwritten by|CONFLICT \(|unmerged files|needs merge|stale info|\[rejected\]|commit your changes or stash|refusing to merge unrelated|local changes/i,
  ],
  [
    'version',
    /EBADENGINE|unsupported (?:engine|class file|version|python|node)|UnsupportedClassVersion|requires? (?:a )?(?:\w{1,20} )?(?:version|node(?:\.js)?|python|go|rustc?|java|ruby|php|npm|pnpm) ?(?:version )?[<>=^~v\d]|version .{0,60}(?:mismatch|required|not supported|incompatible|conflict)|incompatible|ERESOLVE|peer dep|could not be resolved to an installable|(?:is )?not (?:currently |yet )?supported (?:by|on|with|for|in)\b|no longer supported|::unsupported|requested module 'node:|too old|newer version|minimum (?:supported )?version|does not match .{0,60}(?:previously|used before)|invalid source release|deprecated and (?:removed|no longer)/i,
  ],
  [
    'config',
    /environment variables?.{0,60}(?:not (?:set|found|defined)|missing|required|must)|missing (?:environment|env|configuration|config|required (?:key|env|config|property|field))|not configured|no configuration|(?:invalid|bad|missing) config|configuration (?:error|file|is)|config(?:uration)? .{0,60}(?:not found|invalid|missing|error)|could not load .{0,30}config|must be (?:set|specified|configured)|not currently set|SDK location not found|you must (?:specify|provide|set)|no (?:default )?(?:region|project|context|account|subscription|remote|upstream)\b|not specified|is not set|has no upstream branch|no tracking information for|no configured|context .{0,60}does not exist/i,
  ],
  // Names of variables are in capitals.
  [
    'config',
    /\b[A-Z][A-Z\d]{1,30}_[A-Z\d_]{1,40}\W{0,3}(?: (?:environment variable|env var))? ?(?:is |was |must be |has not been )?(?:not (?:set|defined|found|provided|configured)|undefined|missing|required|set|unset)\b|KeyError: '[A-Z][A-Z\d_]{2,60}'/,
  ],
  [
    'invalid',
    /\binvalid\b|malformed|parse error|could not parse|cannot parse|failed to parse|unexpected token .{0,40}JSON|JSONDecodeError|bad request|\b(?:400|422|409)\b|validation (?:failed|error)|is not (?:a )?valid|illegal|duplicate|already exists|violates|not found|does not exist|doesn't exist|no such|unknown|\b404\b/i,
  ],
  ['code', /^(?:FAIL|FAILED|--- FAIL|not ok)\b|test result: FAILED/],
  [
    'code',
    /AssertionError|assertion (?:failed|`)|\bpanicked at|^panic: |\b[1-9]\d{0,5} (?:failed|failing|failures?|errors?)\b|\b(?:failed|failures|errors)[=:] {0,3}[1-9]|\bTS\d{4}\b|error\[E\d{4}\]|\b(?:Type|Reference|Syntax|Name|Attribute|Value|Key|Index|Range|Indentation|ZeroDivision|NullPointer|Runtime|Unbound\w{0,10}|Recursion|Arithmetic|Overflow|Lookup)(?:Error|Exception)\b|undefined: \w|does not compile|compil(?:e|ation) (?:error|failed)|failed to compile|segmentation fault|core dumped|expected .{1,80}(?:received|but got|to (?:be|equal|have|contain|match)|got)|is not assignable|is not defined|is not a function|cannot read propert|mismatched types|would reformat|needs? formatting|code style issues/i,
  ],
];
