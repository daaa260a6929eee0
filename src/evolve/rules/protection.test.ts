import { expect, test } from 'vitest';
import { provenances } from '../../usage/rules/record.js';
import { type NamePolicy, protection, type SkillFacts, type SkipReason } from './protection.js';

interface Given extends Partial<SkillFacts>, Partial<NamePolicy> {}

const coreSkills = ['hermes-*', 'codex'];

function protectionOf(given: Given, writes: boolean): SkipReason | undefined {
  const { name = 'pdf', provenance = 'agent', pinned = false, ...policy } = given;
  const none = { protectCore: true, coreSkills, allow: [], block: [] };
  return protection({ name, provenance, pinned }, { ...none, ...policy }, { writes });
}

/** For a run that writes; one that plans leaves only pinned skills alone. */
function check(given: Given, expected: SkipReason | undefined): void {
  expect(protectionOf(given, true)).toBe(expected);
  expect(protectionOf(given, false)).toBe(given.pinned ? 'pinned-skill' : undefined);
}

test.each<[Given, SkipReason | undefined]>([
  [{}, undefined],
  [{ pinned: true }, 'pinned-skill'],
  [{ pinned: true, provenance: 'bundled' }, 'pinned-skill'],
  [{ block: ['p*'] }, 'auto-apply-blocklisted'],
  [{ block: ['PDF'] }, 'auto-apply-blocklisted'],
  [{ block: ['other'] }, undefined],
  [{ allow: ['pdf'] }, undefined],
  [{ allow: ['p?f', 'x'] }, undefined],
  [{ allow: ['other'] }, 'auto-apply-not-allowlisted'],
  [{ allow: ['pdf'], block: ['pdf'] }, 'auto-apply-blocklisted'],
  [{ name: 'codex' }, 'core-skill-auto-apply-protected'],
  [{ name: 'Hermes-Agent' }, 'core-skill-auto-apply-protected'],
  [{ name: 'codex', protectCore: false }, undefined],
  [{ name: 'codex', allow: ['codex'] }, undefined],
  [{ name: 'codex', allow: ['hermes-*'] }, 'auto-apply-not-allowlisted'],
  [{ name: 'codex', allow: ['codex'], block: ['c*'] }, 'auto-apply-blocklisted'],
  [{ provenance: 'bundled', allow: ['pdf'], protectCore: false }, 'source-not-agent-created'],
  [{ provenance: 'hub', block: ['pdf'] }, 'source-not-agent-created'],
])('%j: %s', check);

test('only what an agent made is ever written to', () => {
  const writable = provenances.filter((provenance) => protectionOf({ provenance }, true) === undefined);
  expect(writable).toEqual(['agent']);
});
