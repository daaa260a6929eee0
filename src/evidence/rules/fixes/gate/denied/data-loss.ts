/*
 * Commands that discard data: uncommitted work, branches, volumes, tables, state, files that no build makes again.
 */

import type { Command } from '../../../attempts/attempt.js';
import { isRebuilt, stepKindOf } from '../../steps/step-kind.js';

export function discardsData(command: Command): boolean {
  const { program, subcommand, words, text } = command;
  const verbs = subcommand.join(' ');
  const hasFlag = (pattern: RegExp) => words.some((word) => pattern.test(word));
  switch (program) {
    case 'rm':
    case 'rmdir':
    case 'unlink':
      return !words.filter((word) => !word.startsWith('-')).every(isRebuilt);
    case 'git':
      if (/^(?:reset|restore|clean|rm)$/.test(verbs) || /^stash (?:drop|clear)$/.test(verbs)) return true;
      if (verbs === 'checkout')
        return hasFlag(/^(?:--|-f|--force|\.|--theirs|--ours)$/) || hasFlag(/\.\w{1,5}$/);
      if (verbs === 'branch' || verbs === 'tag') return hasFlag(/^-(?:D|d|f)$|^--(?:delete|force)$/);
      if (verbs === 'push') return hasFlag(/^-f$|^\+|^--(?:force|delete|mirror|prune)/);
      return (
        /^(?:merge|rebase|cherry-pick|am)$/.test(verbs) &&
        hasFlag(/^--(?:abort|skip|strategy)|^-X|ours|theirs/)
      );
    case 'docker':
    case 'podman':
    case 'nerdctl':
      if (/\b(?:rm|rmi|prune|remove)$/.test(verbs)) return true;
      return verbs === 'compose down' && hasFlag(/^(?:-v|--volumes|--rmi)/);
    case 'kubectl':
    case 'oc':
      return /^(?:delete|drain|evict)/.test(verbs) || (verbs === 'replace' && hasFlag(/^--force/));
    case 'terraform':
    case 'tofu':
      return (
        /^(?:destroy|taint|force-unlock|state (?:rm|mv|push|replace-provider))/.test(verbs) ||
        hasFlag(/^-(?:lock=false|replace|refresh=false|force)/)
      );
    case 'dropdb':
    case 'shred':
    case 'mkfs':
    case 'dd':
    case 'truncate':
    case 'wipefs':
      return true;
    case 'find':
      return hasFlag(/^-(?:delete|exec|execdir)$/) && stepKindOf(command) !== 'clean';
    default:
      return (
        discardVerbs.test(verbs) ||
        discardWords.test(text.slice(0, 4_000)) ||
        // Generated files that stand in the way of the generator are made again.
        hasFlag(
          /^--(?!delete-conflicting-outputs$)(?:clean|drop|wipe|purge|truncate|recreate|delete)(?:-[\w-]{1,40})?$/,
        )
      );
  }
}

const discardVerbs =
  /^(?:uninstall|purge|destroy|wipe|nuke|flushall|flushdb|unpublish|drop|reset)$|(?:^| )(?:migrate|db|database) (?:reset|drop)$|db:(?:drop|reset|wipe|fresh)|migrate:(?:fresh|reset|refresh)/;
const discardWords =
  /\bdrop (?:table|database|schema|index|column|view|user|role)\b|\btruncate (?:table )?\w|\bdelete from\b|--force-reset|--accept-data-loss|flushall|flushdb|--(?:purge|prune|reset|hard|wipe|delete-data|remove-orphans|clean-slate)\b|\bkill (?:-\w{1,6} )?-1\b|\brm -\w{0,4}r/i;
