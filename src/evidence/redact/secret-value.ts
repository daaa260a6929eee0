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
  if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/[/\\]/.test(value) && /^[.~/\\]|\.\w{1,5}$/.test(value)) return false;
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return turns >= 3 || (turns >= 1 && value.length >= 20);
}

/** A call, or a member of something, as source code has them. */
export function isExpression(value: string): boolean {
  return /^[\w$@&*!]{1,64}(?:[([]|\?\.|\.[A-Za-z_$]|::|->|=>)/.test(value);
}

const placeholder =
  /^(?:\[|<|\{|\$|%[A-Za-z_]+%|@\{?\w*$|\.{2,}|…|[*•#xX.\-_?]+$|(?:your|my|the|some|an?|insert|enter|example|sample|dummy|fake)[-_ ]|xxx|(?:change|replace)[-_]?(?:me|this)|redacted|hidden|masked|\(sensitive|\/|\.\.?\/|~\/|[a-z][a-z\d+.-]*:\/\/|(?:process|import\.meta)\.env|os\.(?:environ|getenv)|env[.[(:]|ENV\[|secrets?\.|vars?\.|vault:|arn:|function\b|async\b|await\b|new\b)/i;
const nothing =
  /^(?:null|none|nil|undefined|true|false|yes|no|on|off|string|str|number|int|integer|boolean|bool|bytes|object|array|any|unknown|never|void|optional|required|missing|invalid|empty|unset|not|pass|passwd|password|pwd|secret|token|user|value|basic|bearer|oauth2?|self|this|plain|text|hash|generated|auto|default|prompt|include|omit|error|warn|warning)s?\W{0,2}$/i;
