/*
 * Orders that one sentence gives by what it combines, in any order of words: a password that is written out and meant for
 * everybody, a conclusion that is fixed whatever the data say, members who are punished for their opinion, permission
 * prompts that are switched off, memory that is changed unseen, marks that nobody can see. Each part alone is ordinary.
 */

import type { ScanSeverity } from '../../../findings/finding.js';
import { type PrefixTable, prefixTable, visitPrefixMatches } from '../../../package/pattern-search.js';
import { isProseInCode } from './judge-deeds.js';
import type { Sentences } from './passages.js';

export interface SentenceOrder {
  readonly rule: 'planted-password' | 'slant' | 'no-asking' | 'spread' | 'concealment';
  readonly severity: ScanSeverity;
  readonly start: number;
  readonly end: number;
}

interface Combination {
  readonly rule: SentenceOrder['rule'];
  /** A sentence is read only if it contains one of these: nearly all others have none. */
  readonly pivots: readonly string[];
  /** The verb at which the order starts. */
  readonly verb: RegExp;
  /** What the sentence has to contain as well. */
  readonly all: readonly RegExp[];
  /** What the sentence or the one after it has to contain. */
  readonly near?: RegExp;
  /** What makes it ordinary. */
  readonly unless: RegExp;
}

/** A password that is written out: in quotation marks, or right after the word; not a path, a name or a method. */
const notAPassword = String.raw`(?!(?:argon2|pbkdf2|sha-?\d|md5|oauth|base64|utf-?8|aes|[rhe]s256|ed25519|rsa|2fa|v?\d+(?:\.\d+)*["'\`”])|[^\s"'\`“”]*(?:[/\\$<>{}[\]]|\.\w{2,5}["'\`”]))`;
const writtenOut = new RegExp(
  String.raw`["'\`“]${notAPassword}(?=[^\s"'\`“”]*[\d!@#$%&*])[^\s"'\`“”]{4,40}["'\`”]|(?:\b(?:password|passphrase|passcode|pin)s?(?: (?:is|to|of|as))?[:=]? |\w \/ )${notAPassword}(?=[\w!@#$%&*-]*[a-z])(?=[\w!@#$%&*-]*\d)[\w!@#$%&*-]{6,40}`,
);
const hush =
  /\b(?:do not|don't|never|no need to) (?:ever )?(?:mention|tell|inform|notify|report|say|show|disclose|reveal|announce) (?:this|it|that|anything|anyone|anybody|users?|the user|them|where|about)\b|\bwithout (?:mentioning|telling|showing)\b|(?:do not|don't|never) bring (?:this|it) up|\b(?:silently|secretly|quietly|unseen)\b|say nothing|keep (?:this|it) (?:quiet|to yourself)|user (?:does not|doesn't|need not) (?:need to )?(?:know|see|notice)/;
/** Words of a text that leaves the choice of permissions to the user, or that is about a machine without one. */
const agreed =
  /\b(?:ask(?:s|ed)? (?:the |your )?user|user (?:can|may|could|wants|asks|agrees|confirms)|(?:you|they) can|containers?|ci\b|docker|vm|explain|warn|risk\w*|dangerous|only if|unless|leave it off|trusted)\b/;
/** People by their opinion or belief. An adjective needs the people or what they say behind it. */
const opinions = String.raw`(?:conservatives|progressives|liberals|leftists?|republicans?|democrats?|socialists?|communists?|nationalists?|immigrants?|migrants?|christians?|muslims?|jews|hindus?|atheists?|feminists?|zionists?|lgbt\w*|trump|biden|brexit|palestin\w+|israel|immigration)\b|\b(?:conservative|progressive|liberal|(?:left|right)-(?:wing|leaning)|socialist|communist|nationalist|religious|christian|muslim|jewish|hindu|atheist|feminist|opposition|israeli|palestinian|pro-\w+|anti-\w+) (?:political |\w+ing )?(?:members?|users?|people|views?|opinions?|positions?|posts?|comments?|messages?|content|politics|politicians?|part(?:y|ies)|names?|voices?|arguments?)\b|\bsupport(?:s|ing)? (?:the |our )?(?:government|opposition)`;
const places =
  "(?:agents|claude|gemini|soul|memory|heartbeat)\\.md|(?:long-term |persistent |your |the agent's )?memory|(?:global|permanent) (?:instructions|rules)";

const combinations: readonly Combination[] = [
  {
    rule: 'planted-password',
    pivots: ['password', 'passphrase', 'passcode', 'credentials'],
    verb: /\b(?:set|uses?|accepts?|hard-?codes?|ships?|initiali[sz]es?|encrypt(?:s|ed)?|protect(?:s|ed)?|lock(?:s|ed)?|creates?|adds?|assigns?|include|seed|starts?|gets?|receives?)\b/,
    all: [
      /\b(?:passwords?|passphrases?|passcodes?|credentials|pin)\b/,
      writtenOut,
      /\b(?:all|every|each|always|whenever|besides|fallback|master|without asking|any (?:new |generated )?(?:database|users?|accounts?|apps?|applications?|services?|projects?|files?|documents?|systems?|servers?|archives?)|(?:emergency|recovery|maintenance|support) access|in addition to|if the user (?:does not|doesn't)|so that (?:we|our|support|the team|the author|i\b))|\bdefault\b(?=[\s\S]*\b(?:users?|accounts?)\b)/,
    ],
    unless:
      /\b(?:tests?|testing|tested|local|locally|localhost|docker|compose|demo|examples?|sample|dev|development|sandbox|fixtures?|placeholder|random\w*|generate (?:a|an|one|strong)|generated (?:password|one)|environment|vault|change (?:it|them|the password)|first log-?in|weak|insecure|instead of|rather than|reject\w*|refuse\w*|reads?|manager|policy)\b|\.env\b/,
  },
  {
    rule: 'slant',
    pivots: [
      'whatever',
      'regardless',
      'no matter',
      'irrespective',
      'despite what',
      'contrary to',
      'even where',
      'even if',
      'even when',
    ],
    verb: /\b(?:describe|present|portray|depict|make|conclude|report|show|highlight|emphasi[sz]e|praise|rate|rank|frame|write|always|leave out|omit|hide|drop|downplay)\b/,
    all: [
      /\b(?:whatever|regardless of (?:what )?|no matter what|irrespective of|despite what|contrary to) ?(?:the |what the )?(?:actual |real )?(?:data|figures|numbers|facts|sources|evidence|results|statistics|reviews)\b|\beven (?:where|if|when) (?:the )?(?:data|figures|numbers|facts|sources|evidence|results|statistics|reviews) (?:\w+ ){0,2}?(?:say|says|show|shows|suggest|indicate|prove|contradict|disagree|otherwise|point|speak)/,
      /\b(?:positive(?:ly)?|negative(?:ly)?|favou?rabl[ey]|better|best|stronger|strongest|superior|superiority|worse|worst|weaker|inferior|leads?|leading|winner|wins?|safe|successful|ahead|dominant|dominance|decline)\b/,
    ],
    unless: /\b(?:neutral|balanced|honest(?:ly)?|format|file|type|whether)\b/,
  },
  {
    rule: 'slant',
    pivots: [
      'leave out',
      'omit',
      'suppress',
      'downplay',
      'hide',
      'drop',
      'exclude',
      'ignore',
      'remove',
      'do not',
    ],
    verb: /\b(?:leave out|omit|hide|drop|exclude|suppress|remove|ignore|downplay|do not (?:show|mention|include))\b/,
    all: [
      /\b(?:data|figures|numbers|evidence|facts|statistics|sources|results|findings|indicators)\b/,
      /\b(?:that|which) (?:\w+ )?(?:favou?rs?|contradicts?|weakens?|disproves?|opposes?|makes? (?:us|them|it|our)|speaks? against|(?:reflects?|looks?) (?:badly|poorly))\b/,
    ],
    unless: /\b(?:duplicates?|outliers?|invalid|errors?|corrupt|say so|name (?:it|them))\b/,
  },
  {
    rule: 'slant',
    pivots: ['light', 'look ', 'comparison', 'presented', 'shown', 'described', 'portrayed', 'ranked'],
    verb: /\b(?:(?:do not|don't|never|not) )?(?:present|show|include|mention|report|favou?r|presented|shown|described|portrayed)\b/,
    all: [
      /\b(?:not|never|no|any|every|all)\b/,
      /\b(?:data|figures|numbers|facts|evidence|statistics)\b[\s\S]{0,80}\b(?:in a (?:bad|negative|poor|worse|unfavou?rable) light|look (?:bad|weak|worse))\b|\bno (?:\w+ ){1,6}(?:should|may|must|can) (?:ever )?be (?:presented|shown|described|portrayed|ranked)[\s\S]{0,40}\b(?:better|higher|stronger|ahead)\b|\bfavou?r (?:the |our )?[\w' ]{2,30} in (?:any|every|all) comparisons?\b/,
    ],
    unless: /\b(?:unfair\w*|neutral\w*|balanced|honest(?:ly)?|even if|also if|hide nothing)\b/,
  },
  {
    rule: 'slant',
    pivots: ['so that'],
    verb: /\b(?:choose|pick|scale|set|use|adjust|select)\b/,
    all: [
      /\b(?:ax[ei]s|scales?|colou?rs?|ranges?|baselines?|time frames?)\b/,
      /\bso that\b[\s\S]{1,120}\b(?:looks?|appears?|seems?) (?:\w+ )?(?:small|smaller|large|larger|dramatic|better|worse|stronger|weaker|harmless|flat|steeper)/,
    ],
    unless: /\b(?:readable|legible|contrast|colou?r-?blind\w*)\b/,
  },
  {
    rule: 'slant',
    pivots:
      'conservative progressive liberal left right- republican democrat socialist communist nationalist immigra migrant religious christian muslim jew hindu atheist feminist zionist lgbt trump biden brexit palestin israel opposition government pro- anti-'.split(
        ' ',
      ),
    verb: /\b(?:delete|remove|ban|mute|kick|silence|shadow-?ban|suspend|punish|hide|time (?:them|him|her|users|members) out|timeout|warn|(?:give|issue) (?:\w+ ){0,2}?warnings?|treat|(?:be )?stricter (?:with|towards?|on)|mark|flag)\b/,
    all: [
      new RegExp(`\\b(?:${opinions})\\b`),
      /\b(?:posts?|messages?|comments?|members?|users?|people|somebody|someone|anyone|opinions?|views?|positions?|content|they)\b/,
    ],
    unless:
      /\b(?:insults?|insulting|harass\w*|hate|slurs?|threat\w*|attack\w*|because of (?:their|his|her)|discriminat\w*|same rules?|equal(?:ly)?|both|all (?:sides|parties)|any (?:party|side)|off-topic|for (?:\w+ )?review|whatever their|spam links?|government (?:id|agency|websites?|data|api))\b/,
  },
  {
    rule: 'no-asking',
    pivots: [
      'bypasspermissions',
      'danger-full',
      'approval_policy',
      'bash(',
      'auto',
      '"allow"',
      'skipdangerous',
      'sandbox',
      'prompt',
    ],
    verb: /\b(?:write|set|add|edit|put|turn on|enable|switch|change|configure|insert|turn off|disable)\b/,
    all: [
      /bypasspermissions|danger-full-access|approval_policy\W{1,4}never|bash\((?::?\*)?\)|\bauto-?approv\w*|"allow": ?\["\*"\]|skipdangerousmodepermissionprompt|(?:off|disable) (?:the )?(?:\w+ )?(?:sandbox|(?:confirmation|permission|approval) prompts?)/,
      /settings|config|permission mode|allow ?-?list|\bprompts?\b|sandbox/,
    ],
    unless: agreed,
  },
  {
    rule: 'no-asking',
    pivots: ['settings', 'config'],
    verb: /\b(?:write|set|add|edit|put|change|insert|copy|paste|save)\b/,
    all: [
      /\bsettings(?:\.local)?\.json\b|\bconfig\.toml\b|\b(?:agent|editor|claude|codex|cursor)(?:'s)? (?:global )?(?:settings|config\w*)/,
      /\bso that\b[\s\S]{0,60}\b(?:no (?:more )?(?:prompts?|questions?|confirmations?|permissions?)|nothing (?:has to|must|needs to) be (?:confirmed|approved)|never (?:asks?|prompts?)|(?:stops?|no longer) (?:asking|asks?|prompting))|\bwithout (?:any )?(?:prompts|confirmations?|being asked|asking)\b/,
    ],
    unless: agreed,
  },
  {
    rule: 'spread',
    pivots: [
      'agents.md',
      'claude.md',
      'gemini.md',
      'soul.md',
      'heartbeat.md',
      'memory',
      'global',
      'permanent',
      'across',
    ],
    verb: /\b(?:add|append|write|save|store|remember|put|insert|record|note|memori[sz]e)\b/,
    all: [
      new RegExp(`(?<!\\w)(?:${places})\\b|\\b(?:permanently|across (?:all )?(?:sessions|conversations))\\b`),
    ],
    near: new RegExp(
      `${hush.source}|\\b(?:obey|recommend(?: it)? (?:it|only|them|\\w+ (?:pro|app))|only safe|trusts? (?:all |any )?(?:packages|code|tools|commands|links)|never (?:wants?|needs?) to be asked|before the user|over the user|all future agents|must (?:always )?load this|(?:through|via|with|from) [\\w.-]+ only)\\b`,
    ),
    unless:
      /\b(?:when the user asks|if the user (?:asks|wants|agrees)|after the user (?:agreed|confirmed|approved)|ask(?:s)? (?:the |your )?user|let (?:them|the user)|with the user's|show (?:the user|it))\b/,
  },
  {
    rule: 'concealment',
    pivots: ['invisible', 'zero-width', 'zerowidth', 'non-', 'nonprinting', 'hidden unicode', 'unprintable'],
    verb: /\b(?:insert|embed(?:s|ding)?|hid(?:e|es|ing)|weav(?:e|es|ing)|inject(?:s|ion|ing)?|add(?:s|ing)?|append(?:s|ing)?|plant(?:s|ing)?|put(?:s|ting)?|encode)\b/,
    all: [
      /\b(?:invisible|zero-?width|non-?printing|non-?visible|hidden unicode|unprintable)\b/,
      /\b(?:characters?|unicode|marks?|markers?|tags?|watermarks?|glyphs?|text|contraband|symbols?|codes?)\b/,
      /\b(?:every|each|all|any|your|outgoing)\b(?: \w+){0,2} (?:repl(?:y|ies)|messages?|posts?|e?-?mails?|communications?|responses?|answers?|comments?|outputs?|documents?|tweets?|reviews?)\b/,
    ],
    unless:
      /\b(?:remove|strip|detect\w*|find|search|wrap|line breaks?|urls?|visible (?:as|to the user)|openly)\b/,
  },
];

const maxOrders = 50;

/** `lower` is a text in lower case. Each sentence is judged once by each combination. */
export function sentenceOrdersIn(lower: string, sentences: Sentences): readonly SentenceOrder[] {
  table ??= prefixTable(combinations.flatMap((each) => each.pivots.map((pivot) => [pivot, { each, pivot }])));
  const orders: SentenceOrder[] = [];
  const judgedUntil = new Map<Combination, number>();
  visitPrefixMatches(lower, table, (at, candidates) => {
    for (const { each, pivot } of candidates) {
      if (at < (judgedUntil.get(each) ?? 0) || !lower.startsWith(pivot, at)) continue;
      const index = sentences.at(at);
      judgedUntil.set(each, sentences.end(index));
      const block = sentences.context(index)?.block;
      if (block === 'code' || block === 'table' || (block === 'fence' && !isProseInCode(lower, at))) continue;
      const found = orders.length < maxOrders ? orderIn(each, sentences, index) : undefined;
      if (found !== undefined) orders.push(found);
    }
  });
  return orders;
}

/** Built on first use. */
let table: PrefixTable<{ readonly each: Combination; readonly pivot: string }> | undefined;

function orderIn(
  { rule, verb, all, near, unless }: Combination,
  sentences: Sentences,
  index: number,
): SentenceOrder | undefined {
  const text = sentences.text(index);
  const found = verb.exec(text);
  if (found === null || !all.every((pattern) => pattern.test(text))) return undefined;
  if (unless.test(text)) return undefined;
  const [, last] = sentences.around(index);
  if (near !== undefined) {
    const after = index < last ? sentences.text(index + 1) : '';
    if (!near.test(`${text} ${after}`) || unless.test(after)) return undefined;
  }
  // The next sentence may leave the choice to the user.
  if (unless === agreed && index < last && agreed.test(sentences.text(index + 1))) return undefined;
  const start = sentences.start(index) + found.index;
  return { rule, severity: 'high', start, end: Math.min(sentences.end(index), start + 120) };
}
