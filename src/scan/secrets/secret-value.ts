/*
 * Decides whether a value is a secret: a literal, and not a placeholder, a reference to a secret, a type or code.
 */

/** Whether the value refers to another value, or must be filled in by the reader. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value) || nothing.test(value);
}

/** Whether letters and digits alternate, as in generated values. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || path.test(value)) return false;
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return /\d/.test(value) && (turns >= 3 || (turns >= 1 && value.length >= 20));
}

/** A call or a member access of source code. */
export function isExpression(value: string): boolean {
  return /^[\w$@&*!]{1,64}(?:[([]|\?\.|\.[A-Za-z_$]|::|->|=>)/.test(value);
}

/** A random value may start like a path too; but then a part with a digit is longer than most names. */
const path =
  /^(?!.*?(?=[A-Za-z+]{0,15}\d)[A-Za-z\d+]{16})(?:[A-Za-z]:\\|[.~]{0,2}\/)[A-Za-z._-]{2,64}(?:[/\\]|$)|[/\\][\w.-]{0,64}[a-z]\.[a-z]{1,5}$/;

const placeholder = new RegExp(
  [
    path.source,
    // Variables, templates, brackets around a description, masks.
    '^(?:\\[|<|\\{|\\$[A-Za-z_{(\\d]|%[A-Za-z_]+%$|@\\{?\\w*$|\\.{2,}|…|[*•#xX.\\-_?]+$|x{3,}[-_.]|\\(sensitive)',
    '^(?:(?:your|my|the|some|an?|insert|enter|example|sample|dummy|fake|change|replace)[-_ ]|changeme|xxx+)\\D*$',
    '^(?:redacted|hidden|masked)\\b',
    // References to where the secret is stored.
    '^(?:[a-z][a-z\\d+.-]*://|(?:process|import\\.meta)\\.env|os\\.(?:environ|getenv)|env[.[(:]|secrets?\\.|vars?\\.|vault:|arn:)',
  ].join('|'),
  'i',
);
const nothing =
  /^(?:null|none|nil|undefined|true|false|yes|no|on|off|new|string|str|number|int|integer|boolean|bool|bytes|object|array|any|unknown|never|void|function|async|await|optional|required|missing|invalid|empty|unset|not|pass|passwd|password|pwd|secret|token|user|value|basic|bearer|oauth2?|self|this|plain|text|hash|generated|auto|default|prompt|include|omit|error|warn|warning)s?\W{0,2}$/i;
