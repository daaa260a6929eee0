/*
 * Improving: a guarded note from the evidence, its difference, and the way back.
 */

import type { Answer, Chapter } from '../chapter.js';
import { hashOf } from '../hash-of.js';

const pdfFormsFile = '.coppice/skills/pdf-forms/SKILL.md';

export const improve: Chapter = {
  title: 'Improve a skill from it, and take that back',
  play: async (stage) => {
    const before = hashOf(stage, pdfFormsFile);
    await stage.run({
      says: 'Without flags, the evolver only says what it would write.',
      words: ['evolve', 'run'],
    });
    const applied = await stage.run({
      says: 'With both flags it writes: a note in a block of its own, into a skill that an agent made.',
      words: ['evolve', 'run', '--apply-low-risk', '--approve-auto-apply'],
    });
    const changes = await stage.run({
      says: 'Every change, by whomever, is in the ledger,',
      words: ['history', 'pdf-forms'],
    });
    await stage.run({ says: 'with what it changed.', words: ['diff', lastEntry(changes)], lines: 10 });
    stage.tell(`SKILL.md of pdf-forms: sha256 ${before} before, ${hashOf(stage, pdfFormsFile)} now.`);
    await stage.run({
      says: 'And every change can be undone, a whole run at once.',
      words: ['undo', runOf(applied)],
    });
    stage.tell(`SKILL.md of pdf-forms: sha256 ${hashOf(stage, pdfFormsFile)}, the same bytes as before.`);
  },
};

/** As the hint names it. */
function runOf({ stderr }: Answer): string {
  return /coppice undo (\S+)/.exec(stderr)?.[1] ?? '';
}

function lastEntry({ stdout }: Answer): string {
  return stdout.trimEnd().split('\n').at(-1)?.split(' ')[0] ?? '';
}
