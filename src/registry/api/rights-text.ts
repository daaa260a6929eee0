/*
 * Rights and rules of approval in words, for the server, the command line and the pages. Without the schemas.
 */

import type { ApprovalRule, Right } from './rights.js';

/** `publisher in @design/* through group designers` */
export function rightText({ namespace, role, from, group }: Right): string {
  const where = namespace === null ? 'names without a namespace' : `@${namespace}/*`;
  return `${role} in ${where}${through(from, group)}`;
}

function through(from: Right['from'], group: string | null): string {
  switch (from) {
    case 'tenant':
      return ', as in the whole tenant';
    case 'default':
      return ', as everybody';
    case 'group':
      return ` through group ${group}`;
    case 'person':
      return '';
    default:
      return from satisfies never;
  }
}

/** `2 approvals by curators who did not write it` */
export function approvalText({ approvals, by, no_self }: ApprovalRule): string {
  const who =
    approvals === 1
      ? `1 approval by a${by === 'admin' ? 'n' : ''} ${by}`
      : `${approvals} approvals by ${by}s`;
  return no_self ? `${who} who did not write it` : who;
}
