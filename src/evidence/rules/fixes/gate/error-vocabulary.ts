/*
 * The words that the names of errors may consist of. No list of orders knows every way to give advice ("works only as root",
 * "the team keeps a spare in ..."), so a name is cut before the first word that is not the language of error messages:
 * what remains is what programs say when something did not work. Identifiers pass as far as they cannot lead anywhere.
 */

/** The part of a line before the first word that no name of an error has; empty if too little remains. */
export function knownPart(line: string): string {
  if (isShort(line)) return line;
  let end = 0;
  let before = '';
  let mayNameThing = true;
  for (const { 0: token, index } of line.matchAll(tokens)) {
    if (!isKnown(token, before, index === 0)) {
      if (!mayNameThing || !isThing(token, before, line.slice(index + token.length))) break;
      mayNameThing = false;
    }
    end = index + token.length;
    before = token;
  }
  const part = line.slice(0, end);
  return end === line.length || saysError.test(part) ? part : '';
}

/** `Traceback: boom`: a single other word tells nobody what to do. */
function isShort(line: string): boolean {
  const all = [...line.matchAll(tokens)].map(([token]) => token);
  const other = all.filter((token, at) => !isKnown(token, all[at - 1] ?? '', at === 0));
  return all.length <= 3 && other.length === 1 && /^[A-Za-z]{3,20}\W{0,2}$/.test(other[0] ?? '');
}

/** The thing that is wrong, once in a line: "no such font", "font not found". A single noun there is no advice. */
function isThing(token: string, before: string, after: string): boolean {
  if (!/^[A-Za-z]{3,20}[.,:;]?$/.test(token)) return false;
  return isWrongThing.test(before) || (/^[A-Za-z]+$/.test(token) && isSaidOfThing.test(after));
}

const isWrongThing =
  /^(?:no|such|unknown|missing|invalid|unexpected|undefined|unsupported|unresolved|unrecogni[sz]ed|duplicate|malformed|corrupt(?:ed)?|illegal|bad)$/i;
const isSaidOfThing =
  /^ (?:(?:is|was|are|were) )?(?:not (?:found|available|supported|defined|installed|recogni[sz]ed|allowed|valid)|missing|failed|invalid|does not exist|already (?:exists|in use))\b/i;

/** A quotation is one token, so that it is judged as a whole. */
const tokens = /"[^"]{0,200}"[^\s"]{0,8}|(?<![\w])'[^']{0,200}'[^\s']{0,8}|`[^`]{0,200}`[^\s`]{0,8}|\S+/g;

const saysError =
  /error|exception|fail|\bnot?\b|cannot|can't|unable|could|denied|refused|reject|invalid|missing|unknown|unexpected|un(?:supported|defined|resolved|recogni[sz]ed|reachable|available)|timed out|timeout|fatal|panic|expired|exceed|conflict|mismatch|required|already|illegal|bad |abort|\bout of\b|[A-Z]{1,5}-?\d{3,5}/i;

