/*
 * The change that accepting a proposal makes to the files of its skill. What is shown and what is written both come from
 * here: only the content of the proposal counts, and it is checked against the current files.
 */

import { readsLikeInstruction } from '../../../scan/families/injection/instruction.js';
import { unifiedDiff } from '../../../text/line-diff.js';
import { countCharacters } from '../../../text/utf8.js';
import { findBlock } from '../note/block.js';
import { hardCapCharacters } from '../note/size.js';
import { structuralFaults } from '../note/structure.js';
import { withSection } from './draft.js';
import type { Proposal } from './proposal.js';

export interface SkillFiles {
  readonly skill: { readonly path: string; readonly text: string };
  /** The text is undefined if the file does not exist. */
  readonly support: { readonly path: string; readonly text: string | undefined };
}

export type ProposedChange =
  | { readonly kind: 'change'; readonly files: readonly ProposedFile[] }
  /** Completes "the proposal cannot be applied: ...". */
  | { readonly kind: 'refused'; readonly why: string };

export interface ProposedFile {
  /** Relative to the package. */
  readonly path: string;
  readonly before: string | undefined;
  /** Null removes the file. */
  readonly after: string | null;
}

export function proposedChange(
  { kind, content, support }: Pick<Proposal, 'kind' | 'content' | 'support'>,
  { skill, support: supportFile }: SkillFiles,
): ProposedChange {
  if (kind === 'draft') {
    const drafted = withSection(skill.text, content);
    if (drafted.kind === 'refused') return drafted;
    return { kind: 'change', files: [{ path: skill.path, before: skill.text, after: drafted.text }] };
  }
  const why = noteFault(skill.text, content) ?? supportFault(support?.text ?? '');
  if (why !== undefined) return { kind: 'refused', why };
  return {
    kind: 'change',
    files: [
      { path: skill.path, before: skill.text, after: content },
      ...(support === undefined || (support.text === null && supportFile.text === undefined)
        ? []
        : [{ path: supportFile.path, before: supportFile.text, after: support.text }]),
    ],
  };
}

export function changeDiff(files: readonly ProposedFile[]): string {
  return files
    .map(({ path, before, after }) =>
      unifiedDiff(
        { label: before === undefined ? '/dev/null' : `a/${path}`, text: before ?? '' },
        { label: after === null ? '/dev/null' : `b/${path}`, text: after ?? '' },
      ),
    )
    .join('');
}

/** A note changes the block and nothing else. */
function noteFault(before: string, after: string): string | undefined {
  const encoder = new TextEncoder();
  const faults = structuralFaults(encoder.encode(before), encoder.encode(after));
  if (faults.length > 0) return faults.join(', ');
  const location = findBlock(after);
  if (location.kind !== 'block') return 'the new SKILL.md has no managed block';
  return hasInstructions(location.text) ? 'the note contains instructions' : undefined;
}

/** Generated notes contain no instructions, so the proposal file was edited. */
function hasInstructions(text: string): boolean {
  return text.split(/\r?\n/).some(readsLikeInstruction);
}

function supportFault(text: string): string | undefined {
  if (hasInstructions(text)) return 'the support file contains instructions';
  const characters = countCharacters(text);
  return characters > hardCapCharacters ? `the support file would have ${characters} characters` : undefined;
}
