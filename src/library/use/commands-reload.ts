/*
 * What is different after the commands were read again, so that an agent can be told in the middle of a session. A
 * command that leads elsewhere now, or says something else about itself, is gone and new.
 */

import type { Command, Commands } from './commands.js';

export interface CommandChanges {
  readonly added: readonly Command[];
  readonly removed: readonly Command[];
  readonly unchanged: readonly Command[];
  /** How many there are now. */
  readonly total: number;
}

export function commandChanges(before: Commands, after: Commands): CommandChanges {
  const old = new Set(before.commands.map(identityOf));
  const now = new Set(after.commands.map(identityOf));
  return {
    added: after.commands.filter((command) => !old.has(identityOf(command))),
    removed: before.commands.filter((command) => !now.has(identityOf(command))),
    unchanged: after.commands.filter((command) => old.has(identityOf(command))),
    total: after.commands.length,
  };
}

function identityOf({ command, id, description }: Command): string {
  return JSON.stringify([command, id, description]);
}
