/*
 * Decides whether a value is a secret: a literal, and not a placeholder, a reference to a secret, a type or code.
 */

/** Whether the value refers to another value, or must be filled in by the reader. */
export function isPlaceholder(value: string): boolean {
  const start = value.slice(0, maxJudged);
  if (cryptHash.test(start)) return false;
  // As in documentation: AKIAIOSFODNN7EXAMPLE.
  if (/EXAMPLE(?:KEY|TOKEN|SECRET)?$/.test(start)) return true;
  return placeholder.test(start) || nothing.test(start) || isAbbreviated(start) || isMadeOfWords(start);
}

/** `test-token-123`, `your_api_key_here`: words that say that it is none, and a number at most. */
function isMadeOfWords(value: string): boolean {
  return value.length <= 48 && exampleWord.test(value) && exampleWords.test(value);
}

const exampleWord =
  /(?<![A-Za-z])(?:test|testing|fake|dummy|example|sample|mock|stub|placeholder|your|here|foo|bar|abc|changeme|replace|insert|not|invalid|expired|wrong)(?![A-Za-z])/i;
const exampleWords =
  /^(?:(?:test|testing|fake|dummy|example|sample|mock|stub|placeholder|your|my|the|an?|here|foo|bar|baz|abc|changeme|replace|me|insert|not|real|invalid|expired|wrong|with|api|access|auth|bearer|refresh|jwt|client|user|admin|token|key|secret|password|passwd|pass|value|string|only|local|dev|github|openai|anthropic|stripe|aws)(?:[-_. ]|$)|\d{1,4}(?:[-_.]|$))+$|^(?:abc|foo|bar|test|changeme|dummy)\d{0,4}$/i;

/** Whether letters and digits alternate, as in generated values. */
export function looksRandom(value: string): boolean {
  const start = value.slice(0, maxJudged);
  if (start.length < 8 || path.test(start)) return false;
  const turns = turnsIn(start);
  return /\d/.test(start) && (turns >= 3 || (turns >= 1 && start.length >= 20));
}

/** Whether the rest of a token looks random, where its start is also that of ordinary names. */
export function isRandomToken(rest: string): boolean {
  const turns = turnsIn(rest);
  if (turns >= 5 || (turns >= 2 && /\d/.test(rest))) return true;
  // Names have single capitals.
  return turns >= 3 && (rest.match(/[A-Z]{2}/g)?.length ?? 0) >= 2;
}

