/*
 * The ways in which a name and its value are written: what comes between the two, and what else the value could be.
 */

export interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * How name and value are written, and so what else the value could be. `set`: nothing else; `element` of a
 * document: little else; `flag`: the next word of a sentence; `line` and `spaced` (with spaces before the separator), on a
 * line of its own: little else; `code`: any expression; `list`: another argument; `prose`: any word.
 */
export type Form = 'set' | 'element' | 'flag' | 'line' | 'spaced' | 'code' | 'list' | 'prose';

interface Lead {
  /** Matches after the name; the value starts where it ends. */
  readonly pattern: RegExp;
  /** Undefined for an assignment, of which there are several forms. */
  readonly form?: Form;
  readonly applies?: (text: string, name: Name) => boolean;
}

const assigned =
  /(?:\\{0,7}["'`]|&quot;)?(?:\[?\d{0,4}\])?\*{0,2}[ \t]{0,8}(?::[ \t]?&?(?:[sS]tring|str|bytes)[ \t]{0,4})?(?:[=:：]|<-|\|\|=|\?\?=)/y;

export const leads: readonly Lead[] = [
  // A name and a value of a list of such pairs: `name: DB_PASSWORD, value: x`.
  {
    pattern: /\\{0,3}["']?,?\s{0,40}\\{0,3}["']?[vV]alue\\{0,3}["']?[ \t]{0,3}[:=]/y,
    form: 'set',
    applies: (text, { start }) => pairName.test(text.slice(Math.max(0, start - 16), start)),
  },
  {
    pattern: /[ \t]{1,4}(?=\S)/y,
    form: 'set',
    applies: (text, { start }) => /\bsetx $/i.test(text.slice(Math.max(0, start - 6), start)),
  },
  // A change as Terraform shows it: `password = "old" -> "X"`.
  { pattern: /[ \t]{1,20}= \\{0,3}"[^"\n\\]{0,80}\\{0,3}" -> (?=\\{0,3}")/y, form: 'set' },
  { pattern: assigned },
  {
    pattern: /(?: |\\{0,3}["'],? ?)(?=[^\s-])/y,
    form: 'flag',
    applies: (text, { text: name, start }) => /^--?[A-Za-z]/.test(name) && !/\w/.test(text.charAt(start - 1)),
  },
  {
    pattern: /\\{0,3}["'`][ \t]{0,3},[ \t]{0,20}(?=\\{0,3}["'`])/y,
    form: 'list',
    applies: (text, { start }) => /["'`]/.test(text.charAt(start - 1)),
  },
  // `process.env.API_KEY || "X"`.
  { pattern: /[ \t](?:\|\||\?\?)[ \t](?=\\{0,3}["'`])/y, form: 'list' },
  // `Password ..... X`.
  { pattern: /[ \t]?\.{2,40}[ \t]/y, form: 'prose' },
  // A cell of a table in HTML, and the next one.
  {
    pattern: /<\/t[dh]>\s{0,20}<t[dh][^<>]{0,60}>(?=[^<>\s]{4,256}<\/)/y,
    form: 'list',
    applies: (text, { start }) => text.charAt(start - 1) === '>',
  },
  // A property list of Apple.
  {
    pattern: /<\/key>(?:\s|\\n){0,40}<string>(?=[^<>]{4,512}<\/)/y,
    form: 'set',
    applies: (text, { start }) => text.charAt(start - 1) === '>',
  },
  {
    pattern: /(?: [^<>\n]{1,120})?(?:>|&gt;)(?:\s{0,8}<value>)?(?=[^<>\s&]{4,512}(?:<|&lt;)\/)/iy,
    form: 'element',
    applies: (text, { start }) => elementStart.test(text.slice(Math.max(0, start - 24), start)),
  },
  // `<entry key="password">X</entry>`.
  {
    pattern: /\\{0,3}["'][^<>\n]{0,60}>(?:\s{0,8}<value>)?(?=[^<>\s]{4,512}<\/)/y,
    form: 'element',
    applies: (text, { start }) =>
      /\b(?:name|key|id)=\\{0,3}["']$/.test(text.slice(Math.max(0, start - 10), start)),
  },
  // `variable "db_password" { default = "X" }` of Terraform.
  {
    pattern: /\\{0,3}" ?\{[^{}]{0,300}?\bdefault[ \t]{0,8}=/y,
    form: 'set',
    applies: (text, { start }) => /\bvariable \\{0,3}"$/.test(text.slice(Math.max(0, start - 16), start)),
  },
  {
    pattern:
      /["'`]?(?:[ \t]{0,40}[|│])?[ \t]{1,3}(?:(?:to|as|of|for|is|was|value):?[ \t]{1,3}){0,3}(?=[\w"'`(])/y,
    form: 'prose',
    applies: (_, { text: name }) =>
      /(?:token|secret|pass?wor[dt]|passwd|passcode|kennwort|key|credentials?|_auth)$/i.test(name),
  },
];

/** Also with a namespace. */
const elementStart = /(?:<|&lt;)(?:[\w.-]{1,20}:)?$/;
const pairName = /(?:[nN]ame|[kK]ey)\\{0,3}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,3}["']?$/;

export function formOf(
  text: string,
  { text: name, start, end }: Name,
  separator: number,
  valueEnd: number,
): Form {
  const isTight = text.charAt(separator) === '=' && separator === end;
  const before = text.slice(Math.max(0, start - 40), start);
  if (/^(?:--|-[DP])/.test(name) || (text.charAt(separator) === '=' && /[?&]$/.test(before))) return 'set';
  if (isTight && (/^[A-Z][A-Z\d_]*$/.test(name) || setting.test(before))) return 'set';
  if (/;$/.test(before)) return 'line';
  const isWholeLine =
    lineStart.test(before) &&
    /^\\{0,3}["']?[ \t\r]*(?:$|\n|\\n|#|["'](?:$|[}\],]))/.test(text.slice(valueEnd, valueEnd + 40));
  if (!isWholeLine) return 'code';
  return text.charAt(separator) === '=' && !isTight ? 'spaced' : 'line';
}

/** Also at the start of a command or an output within JSON. */
export const lineStart =
  /(?:^|\n|\\n|"(?:command|cmd|content|output|stdout|text|body)": ?")[+\- \t]{0,40}(?:export |set |ENV )?\\{0,3}["']?$/;
/** Options that take `name=value`. */
const setting =
  /(?:--set(?:-string)?|--?env|-e|--?var|--from-literal|--build-arg|config:set|secrets set|kv put \S{1,80})[ =]\\{0,3}["']?[\w.-]{0,30}$/;
