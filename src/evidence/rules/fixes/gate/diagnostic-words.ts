/*
 * The grammar of error messages, as far as a diagnostic is recognised by it: how a program says that something did not
 * work, and the small words that lead from there to something else. These are closed classes of English; what failed may
 * be called anything.
 */

/** Small words of which a name may have any number. */
export const particles: ReadonlySet<string> = new Set(
  (
    'a an the of in on at for from to with by into onto any all its or this these your per than least most near inside ' +
    'between within locally yet still one two'
  ).split(' '),
);

/** Behind these, a statement may be about anything; a failure that is said with them has its own form below. */
export const stops: ReadonlySet<string> = new Set(
  (
    'am is are was were be been being has have had having do does did done can could will would shall should may might ' +
    'must need needs needed ought get gets got getting become becomes make makes made let lets want wants ' +
    'and but because since so thus hence therefore which who whom whose that when whenever while until till unless if ' +
    'whether though although as like only also else instead otherwise without via through after before then now once ' +
    'again always never ever here there everywhere just simply please kindly maybe perhaps first next soon today ' +
    'i me my we us our you he she they them their everyone everybody anyone anybody someone somebody people ' +
    'off allow allows allowed permit permits permitted ok okay fine safe safely trusted approved optional required ' +
    'recommended preferred official yes no not ' +
    'enable enables enabled enabling disable disables disabled disabling bypass bypasses bypassed skip skips skipped skipping ' +
    'pass passes force forced elevate elevated retry rerun root admin administrator sudo'
  ).split(' '),
);

/** A clause that says who speaks, or only that this is an error. */
export const labels =
  /^\W*(?:(?:[\w./@+:()[\]-]{1,60}\s){0,2}(?:error|err|fatal|panic|exception|traceback|failure|caused by|uncaught|unhandled|critical)\b(?:[\s!]*(?:\[[\w-]{1,30}\]|\(?[A-Z]{0,6}-?\d{2,6}\)?|\(\w{1,40}\)|from (?:server|registry)|response from daemon)){0,3}|[\w.$]{0,80}(?:Error|Exception)(?: \[\w{1,60}\])?)\W*$/i;

const copula =
  '(?:(?:is|are|was|were|be|been|has|have|had|has been|have been|does|do|did|it|you|there (?:is|are|was|were)|which|that|or|and) )?';

const states =
  'found|available|supported|defined|installed|recogni[sz]ed|allowed|permitted|valid|set|readable|writable|writeable|executable|running|reachable|ready|open|opened|empty|specified|provided|given|configured|initiali[sz]ed|registered|enabled|accessible|loaded|logged in|authenticated|authori[sz]ed|trusted|up[- ]to[- ]date|implemented|assignable|iterable|callable|subscriptable|serializable|hashable|an? [\\w-]+|unique|null|compatible|satisfied|resolved|accepted|used|exported|declared|known|mounted|booted|connected|listening|present|equal|identical|divisible|bound|part|within|formatted|covered|built|compiled|generated|created|selected|linked|attached|synced|included|visible|active|mapped|expected|complete|completed|finished|closed|sorted|in|of|on|at|from|the|any|enough|possible|applicable|consistent|unlocked|parsed|decoded|established|published|started|tracked|staged|clean|seekable|met|fast-forward|recoverable|exported|meet';

const verbs =
  'exist|match|have|support|contain|include|resolve|compile|appear|fit|satisfy|accept|know|recogni[sz]e|belong|point|provide|implement|define|export|look|start|respond|conform|parse|converge|find|return|specify|terminate|complete|finish|initiali[sz]e|succeed|receive|produce|become|equal|load|build|throw|reach|type-?check|yield|report|pass|declare|handle|correspond|agree|refer|lie|have|take|answer|exit|build|open|evaluate|render|meet';

