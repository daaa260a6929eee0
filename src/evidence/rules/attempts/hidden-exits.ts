/*
 * Which commands of a list the exit code of the list is about. An exit code that is piped away, ignored with `|| true` or
 * followed by another command says nothing.
 */

import type { ShellList, ShellNode } from './shell-tree.js';

export type HiddenBy =
  /** It is piped into another command, without `pipefail`. */
  | 'pipe'
  /** `|| true`, `|| echo`, `; true`. */
  | 'ignored'
  /** It is alone before `; echo ...`, so that what else is printed is its own output. */
  | 'printed'
  /** `a || b`: only one of them must succeed. */
  | 'fallback'
  /** Another command follows after `;` or a line end, without `set -e`. */
  | 'sequence'
  | 'background'
  /** It decides an `if` or `while`, or is in one of several branches or in a loop. */
  | 'compound'
  /** `$(...)` inside another command. */
  | 'substitution';

/** For each pipeline, why its exit code is not that of the list. */
export function hidingIn(list: ShellList, hasErrexit: boolean): readonly (HiddenBy | undefined)[] {
  const errexitAt = hasErrexit ? -1 : list.findIndex(({ commands }) => commands.some(setsErrexit));
  const hasErrexitAt = (index: number) => hasErrexit || (errexitAt >= 0 && index > errexitAt);
  const hiding: (HiddenBy | undefined)[] = [];
  /** Whether the pipelines behind this one only print, and whether the `&&` behind it ends the call with a failure. */
  let onlyIgnoring = true;
  let exits = false;
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const next = list[index + 1];
    const commands = list[index]?.commands ?? [];
    if (list[index]?.isBackground === true) hiding[index] = 'background';
    else if (next === undefined) hiding[index] = undefined;
    else if (next.join === '&&') hiding[index] = hiding[index + 1];
    else if (next.join === '||')
      hiding[index] = exits
        ? hiding[index + 1]
        : next.commands.every(isIgnoringNode)
          ? 'ignored'
          : 'fallback';
    else if (!hasErrexitAt(index))
      hiding[index] = !onlyIgnoring
        ? 'sequence'
        : index === 0 && list.slice(1).every(({ commands: later }) => later.every(isPrinting))
          ? 'printed'
          : 'ignored';
    exits = commands.some(exitsWithFailure) || (next?.join === '&&' && exits);
    onlyIgnoring &&= commands.every(isIgnoringNode);
  }
  return hiding;
}

function wordsOf(node: ShellNode): readonly string[] {
  return node.kind === 'simple' ? node.words.map(({ text }) => text) : [];
}

function setsErrexit(node: ShellNode): boolean {
  const [program, ...rest] = wordsOf(node);
  return program === 'set' && rest.some((word) => /^-[a-z]{0,6}e|^errexit$/.test(word));
}

/** `exit 1` behind `||` keeps the failure. */
function exitsWithFailure(node: ShellNode): boolean {
  if (node.kind !== 'simple')
    return node.body.some(({ commands }) =>
      commands.some((inner) => inner.kind === 'simple' && exitsWithFailure(inner)),
    );
  const [program = '', code = '1'] = wordsOf(node);
  return program === 'false' || ((program === 'exit' || program === 'return') && code !== '0');
}

function isPrinting(node: ShellNode): boolean {
  return /^(?:echo|printf)$/.test(wordsOf(node)[0] ?? '');
}

/** It always succeeds, so it hides what was before it. */
function isIgnoringNode(node: ShellNode): boolean {
  if (node.kind !== 'simple')
    return (
      node.kind !== 'loop' &&
      node.body.length > 0 &&
      node.body.every(({ commands }) =>
        commands.every((inner) => inner.kind === 'simple' && isIgnoringNode(inner)),
      )
    );
  const [program = '', code] = wordsOf(node);
  return /^(?:true|:|echo|printf)$/.test(program) || (/^(?:exit|return)$/.test(program) && code === '0');
}
