/*
 * Accounts in words: whose a principal is, and the question before a browser changes from one account to another.
 */

import { isObject } from '../../text/shape.js';

export interface Account {
  /** `user:EMAIL` or `service:NAME`. */
  readonly principal: string;
  readonly tenant: string;
}

/** Who is signed in with this browser, and who would be instead. */
export interface AccountSwitch {
  readonly signedIn: Account;
  readonly signingIn: Account;
}

/** `ada@example.com`, `the service ci`, or whoever runs the registry. */
export function accountName({ principal }: Pick<Account, 'principal'>): string {
  if (principal === 'admin:cli') return 'the operator of the registry';
  const [, kind, name = principal] = /^(user|service):(.*)$/.exec(principal) ?? [];
  return kind === 'service' ? `the service ${name}` : name;
}

/** From the details of a refusal; undefined for any other. */
export function switchIn(details: Readonly<Record<string, unknown>>): AccountSwitch | undefined {
  const { signed_in: signedIn, signing_in: signingIn } = details;
  return isAccount(signedIn) && isAccount(signingIn) ? { signedIn, signingIn } : undefined;
}

function isAccount(value: unknown): value is Account {
  return isObject(value) && typeof value['principal'] === 'string' && typeof value['tenant'] === 'string';
}