/** Says by itself that something did not work; what follows may be cut off. */
export const strongFailure = new RegExp(
  [
    `\\b${copula}not (?:yet |currently |been |properly |correctly )?(?:${states})\\b`,
    `\\b(?:is|are|was|were|has|have)n['’]t (?:yet |been )?(?:${states})\\b`,
    `\\b(?:does|do|did)(?:n['’]t| not) (?:${verbs})\\b`,
    "\\b(?:(?:can|could|will|would)(?:not| not|n['’]t)|can['’]t|cannot)(?: (?:be|get|make|have|do))?\\b",
    '\\b(?:may|must|should|shall) not be (?:empty|null|blank|negative|zero|undefined|changed|modified)\\b',
    `\\b${copula}(?:unable|failed|fails?|refused|refus(?:es|ing)|attempted|tried|impossible|illegal|invalid) to(?: (?:be|get|make|have|do))?\\b`,
    `\\b${copula}(?:fail(?:ed|ure|ures|ing|s)?|crash(?:ed|es)?|abort(?:ed|ing)?|panic(?:ked)?|timed[- ]out|timeout|time-out|refused|denied|rejected|declined|forbidden|unauthori[sz]ed|expired|killed|terminated|interrupted|disconnected|dropped|reset|dumped|exceed(?:ed|s)?|missing|lost|broken|corrupt(?:ed)?|truncated|mismatch(?:ed|es)?|mismatching|conflict(?:s|ed|ing)?|violat(?:es|ed|ions?)|diverged|skewed)\\b`,
    `\\b${copula}already (?:been |an? )?[\\w-]+(?: in use)?\\b|\\b${copula}in use\\b|\\baddress in use\\b`,
    `\\b${copula}out of (?:memory|range|bounds|space|disk|date|sync|time|inodes|heap|files|order|scope)\\b`,
    `\\b${copula}too (?:many|large|long|old|few|small|short|big|deep|new|high|low|late|early|slow|recent|complex)\\b`,
    '\\bno such\\b|\\b(?:has |have |had |is |are )?no (?:[A-Za-z][\\w-]*(?:\\/[a-z]+|\\.(?:ya?ml|json|toml|lock|xml|txt|md|py|[jt]s))? ){0,4}(?:found|available|matching|specified|provided|defined|given|configured|exists?|named|called|left|selected|running|detected|registered|installed|connected|loaded|set|matched|remaining|booted|returned|supplied|present)\\b',
    '\\b(?:has |have |had |is |are )?no (?:exported |rule to make |secret key|match(?:es|ing)?|rule|route|entry|record|mapping|handler|support|changes?|candidates?|versions?|results?|rows?|tests?|jobs?|devices?|targets?|files?|providers?|credentials|space|access|module|overload|member|field|attribute|method|suitable|healthy|hosts?|definition|declaration|input|output|default|value|data|profiles?|tag|branch|remote|upstream|commits?|current|active|valid|known|package|configuration|response|connection|alternative|instance|column|table|function|variant|primary|space)\\b',
    '\\bexit(?:ed|s)?(?: with)?(?: code| status)?:? -?\\d+|\\bnon-?zero (?:exit )?(?:code|status)|\\bstatus(?: code)?:? [45]\\d\\d\\b|\\b(?:HTTP(?:\\/[\\d.]{1,3})? )?(?:status )?[45]\\d\\d (?:Bad|Unauthorized|Forbidden|Not|Conflict|Unprocessable|Too|Internal|Service|Gateway|Client|Server|Payment|Method|Gone|Request)\\b(?: Found| Request| Allowed| Entity| Content| Many Requests| Server Error| Error| Unavailable| Timeout| Gateway| Acceptable| Required)?|\\bHTTP[ /:]*[45]\\d\\d\\b',
    `\\b${copula}(?:an? )?(?:[\\w-]+ )?errors? (?:occurred|(?:parsing|loading|reading|writing|opening|creating|running|executing|acquiring|getting|fetching|connecting|validating|compiling|initializing|processing|decoding|encoding|building|starting|rendering|evaluating|calling|installing|resolving|importing|locating|retrieving|configuring|updating|while|during|in|at|on|for|or))\\b`,
    '\\b(?:found )?\\d+ (?:error|problem|failure|failed|leak|vulnerabilit|issue|violation|conflict|offen[cs]e|mismatch|defect)\\w*(?: (?:found|detected))?\\b',
    '\\b(?:would|will) be (?:overwritten|lost|truncated)\\b|\\bsegmentation fault\\b|\\bcore dumped\\b|\\bstack overflow\\b|\\bdeadlock(?: detected| found)?\\b|\\bdivision by zero\\b|\\bnull pointer\\b|\\b(?:leaks?|drift|conflicts?|cycle|collision|duplicates?|loop|change|changes) (?:found|detected)\\b|\\bsignal:? \\w+',
    '\\bbut (?:got|found|received|was|were|is|are|has|have|only|(?:your |the )?[\\w.-]+ (?:specif(?:ied|ies)|requires?|has|is|was|wants|needs))(?= [["\'`\\d<>=^~({-]| version| an? | none\\b| no\\b)',
    '\\b(?:got|found|received|actual|have|want)(?= ["\'`\\d<{[(-])',
    '\\bto (?:be|equal|have|contain|match)(?= ["\'`\\d<{[(-]| (?:true|false|null|undefined|nil|none|empty|defined|truthy|falsy)\\b)',
    '\\b(?:limit|quota|deadline|depth|size|timeout) (?:was |has been |is )?(?:reached|exceeded)\\b',
    '\\btakes (?:no|\\d+|from \\d+ to \\d+) (?:positional )?arguments? but \\d+ (?:was|were) given\\b|\\bmissing \\d+ required\\b|\\bexpected \u0000+ (?:before|after|near|got|found)\\b|\\bheld by (?:another )?process\\b',
    '\\bor any of the parent directories\\b|\\b(?:imported|declared|defined|assigned) (?:and|but) (?:not|never) used\\b',
  ].join('|'),
  'gi',
);

