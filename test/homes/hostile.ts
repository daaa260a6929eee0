/*
 * Hostile packages for the homes: those of the labelled set that the scanner blocks, of several families.
 */

import { readFixtures } from '../fixtures/scan/read-fixture.js';
import type { HostilePackage } from './plan.js';

/** One or more of each family; each can be loaded by an agent. */
const chosen = [
  'execution-base64-shell',
  'exfiltration-ssh-curl',
  'injection-ignore-previous',
  'destruction-home',
  'hidden-tag-characters',
  'deception-paste-one-liner',
  'execution-python-exec',
  'exfiltration-dns',
  'injection-chat-template',
  'hidden-invisible-style',
  'exfiltration-env-webhook',
  'execution-powershell-encoded',
];

export function hostilePackages(): readonly HostilePackage[] {
  const fixtures = new Map(readFixtures('hostile').map((fixture) => [fixture.id, fixture.package]));
  return chosen.map((id) => {
    const found = fixtures.get(id);
    if (found === undefined) throw new Error(`there is no hostile package ${id}`);
    return {
      name: found.name,
      files: Object.fromEntries(found.files.map(({ path, bytes }) => [path, bytes])),
    };
  });
}
