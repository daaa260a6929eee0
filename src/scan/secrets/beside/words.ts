/*
 * The words beside which secrets are: names of values, headers, statements and commands. A word has several rules, of which
 * the first one that finds a secret decides.
 */

import { type Sign, type SignRule, signs } from '../sign.js';
import { type Form, secretAt } from './form.js';
import { authorizationForms, cookieForms, schemeForms } from './headers.js';
import { callForms, labelledForms, phraseForms, printedKeyForms } from './labelled.js';
import { namedValue } from './named-values.js';
import { statedLogin, statedSecret } from './statements.js';

export function wordSigns(): readonly Sign[] {
  return [
    ...signs(
      'pass|secret|token|key|_salt|pepper|pwd|pw:|pw=|pw |pw"|pw\'|mdp|psk',
      firstOf(namedValue, statedSecret),
    ),
    ...signs('kennwort|wachtwoord|senha|clave|contrase|zugangscode', firstOf(namedValue, statedSecret)),
    ...signs('schluessel|chiave |chave |llave |sleutel|jeton|clef ', statedSecret),
    ...signs(
      'heslo|adgangskode|losenord|salasana|jelszo|parola|kata sandi|lozinka|geslo|sifre|mat khau',
      statedSecret,
    ),
    ...signs('_session=|_pk=|_sk=', namedValue),
    ...signs('auth|jwt|_pat|phrase|mnemonic', firstOf(namedValue, anyOf(callForms), anyOf(phraseForms))),
    ...signs('unseal|recovery|setup key|authenticator|totp|2fa|backup code', anyOf(labelledForms)),
    ...signs(
      'product key|license key|licence key|activation|/ipk |wif: |wif key|root@localhost: ',
      anyOf(printedKeyForms),
    ),
    ...signs('cred', firstOf(namedValue, statedLogin)),
    ...signs('login|zugangsdaten|identifiants|log in|sign in| p: ', statedLogin),
    ...signs('authorization', anyOf(authorizationForms)),
    ...signs('cookie', firstOf(anyOf(cookieForms), namedValue)),
    ...signs('bearer |bearer%|basic |basic%|basic-auth', anyOf(schemeForms)),
    // Nothing is beside this word, but what is encoded may be decoded.
    ...signs('base64', () => undefined),
  ];
}

function firstOf(...rules: readonly SignRule[]): SignRule {
  return (text, at) => {
    for (const rule of rules) {
      const found = rule(text, at);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function anyOf(forms: () => readonly Form[]): SignRule {
  return (text, at) => secretAt(text, at, forms());
}