/** Says what is wrong with a thing; a clause has this only as a whole. */
export const weakFailure = new RegExp(
  [
    `\\b${copula}(?:un[a-z]{3,14}(?:ed|able|ible|wn|nd|et|id|en)|in(?:valid|compatible|consistent|sufficient|correct|complete|accessible|active|finite|eligible|correctly|secure)|im(?:mutable|possible|proper)|illegal|irrecoverable|non-?[a-z]{3,20}|mis(?:configured|placed|spelled|formed|aligned)|malformed|dis(?:allowed|crepancy|connected)|overflow\\w*|underflow\\w*|overlap\\w*|duplicated?s?|ambiguous|circular|stale|dangling|bad|wrong|locked|busy|full|pending|null|nil|empty|read-only|blocked|restricted|throttled|reserved|suspended|revoked|rate[- ]limited|behind|detached|in progress|a directory|negative|zero|obsolete|dirty|exhausted|insufficient|absent|nothing|none|errors?|exceptions?|problems?|faults?|fatal|inconsistency|incompatibility|redefinition|collision|regression|dubious)\\b`,
    '\\b(?:errno|os error|code|errorcode) -?\\d+\\b|\\b(?:exit|error|status) code\\b',
    '\\bexpected(?= ["\'`\\d<{[(-]| an? | one of| end| token| type| value| string| number| \\w+,| \\w+$)',
    '(?:\\b(?:arguments?|options?|field|parameters?|value|login|authentication|initiali[sz]ation|credentials|property|input|name|id|key|flag|variable|subcommand|format|password|token|body|version)|["\'`]) (?:is |are |was )?(?:required|mandatory)\\b',
    '\\brequires? a different [A-Za-z]+|\\brequire[sd]? (?:[A-Za-z]+(?:\\.js)? ){0,3}(?:version )?["\'`]?[<>=^~v]{0,3}\\d[\\d.x*]*["\'`]?',
    '\\b(?:version|specified|using|is|was|has|needs|wants|have)[ :]+(?:version )?["\'`(]?[<>=^~v]{0,3}\\d[\\d.x*]*["\'`)]?(?! \\w+ed\\b)',
  ].join('|'),
  'gi',
);
