/*
 * Whether what stands where a secret would stand is one: a literal, and not a placeholder, a reference to where the
 * secret is kept, a type or a piece of code.
 */

/** Stands for a value that is elsewhere, or that the reader is to fill in. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value) || nothing.test(value);
}

/** Unlikely to be words that a person wrote: letters and digits in turn. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || path.test(value)) return false;
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return /\d/.test(value) && (turns >= 3 || (turns >= 1 && value.length >= 20));
}

/** A call, or a member of something, as source code has them. */
export function isExpression(value: string): boolean {
  return /^[\w$@&*!]{1,64}(?:[([]|\?\.|\.[A-Za-z_$]|::|->|=>)/.test(value);
}

/** A random value may begin like a path too; then a stretch with a digit in it is longer than most names. */
const path =
  /^(?!.*?(?=[A-Za-z+]{0,15}\d)[A-Za-z\d+]{16})(?:[A-Za-z]:\\|[.~]{0,2}\/)[A-Za-z._-]{2,64}(?:[/\\]|$)|[/\\][\w.-]{0,64}[a-z]\.[a-z]{1,5}$/;

const placeholder = new RegExp(
  [
    path.source,
    // Variables, templates, brackets around a description, masks.
    '^(?:\\[|<|\\{|\\$[A-Za-z_{(\\d]|%[A-Za-z_]+%$|@\\{?\\w*$|\\.{2,}|…|[*•#xX.\\-_?]+$|x{3,}[-_.]|\\(sensitive)',
    '^(?:(?:your|my|the|some|an?|insert|enter|example|sample|dummy|fake|change|replace)[-_ ]|changeme|xxx+)\\D*$',
    '^(?:redacted|hidden|masked)\\b',
    // Where it is kept.
    '^(?:[a-z][a-z\\d+.-]*://|(?:process|import\\.meta)\\.env|os\\.(?:environ|getenv)|env[.[(:]|secrets?\\.|vars?\\.|vault:|arn:)',
  ].join('|'),
  'i',
);
const nothing =
  /^(?:null|none|nil|undefined|true|false|yes|no|on|off|new|string|str|number|int|integer|boolean|bool|bytes|object|array|any|unknown|never|void|function|async|await|optional|required|missing|invalid|empty|unset|not|pass|passwd|password|pwd|secret|token|user|value|basic|bearer|oauth2?|self|this|plain|text|hash|generated|auto|default|prompt|include|omit|error|warn|warning)s?\W{0,2}$/i;