/** Whether a word in a sentence is a password: words of a language have no digits or signs inside. */
export function isPasswordLike(word: string): boolean {
  if (word.length < 5 || word.length > 128 || !/[A-Za-z]/.test(word)) return false;
  if (
    isPlaceholder(word) ||
    technical.test(word) ||
    isExpression(word) ||
    /[()[\]{}]/.test(word.slice(1, -1))
  )
    return false;
  const hasDigit = /\d/.test(word);
  if (/^[\w.+-]+@[\w-]+\.[\w.-]+$|^\/|\/\//.test(word)) return false;
  if (/[!#$%^?~+@]/.test(word.slice(0, -1))) return hasDigit || /[a-z][A-Z]|[A-Z][a-z]/.test(word);
  if (!hasDigit) return word.length >= 12 && /^[A-Za-z]+$/.test(word) && hasRandomCase(word);
  return !/^[A-Za-z]{0,2}\d[\d.,:/-]*[A-Za-z]{0,2}$|[\w.-]\/[\w.-]+\.\w{1,5}$|^\w+=/.test(word);
}

/** A password that is no name of a thing either: small letters, capitals and digits, or a sign. */
export function isStrictPassword(word: string): boolean {
  if (!isPasswordLike(word) || /[/:]/.test(word) || /^[\da-f-]+$/i.test(word)) return false;
  return /[!#$%^*?~+@]/.test(word) || (/[a-z]/.test(word) && /[A-Z]/.test(word) && /\d.*\d/.test(word));
}

/** Names have single capitals, and few of them. */
function hasRandomCase(word: string): boolean {
  return (word.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3 && (word.match(/[A-Z]{2}/g)?.length ?? 0) >= 1;
}

/** A call, a member access or a constant of source code. */
export function isExpression(value: string): boolean {
  return /^[\w$@&*!]{1,64}(?:[([]|\?\.|\.[A-Za-z_$]|::|->|=>)|^[(]|^\/[^/\s]{0,80}[|\\[({]|^[A-Z][A-Z\d]{0,30}(?:_[A-Z\d]{1,30}){1,8}$/.test(
    value,
  );
}

/** A hash of a password, as systems store it. */
const cryptHash = /^\$(?:1|2[aby]|5|6|7|y|apr1|argon2\w{1,2})\$[\w./$=,+-]{20}/;

/** No judgement needs more of a value. */
const maxJudged = 512;

/** How often letters change to digits, digits to letters, and small letters to capitals. */
function turnsIn(value: string): number {
  let turns = 0;
  let before: number = Kind.other;
  for (let at = 0; at < value.length; at += 1) {
    const kind = kindOf(value.charCodeAt(at));
    if (before !== kind && before !== Kind.other && kind !== Kind.other)
      turns += before === Kind.capital && kind === Kind.small ? 0 : 1;
    before = kind;
  }
  return turns;
}

const Kind = { other: 0, digit: 1, capital: 2, small: 3 } as const;

function kindOf(code: number): number {
  if (code >= 97) return code <= 122 ? Kind.small : Kind.other;
  if (code >= 65) return code <= 90 ? Kind.capital : Kind.other;
  return code >= 48 && code <= 57 ? Kind.digit : Kind.other;
}

/** `sk-...`, `sk-ant-xxxxx`, `ghp_****`: the start of a token and a mark for the rest. */
function isAbbreviated(value: string): boolean {
  return /(?:\.{3}|…|(?<![A-Za-z\d])x{3,}|X{4,}|\*{3,}|•{2,}|_{4,}|<[\w -]{1,40}>?)\W{0,3}$/.test(value);
}

/** A random value may start like a path too; but then a part with a digit is longer than most names. */
const path =
  /^(?=(?:[A-Za-z]:\\|[.~]{0,2}\/)[A-Za-z._-]{2,64}(?:[/\\]|$))(?!.*?(?=[A-Za-z+]{0,15}\d)[A-Za-z\d+]{16})|[/\\][\w.-]{0,64}[a-z]\.[a-z]{1,5}$/;

const placeholder = new RegExp(
  [
    path.source,
    // Variables, templates, brackets around a description, masks.
    '^(?:\\[|<|\\{|\\$[A-Za-z_{(\\d]|%[A-Za-z_]+%$|@\\{?\\w*$|\\.{2,}|…|[*•#xX.\\-_?]+$|x{3,}[-_.]|\\(sensitive)',
    '^(?:(?:your|my|the|some|an?|insert|enter|example|sample|dummy|fake|change|replace|wrong|incorrect|invalid|bad|another|different)[-_ ]|changeme|xxx+)\\D*$',
    // Values of documentation, rules of validation, the address of a contract.
    '^(?:required|nullable|sometimes|string|min:\\d)[|:,]|^0x[\\da-f]{40}$|^pk\\.eyJ',
    '^(?:redacted|hidden|masked)\\b|[*•]{4}',
    '^some(?:pass(?:word|wd)?|pwd|secret|token|key|value|thing)\\d{0,2}$|^value\\d{1,2}\\W{0,2}$',
    // What only a cluster can decrypt.
    '^Ag[A-D][A-Za-z\\d+/]{60}',
    '\\$\\{{1,2}[\\w .]',
    // References to where the secret is stored.
    '^(?:[a-z][a-z\\d+.-]*://|(?:process|import\\.meta)\\.env|os\\.(?:environ|getenv)|env[.[(:]|secrets?\\.|vars?\\.|vault:|arn:)',
  ].join('|'),
  'i',
);
const nothing =
  /^(?:null|none|nil|undefined|true|false|yes|no|on|off|new|string|str|number|int|integer|boolean|bool|bytes|object|array|any|unknown|never|void|function|async|await|optional|required|missing|invalid|empty|unset|not|pass|passwd|password|pwd|secret|token|user|value|basic|bearer|oauth2?|self|this|plain|text|hash|generated|auto|inherit|inherited|default|prompt|include|omit|error|warn|warning|todo|tbd|fixme|n\/a|placeholder|0x[\da-f]{1,16}u?l{0,2}|wpa[23]?(?:-\w{2,10})?)s?\W{0,2}$/i;

/** Words with digits or signs that are about passwords and are not passwords. */
const technical =
  /^(?:(?:[a-z]=)?\d{1,9}(?:,[a-z]=\d{1,9}){1,4}|(?:scram-|hmac-)?sha-?\d{1,3}(?:-plus)?|md[245]|base(?:32|58|64)(?:url)?|utf-?(?:8|16)|oauth-?2(?:\.0)?|openid\d?|ed25519|x509|x\.509|pbkdf2|argon2(?:id?|d)?|bcrypt|scrypt\d?|aes-?\d{3}\S{0,12}|rsa-?\d{0,4}|hs\d{3}|rs\d{3}|es\d{3,4}|http[s2/1.]{0,4}|ipv[46]|i18n|l10n|k8s|s3|ec2|oauth1|saml2?|v\d[\d.]*|\d+(?:st|nd|rd|th|s|ms|px|kb|mb|gb)|rfc-?\d+|pkcs\S{1,8}|c\+\+|c#|f#)[.,:;!?)]{0,2}$/i;
