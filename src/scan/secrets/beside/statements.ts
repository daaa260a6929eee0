/*
 * Finds the passwords that people write in sentences: "the password for staging is X", "das Passwort lautet X", "mot de
 * passe : X", "密码是 X". A sentence about a password has the same words, so the value must not be a word of a language.
 */

import type { Finding } from '../find.js';
import { secretName } from '../secret-name.js';
import { isPasswordLike, isPlaceholder, isStrictPassword, looksRandom } from '../secret-value.js';

/** The secret that is stated after the word at this place, or before it ("X is the password"). */
export function statedSecret(text: string, at: number): Finding | undefined {
  word.lastIndex = at;
  const [name] = word.exec(text) ?? [];
  if (name === undefined) return undefined;
  // Everybody may know the hash of a public key.
  if (/public[-_ ]?key[-_ ]?$/i.test(text.slice(Math.max(0, at - 12), at))) return undefined;
  const start = at + name.length;
  if (/(?:next|page|continuation|sync|cursor)[-_ ]?$/i.test(text.slice(Math.max(0, at - 14), at)))
    return undefined;
  if (/^clave$/i.test(name) && keyOfTable.test(text.slice(start, start + 20))) return undefined;
  const phrase = /phrase$/i.test(name) ? quotedPhrase(text, start) : undefined;
  if (phrase !== undefined) return phrase;
  const isToken = /(?:key|token|ssel|cl(?:é|ef)|api|acc[èe]s|acces\w{1,2}|sleutel|jeton)$/i.test(name);
  const sentence = text.slice(start, start + longestSentence);
  for (const link of links) {
    const [before] = link.exec(sentence) ?? [];
    const found =
      before === undefined
        ? undefined
        : valueAt(text, start + before.length, isToken, before.trim() !== '' || isGiven(text, at));
    if (found !== undefined) return found;
  }
  return isToken ? undefined : valueBefore(text, at);
}

/** "log in with the password X": the value follows the word without a verb. */
function isGiven(text: string, at: number): boolean {
  return /(?:^|[ \t])(?:with|using|use|mit|avec|utilise[rz]?|con|usa|com|met)(?:[ \t](?:the|dem|das|le|la|il|el|a|het))?[ \t]$/i.test(
    text.slice(Math.max(0, at - 20), at),
  );
}

