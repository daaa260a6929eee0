/*
 * The part of a proposal that a model writes. However badly it answers, the answer is only reported.
 */

import { sha256Hex } from '../../text/hash.js';
import { readsLikeInstruction } from '../note/instruction.js';
import { sectionIn, withSection } from './draft.js';
import type { ModelAnswer } from './model-answer.js';
import type { ProposedPart } from './note-part.js';
import { draftPrompt, type Prompt } from './prompt.js';
import type { ModelReport } from './proposal.js';
import type { Subject } from './subject.js';
import { draftTitle } from './title.js';

export interface DraftModel {
  readonly name: string;
  ask(prompt: Prompt): Promise<ModelAnswer>;
}

export interface DraftAttempt {
  /** Undefined when there is no draft that could be proposed. */
  readonly part?: ProposedPart;
  readonly model: ModelReport;
}

export async function draftPart({ name, ask }: DraftModel, subject: Subject): Promise<DraftAttempt> {
  const { entry, present, rows } = subject;
  const { text } = present.skill;
  const answer = await ask(draftPrompt({ name: entry.name, text, rows }, sha256Hex));
  if (answer.kind === 'failed') return { model: { name, executed: false, error: answer.error } };
  const refused = (why: string) => ({
    model: { name, executed: true, error: `the draft is refused: ${why}` },
  });
  const section = sectionIn(answer.text);
  if (section.kind === 'refused') return refused(section.why);
  const skill = withSection(text, section.text);
  if (skill.kind === 'refused') return refused(skill.why);
  return { part: partOf(section.text), model: { name, executed: true } };
}

function partOf(section: string): ProposedPart {
  const isOrder = section.split('\n').some(readsLikeInstruction);
  return {
    kind: 'draft',
    title: draftTitle(section),
    content: section,
    items: [],
    riskReasons: ['model-draft', ...(isOrder ? ['reads-like-instruction'] : [])],
    signature: section,
  };
}
