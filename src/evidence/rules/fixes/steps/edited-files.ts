/*
 * Files that were edited, by a tool or by a command.
 */

import type { Attempt } from '../../attempts/attempt.js';
import type { TimelineStep } from '../timeline.js';
import { isRebuilt } from './step-kind.js';

/** The paths that this step of the timeline wrote to. */
export function editedFiles(step: TimelineStep): readonly string[] {
  if (step.kind === 'edit') return [step.path];
  return step.kind === 'attempt' ? editedBy(step.attempt) : [];
}

function editedBy({ command, outcome }: Attempt): readonly string[] {
  const { program, subcommand, words, writes } = command;
  if (outcome === 'failed' || outcome === 'refused' || outcome === 'harness') return [];
  const operands = words.filter((word) => !word.startsWith('-') && !word.startsWith('<<'));
  if (program === 'sed' || program === 'perl')
    return words.some((word) => /^(?:-[a-zA-Z]{0,4}i|--in-place)/.test(word)) ? operands.slice(-1) : [];
  if (program === 'git' && /^(?:apply|am|cherry-pick)$/.test(subcommand[0] ?? '')) return [unknownSource];
  if (program === 'patch') return [unknownSource];
  if (program === 'tee') return operands;
  if (writes !== undefined) return /^\/tmp\/|\.log$/.test(writes) ? [] : [writes];
  // A test that is removed is green afterwards.
  if (program === 'rm' || (program === 'git' && subcommand[0] === 'rm'))
    return operands.filter((path) => !isRebuilt(path) && !/^\/tmp\/|\.(?:log|lock|tmp|pid|sock)$/.test(path));
  // The target of a redirection is not known; a heredoc into a file is mostly source code.
  return program === 'cat' && words.some((word) => word.startsWith('<<')) ? [unknownSource] : [];
}

const unknownSource = 'source';