function isKnown(token: string, before: string, isFirst: boolean): boolean {
  const quoted = /^(["'`])(.*)\1\W{0,8}$/.exec(token)?.[2];
  if (quoted !== undefined)
    return /\s/.test(quoted)
      ? quoted.split(/\s+/).every((word) => isKnownWord(word))
      : isHarmlessName(quoted);
  const plain = token.replace(/^[([{<*…]+|[)\]}>.,:;!?…]+$/g, '');
  if (plain === '' || isKnownWord(plain)) return true;
  // The name of the program that speaks.
  if (isFirst && /^[\w./-]{1,40}:$/.test(token)) return isHarmlessName(plain);
  if (/^--?[A-Za-z]/.test(plain)) return /option|flag|argument|switch|:$/i.test(before);
  return /[^A-Za-z']/.test(plain) || /[a-z][A-Z]|^[A-Z\d]{2,}$/.test(plain) ? isHarmlessName(plain) : false;
}

/** An identifier, a path or a number, but no host, no assignment, no hidden file and no disguised word. */
function isHarmlessName(name: string): boolean {
  if (name.length > 80 || /[=~$|;&\\](?!\/)|(?:^|\/)\.[a-z]/.test(name)) return false;
  if (/^(?:\d{1,3}\.){3}\d{1,3}/.test(name))
    return /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|0\.0)\./.test(name);
  if (/^[a-z]+\d+[a-z]+\d?[a-z]*$/.test(name) && !/^[a-z]{1,4}\d{1,5}$/.test(name)) return false;
  return !host.test(name);
}

const host =
  /^(?:[\w-]{1,60}\.){1,5}(?:com|org|net|io|dev|app|cloud|example|ai|sh|co|xyz|info|site|online|me|de|fr|uk|eu|us|ru|cn|jp|br)(?:[:/]|$)/i;

function isKnownWord(token: string): boolean {
  const word = token.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').toLowerCase();
  if (word === '' || word.length === 1) return true;
  if (words.has(word) || words.has(word.replace(/(?:es|s|'s)$/, ''))) return true;
  return /^[a-z]+(?:-[a-z]+){1,2}$/.test(word) && word.split('-').every((part) => words.has(part));
}

const words: ReadonlySet<string> = new Set(
  (
    'a aborted aborting access active address after ahead all allocate allocated allocation already although an ' +
    'and another any anywhere api application are arg args argument arguments array artifact as assert assertion ' +
    'assets assigned assignment at attempt attempts attribute auth authenticated authentication authorization ' +
    'authorize authorized available backend backup bad bash bazel be because been behind being between binary ' +
    'bind blob blocks bound branch broken broker bug build bundle bundler but by bytes cache call callback called ' +
    "can can't cannot cas case celery certificate challenges changed changes character chart checking checks " +
    'child chromium class cli client closed cloudflare cluster code codec collect column columns command commit ' +
    'compatible compilation compile compiled compiler compiling complete component concurrent condition config ' +
    'configuration configured conflict conflicts connect connected connection console constraint contain ' +
    "container content contents context continue corresponding corrupt corrupted could couldn't count crashed " +
    'crate crd crds create creating credential credentials crossed cuda current currently cycle cyclic daemon ' +
    'dangling data database date dbt deadline deadlock decimal declaration declarations declare declared decode ' +
    'decoding default defined definition delegate denied dependencies dependency deprecated depth describe ' +
    'descriptor destination destroyed detected device devices dial did diff differ digest digital directories ' +
    "directory dirty disconnected disk diverged divergent divisible division dns docker document does doesn't " +
    'domain download downloaded driver due duplicate duplicated during element empty emulator encoder encoding ' +
    'end ended endpoint engine entitlements entity entries entry envelope environment equal errno error errors ' +
    'evaluating event examples exceeded exceeds exception exclusive exec executable execute executing execution ' +
    'exist existing exists exit exited expect expected expired export exported expression extension external ' +
    'externally extra fail failed failing fails failure failures fatal fault fetch fetching ffmpeg ffprobe field ' +
    'fields file files filesystem filtering find flag flags float folder following for forbidden foreign format ' +
    'found frame from function functions gcloud gemfile gems generate generated generic geometry get getaddrinfo ' +
    'git given global go got gpu gradle gradlew grammar greater group handle handler handshake hang has hash have ' +
    'header headers health heap height held histories hook hooks host hostname hosts http https hung id identical ' +
    'identifier identity illegal image images implicit import imported imports in inaccessible inactive ' +
    'inactivity incompatible inconsistent incremental index infinite init initialization initialize initialized ' +
    'initializing input installable installation installed instance insufficient integer integrity interface ' +
    'internal interrupted into invalid io is it item items iterable its jar java job json kernel key keychain ' +
    'keystore keyword killed kind label language languages layer leak length less library limit line link linked ' +
    'linker linking list listen listening load loading local localhost locally location locator lock locked ' +
    'lookup loop loss machine magic main make malformed managed mandatory manifest many map mapping mark match ' +
    'matched matches matching max maximum may member memory merge message metadata method methods metrics migrate ' +
    'migration migrations minimum mismatch mismatched missing mix model models module modules multiple must ' +
    'mutable mutually name named namespace namespaces native negative nested net network new next no node non ' +
    'none nonexistent not notarget notarization nothing npm null number nx object occupied occurred of offline ' +
    'offset old on one online open opening operand operation operator option options or origin out outdated output ' +
    'overflow overflowed owner package packages packet packets page pages panic panicked parameter parameters ' +
    'parent parse parser parsing partial password path paths pattern peer pending perform permission permissions ' +
    'pg pid pipe pixel platform plugin pnpm pod podfile pods pointer policy pool port ports position positional ' +
    'possible postgres postprocessing potential prebuilt predeploy prefix present preview previous primary prisma ' +
    'private process processes processing profile profiles program project properties property protobuf protocol ' +
    'provide provided provider provisioning proxy public publickey pulling push pushed pvc pytest python query ' +
    'queue quota quoted range rate rbenv reach reached read readable reading ready real reason rebase receive ' +
    'received record redirect reference references refresh refs refused refusing region registered registry ' +
    'regular rejected related relation release remote remove removed rename render replica replicas repo report ' +
    'repositories repository request requested requests required requirement requirements requires reserved reset ' +
    'resolution resolve resolved resolver resource resources response rest result retries retrieving retry return ' +
    'returned revision role rollout route routines row rows rspec rubocop ruby ruff rule run runner runtime rust ' +
    'rvm same sandbox schema schemas scheme scope script scripts sdk seconds section segfault segment ' +
    'segmentation select selected semaphore sent separator sequence serial server service session sessions set ' +
    'setting settings setup sh shared shell signal signature signed signing simulator single size snapshot ' +
    'snapshots socket something sort source sources space span spec specification specified specifier specify ssl ' +
    'sso stack stage stale start started state statement status step stopped storage store stream string struct ' +
    'stubs style subcommand submodule subprocess successfully such supported symbol symlink sync syntax system ' +
    'table tables tag tags target task tcp template temporary terminal terminated terraform test tests text than ' +
    'that the their there these they thing this thread thresholds threw through throw timed timeout tls to token ' +
    'tokens too tool toolchain topic trace traceback traits transaction transform transmitted transport tree ' +
    'trigger truncated tuple two type types unable unauthenticated unauthorized unavailable unbalanced unbound ' +
    'uncaught unclosed uncommitted undeclared undefined underlying unexpected unhandled unique unit unknown ' +
    'unmanaged unmatched unmerged unmet unprocessable unreachable unreadable unrecognised unrecognized unrelated ' +
    'unresolvable unresolved unsatisfied unsigned unspecified unstable unstaged unsupported unterminated until ' +
    'untracked unused update updates upload upstream url usage use used user username utf valid validate ' +
    'validation value values variable variables vendor verify version versions violated violates violation ' +
    'violations virtual vite volume volumes wait waiting warning was went were wheel when where which while ' +
    'whisper whole width will window with within word work worker workers workflow working workspace would ' +
    'wrapper writable writing wrong xcode xml yaml yet you your zero zone '
  ).split(' '),
);
