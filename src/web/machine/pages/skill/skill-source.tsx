/*
 * The SKILL.md as it is written, line by line, with what the scanner and the parser found below the line where it stands.
 */

import type { ComponentChildren } from 'preact';
import type { SkillAnswer } from '../../../../machine/api/skill.js';
import { printable } from '../../../../text/printable.js';
import { Pill } from '../../../parts/facts.js';
import { FileText } from '../../../parts/package-files.js';
import { lineIn } from '../../../rules/file-text.js';
import { useNavigation } from '../../../state/navigation.js';
import { findingTone } from '../../rules/skill-words.js';
import { TextNotShown } from './skill-findings.js';

export function SkillSource({ skill }: { readonly skill: SkillAnswer }) {
  const { query } = useNavigation();
  const line = lineIn(query);
  if (skill.text === null) return <TextNotShown id={skill.id} />;
  return (
    <section aria-label="SKILL.md as it is written">
      <FileText
        key={line}
        // What is not seen, or turns the direction of what follows, is written out.
        text={printable(skill.text, { multiline: true })}
        line={line}
        notes={notesOf(skill)}
      />
    </section>
  );
}

function notesOf({ findings, faults }: SkillAnswer): ReadonlyMap<number, ComponentChildren> {
  const notes = new Map<number, ComponentChildren[]>();
  const add = (line: number, note: ComponentChildren) => notes.set(line, [...(notes.get(line) ?? []), note]);
  for (const { file, line, severity, why, rule } of findings)
    if (file === 'SKILL.md' && line !== null)
      add(
        line,
        <Note key={`${rule} ${why}`} word={severity}>
          {why} <span class="muted">({rule})</span>
        </Note>,
      );
  for (const { line, severity, message } of faults)
    if (line > 0)
      add(
        line,
        <Note key={message} word={severity}>
          {message}
        </Note>,
      );
  return notes;
}

function Note({ word, children }: { readonly word: string; readonly children: ComponentChildren }) {
  return (
    <span class="skill-note">
      <Pill word={word} tone={findingTone(word)} /> {children}
    </span>
  );
}
