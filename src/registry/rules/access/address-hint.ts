/*
 * An address that its owner recognises and others do not learn: `a…@example.com`.
 */

export function addressHint(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
