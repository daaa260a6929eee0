/*
 * Hosts in addresses: where an address really leads, and which part of it somebody had to register.
 */

export interface Address {
  readonly host: string;
  /** What stands before an `@`, which is no host however much it looks like one. */
  readonly user: string | undefined;
}

export function addressOf(url: string): Address | undefined {
  const match = /^https?:\/\/([^\s/?#\\]{1,300})/i.exec(url);
  const authority = match?.[1];
  if (authority === undefined) return undefined;
  const at = authority.lastIndexOf('@');
  const host = authority
    .slice(at + 1)
    .replace(/:\d*$/, '')
    .toLowerCase();
  return { host, user: at === -1 ? undefined : authority.slice(0, at).toLowerCase() };
}

/** The last two labels, or three below an ending such as `co.uk`. */
export function registeredPart(host: string): string {
  const labels = host.replace(/\.$/, '').split('.');
  const isSecondLevel =
    /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2;
  return labels.slice(isSecondLevel ? -3 : -2).join('.');
}
