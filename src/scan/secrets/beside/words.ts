/*
 * The words beside which secrets are: names of values, headers, statements and commands. A word has several rules, of which
 * the first one that finds a secret decides.
 */

import { type Sign, type SignRule, signs } from '../sign.js';
import { commandRule } from './commands.js';
import { insertedSecret, statementSecret } from './data-files.js';
import { type Form, secretAt } from './form.js';
import { authorizationForms, cookieForms, schemeForms } from './headers.js';
import { namedValue } from './named-values.js';
import { statedLogin, statedSecret } from './statements.js';

export const wordSigns: readonly Sign[] = [
  ...signs('pass', firstOf(namedValue, statedSecret, statementSecret, commandRule('pass'))),
  ...signs('secret', firstOf(namedValue, statedSecret, commandRule('secret'))),
  ...signs('token', firstOf(namedValue, statedSecret, commandRule('token'))),
  ...signs('key|pwd|pw:|pw=|pw |mdp|psk', firstOf(namedValue, statedSecret)),
  ...signs('kennwort|wachtwoord|senha|clave|contrase|zugangscode', firstOf(namedValue, statedSecret)),
  ...signs('cred', firstOf(namedValue, statedLogin)),
  ...signs('zugangsdaten|identifiants', statedLogin),
  ...signs('jwt|_pat|phrase|mnemonic', namedValue),
  ...signs('auth', firstOf(anyOf(authorizationForms), namedValue, commandRule('auth'))),
  ...signs('cookie', firstOf(anyOf(cookieForms), namedValue)),
  ...signs('bearer', anyOf(schemeForms)),
  ...signs('basic', firstOf(anyOf(schemeForms), commandRule('basic'))),
  ...signs('login', firstOf(statementSecret, commandRule('login'), statedLogin)),
  ...signs('identified', statementSecret),
  ...signs('insert into', insertedSecret),
  // Nothing is beside this word, but what is encoded may be decoded.
  ...signs('base64', () => undefined),
];

function firstOf(...rules: readonly SignRule[]): SignRule {
  return (text, at) => {
    for (const rule of rules) {
      const found = rule(text, at);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function anyOf(forms: readonly Form[]): SignRule {
  return (text, at) => secretAt(text, at, forms);
}