/** A key of a table: "la clave primaria es id2", "clave: nombre2". */
const keyOfTable =
  /^(?: (?:primaria|for[áa]nea|[úu]nica|externa|natural|compuesta)|(?: es|:) [a-z]+(?:_[a-z]+)*\d?(?:[\s,."']|$))/i;

/** "my passphrase for the key is "four plain words here"": in quotes, it may be of words. */
function quotedPhrase(text: string, at: number): Finding | undefined {
  statedPhrase.lastIndex = at;
  const [start, end] = statedPhrase.exec(text)?.indices?.[1] ?? [0, 0];
  return end > start ? { start, end, kind: 'password' } : undefined;
}

const statedPhrase =
  /(?:[ \t]{1,2}[\wÀ-ӿ'’.-]{1,24}){0,7}?[ \t]?(?:[:=]|[ \t](?:is|was|ist|lautet|est|es))[ \t]{1,4}\\{0,3}["“«]([^"”»\n\\]{8,160})(?=\\{0,3}["”»])/diy;

/** The password in "creds: bob / X\", "credentials are bob:X", "Zugangsdaten: bob / X", "log in as bob with X". */
export function statedLogin(text: string, at: number): Finding | undefined {
  for (const { pattern, isPassword } of logins) {
    pattern.lastIndex = at;
    const [start, end] = pattern.exec(text)?.indices?.[1] ?? [0, 0];
    if (isPassword(text.slice(start, end))) return { start, end, kind: 'password' };
  }
  return undefined;
}

const login =
  /(?:cred(?:ential)?s|login|zugangsdaten|identifiants|credenciales|credenziali)(?:[ \t][\w-]{1,20}){0,4}?[ \t]?(?:[:：=]|are|is|with|sind|sont|son|avec|mit|con)[ \t]{1,4}["'`]?[\w.@+-]{1,64}["'`]?[ \t]?[/:|,][ \t]?["'`]?([!#-&(-;=?-[\]^_a-~]{4,64})/diy;

/** "log in as bob with X", "bob/X to log in", "bob:X is the login". */
const loginWith =
  /(?:log ?in|sign in)(?: (?:to|on|at) \S{1,40})?(?: as| with| using) ["'`]?[\w.@+-]{2,64}["'`]?(?: with| and| using|,| \/)(?: the)?(?: password)? ["'`]?([!#-&(-;=?-[\]^_a-~]{6,64}[\w!#$%^*?~+@])/diy;
const toLogin =
  /(?:log ?in|sign in)(?<=(?:^|[\s"'`])[\w.@+-]{2,64}[/:]([!#-&(-;=?-[\]^_a-~]{6,64})["'`]? (?:to|for|is the|are the)(?: \w{1,12})? (?:log ?in|sign in))/diy;

/** "invalid login bob/X", "u: bob p: X". */
const loginOf =
  /log ?in(?: attempt)?(?: for| as| by| user)? ["']?[\w.@+-]{2,40}["']?[:/]([!#-&(-;=?-[\]^_a-~]{6,64})/diy;
const shortLogin = / p: (?<=\bu: ?[\w.@-]{1,40},? p: )([!#-&(-;=?-[\]^_a-~]{5,64})/dy;

const logins = [
  { pattern: loginOf, isPassword: isStrictPassword },
  { pattern: shortLogin, isPassword: isPasswordLike },
  { pattern: login, isPassword: isPasswordLike },
  { pattern: loginWith, isPassword: isStrictPassword },
  { pattern: toLogin, isPassword: isStrictPassword },
];

/** Finds the passwords that are stated in other scripts than ASCII. */
export function findForeignStatements(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  foreignWord.lastIndex = 0;
  for (let match = foreignWord.exec(text); match !== null; match = foreignWord.exec(text)) {
    const found = statedSecret(text, match.index);
    if (found !== undefined) findings.push(found);
  }
  return findings;
}

const foreign =
  'hasło|şifre|parolă|парол[ья]|лозинка|密码|密碼|口令|パスワード|パスコード|暗証番号|비밀번호|암호|lösenord(?:et)?|jelszó|mật khẩu|κωδικός|كلمة (?:المرور|السر)|ה?סיסמ[הא]|รหัสผ่าน|पासवर्ड';
const foreignWord = new RegExp(`${foreign}|schlüssel|clé|clef`, 'gi');

/** Keys and tokens in other languages than English; a key of that kind is one that opens an account. */
const keyWords =
  "schl(?:ü|ue)ssel(?<=(?:api|zugriffs?|zugangs?|geheim|lizenz)[- ]?schl(?:ü|ue)ssel)|cl(?:é|e|ef)s?[ \\t](?:d['’e] ?|de l['’] ?|secr[èe]te d['’] ?)?(?:api|acc[èe]s)|(?:chiave|chave|llave)[ \\t](?:(?:da|de|di|do|dell['’]|de la) ?)?(?:api|acces\\w{1,2})|api[- ]?sleutel|jeton|(?:cl(?:é|ef)|schlüssel)(?<=\\b(?:voici (?:la|ma|une)|ma|mein|meinen) (?:cl(?:é|ef)|schlüssel))";

/** Words for passwords. */
const word = new RegExp(
  `(?:pass(?:[ -]?(?:word|code|phrase)|wd|wort|ord(?:et)?|(?<=\\b(?:user|username|login|admin|root|keystore|database|db|ssh|sudo|wifi|vpn|smtp|ftp)\\b[^\\n]{0,40}\\bpass)|e\\b(?<=mot[ -]de[ -]passe))|kennwort|zugangscode|mdp|pwd|pw|contrase[nñ]as?|clave|senha|wachtwoord|key(?<=(?:api|access|secret|master|encryption|(?<!user\\.)signing|license|private|admin|deploy|aes|hmac|\\b(?:my|our|your))[- ]?key)|heslo|adgangskoden?|losenord(?:et)?|salasana(?: on)?|jelszo|parola|kata sandi|lozinka|geslo|sifre|mat khau|${keyWords}|token)(?![\\wÀ-ÿ])|${foreign}`,
  'iy',
);

/** What is about the password and the password itself is within so many characters. */
const longestSentence = 120;

const verbs =
  "c['’]est|c['’]était|" +
  'is|was|are|will be|should be|has been set to|(?:set|changed|reset|rotated|updated) to|to|ist|lautet|heißt|heisst|wäre|auf|est|sera|devient|es|será|é|è|er|är|je|jest|este|là|είναι|هي|היא|คือ|है|это';
const adverbs = '(?:[ \\t](?:now|currently|still|again|just|jetzt|nun|aktuell|ahora|maintenant))?';
/** Words that say what the password is for. */
const about = "(?:[ \\t]{1,2}[\\wÀ-ӿ'’.-]{1,24}){0,7}?";
/** A verb, a separator, one of another script, or for a password right after the word only a space. */
const links: readonly RegExp[] = [
  new RegExp(`^${about},?[ \\t](?:${verbs})${adverbs}[ \\t]{0,2}[:：]?[ \\t]{1,4}(?![ \\t])`, 'i'),
  new RegExp(`^${about}[ \\t]?(?:[:：=]|->|→|[-–—](?=[ \\t]))[ \\t]{0,4}`, 'i'),
  // "Username / Password: admin / X".
  /^[ \t]?:[ \t]{1,4}[\w.@+-]{1,64} \/ (?=[^\s/]{5})/,
  // On a line of its own: "use the following password to proceed:".
  new RegExp(`^${about}[ \\t]?:[ \\t]{0,2}(?:\\r?\\n|\\\\n){1,3}[ \\t]{0,8}(?=[\\w+/=-]{12})`, 'i'),
  /^,[^\n:\\]{0,90}:[ \t]{0,2}(?:\r?\n|\\n){1,3}[ \t]{0,8}(?=[\w+/=-]{12})/,
  /^[\u3040-\u9fff\uac00-\ud7a3 ]{0,16}?(?:是|就是|为|為|改成|设为|は|が|는|은)[ \t]{0,4}/,
  /^[ \t]{1,2}/,
];

function valueAt(text: string, at: number, isToken: boolean, isLinked: boolean): Finding | undefined {
  value.lastIndex = at;
  const match = value.exec(text);
  const [, quote = '', raw = ''] = match ?? [];
  const start = at + quote.length;
  const isQuoted = quote !== '' && /["'`”’»」』\\]/.test(text.charAt(start + raw.length));
  const found = isQuoted ? raw : raw.replace(/[.,;:)]{1,3}$/, '');
  const end = start + found.length;
  if (found.length < 4 || found.length > 128 || isPlaceholder(found)) return undefined;
  const isSecret = isToken
    ? isStatedToken(found)
    : isPasswordLike(found) ||
      (isLinked && isPassphrase(found)) ||
      (isLinked && /^\d{6,}$/.test(found)) ||
      (isLinked &&
        (isQuoted
          ? isNoWord(found)
          : isPlainPassword(found, text.slice(at - 12, at), text.slice(end, end + 8))));
  return isSecret ? { start, end, kind: 'password' } : undefined;
}

const value = /(\\{0,3}["'`]|[“‘「『([]|«[ \u00a0]?)?([!#-&(-;=?-[\]^_a-~À-ÿ]{1,160})/y;

function valueBefore(text: string, at: number): Finding | undefined {
  before.lastIndex = at;
  const match = before.exec(text);
  const [start, end] = match?.indices?.[1] ?? [0, 0];
  return isPasswordLike(text.slice(start, end)) ? { start, end, kind: 'password' } : undefined;
}

/** "X is the password", "nimm X als Passwort". */
const before =
  /(?<=(?<![^\s"'`(])([!#-&(-;=?-[\]^_a-~]{5,64})["'`]?[ \t](?:is|ist|est|es|as|als|como|comme)[ \t](?:(?:the|my|our|an?|das|dem|mein|le|la|el|una?)[ \t])?(?:[\w-]{1,20}[ \t-])?(?:mot de )?)/diy;

function isStatedToken(found: string): boolean {
  return looksRandom(found) && found.length >= 12 && !/[()[\]{}$]/.test(found);
}

/** A plain word is the password if it ends the sentence: "the password is swordfish". */
function isPlainPassword(found: string, link: string, after: string): boolean {
  return (
    /[ \t](?:is|ist|lautet|est|es)[ \t]$/i.test(link) &&
    /^[a-z]{6,24}$/.test(found) &&
    isNoWord(found) &&
    /^[.!]?\s{0,4}$/.test(after)
  );
}

/** Four plain words or more that a generator joined; what people join has small words in it. */
function isPassphrase(found: string): boolean {
  return (
    /^[a-z]{3,10}([-_.])[a-z]{3,10}(?:\1[a-z]{3,10}){2,7}$/i.test(found) &&
    !/(?<![a-z])(?:and|are|but|can|for|from|has|into|least|must|not|off|one|only|out|per|than|that|the|this|was|with|your)(?![a-z])/i.test(
      found,
    ) &&
    !nameOfThing.test(found) &&
    isNoWord(found)
  );
}

/** What such a name ends with in source code. */
const nameOfThing =
  /(?:button|class|client|component|config|dialog|field|file|form|group|handler|hook|input|label|list|manager|module|name|page|path|policy|prompt|route|rule|screen|server|service|state|store|test|type|value|view)s?$/i;

/** Neither a description nor the name of a secret. */
function isNoWord(found: string): boolean {
  return !descriptions.test(found) && /^[\x21-\x7e]+$/.test(found) && secretName(found) === undefined;
}

/** What is said about passwords. */
const descriptions =
  /^(?:in)?(?:correct|valid|secure|visible|complete|active|sensitive)$|^(?:wrong|weak|strong|short|safe|known|unknown|same|different|blank|empty|missing|needed|here|there|below|above|gone|public|private|secret|hidden|masked|plain|plaintext|cleartext|default|random|optional|mandatory|necessary|enough|fine|okay|good|ready|available|unchanged|encoded|string|cached|falsch|richtig|leer|bekannt|geheim|sicher|ungültig|abgelaufen|erforderlich|obligatoire|incorrecto?a?|correcto?a?|vacío|invalide|expiré|requis)$|(?:ed|en|ing|able|ible|ive|ory|ary|ent|ant|ous|ful|less|bar|lich|tion|ado|ada|ido|ida)$/i;
