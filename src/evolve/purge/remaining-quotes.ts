/*
 * Finds skills that still contain text from purged evidence: in their note, or in their own text after a draft of a model
 * or a promotion was accepted. A purge does not change skills without being asked.
 */

import type { Library } from '../../library/open-library.js';
import { nameOf } from '../../library/rules/ledger-entry.js';
import { readLedger } from '../../library/write/ledger.js';
import { skillFileNames } from '../../skill/package-names.js';
import { decodeUtf8 } from '../../text/utf8.js';
import { evolvedSkills } from '../notes/skills.js';
import { readProposals } from '../proposals/proposal-folder.js';
import { findBlock } from '../rules/note/block.js';
import { supportPath } from '../rules/note/render.js';
import { type CurrentNote, noteHistory } from '../rules/note-history.js';
import { undoneEntries } from '../rules/note-life.js';
import { citedEvents, citesMissing, type KnownEvents } from './purge-quotes.js';

export interface RemainingQuotes {
  readonly notes: readonly CurrentNote[];
  readonly drafts: readonly AcceptedDraft[];
}

export interface AcceptedDraft {
  readonly skill: string;
  /** The ledger entry. */
  readonly entry: string;
}

export function remainingQuotes(library: Library, known: KnownEvents): RemainingQuotes {
  const { entries } = readLedger(library);
  const { current } = noteHistory(entries);
  const undone = undoneEntries(entries);
  const drafts = readProposals(library).proposals.flatMap((proposal) => {
    const { kind, state, skill, entry } = proposal;
    if (kind === 'note' || state !== 'accepted' || entry === undefined || undone.has(entry)) return [];
    return [{ skill, entry, evidence: citedEvents(proposal) }];
  });
  const all = [...current, ...drafts];
  const isGone = citesMissing(
    known,
    all.flatMap(({ evidence }) => evidence),
  );
  return {
    notes: existingNotes(
      library,
      current.filter(({ evidence }) => isGone(evidence)),
    ),
    drafts: drafts.filter(({ evidence }) => isGone(evidence)).map(({ skill, entry }) => ({ skill, entry })),
  };
}

/** Omits notes that were removed by hand, or whose skill was. A skill may also have been moved by hand. */
function existingNotes(library: Library, notes: readonly CurrentNote[]): readonly CurrentNote[] {
  if (notes.length === 0) return [];
  const skills = evolvedSkills(library);
  return notes.filter(({ skill, folder }) => {
    const exists = library.files.stat(folder) !== undefined;
    const current = exists ? folder : skills.find(skill)?.entry.folder;
    return current !== undefined && hasNote(library, current, nameOf(skill));
  });
}

function hasNote({ files }: Library, folder: string, name: string): boolean {
  const hasBlock = skillFileNames.some((file) => {
    const content = files.read(`${folder}/${file}`);
    return content !== undefined && findBlock(decodeUtf8(content.bytes)).kind !== 'none';
  });
  return hasBlock || files.stat(`${folder}/${supportPath(name)}`) !== undefined;
}
