/*
 * What the scanner and the parser found in a skill, each with the way to its line.
 */

import type { SkillAnswer } from '../../../../machine/api/skill.js';
import { counted } from '../../../../text/plural.js';
import { Pill } from '../../../parts/facts.js';
import { Empty } from '../../../parts/states.js';
import { Link } from '../../../state/navigation.js';
import { StoredCode } from '../../parts/stored-text.js';
import { skillLineAddress } from '../../rules/machine-address.js';
import { findingTone, isPlainWord } from '../../rules/skill-words.js';

export function Findings({ skill }: { readonly skill: SkillAnswer }) {
  const { id, findings, faults, text, unscannable } = skill;
  const count = findings.length + faults.length + (unscannable === null ? 0 : 1);
  const place = (file: string, line: number | null) => {
    if (line === null || line === 0) return file;
    const where = `${file} line ${line}`;
    const isShown = file === 'SKILL.md' && text !== null;
    return isShown ? <Link href={skillLineAddress(id, line)}>{where}</Link> : where;
  };
  return (
    <section class="card" aria-labelledby="skill-findings">
      <h2 id="skill-findings">{count === 0 ? 'Findings' : counted(count, 'finding')}</h2>
      {count === 0 && <p class="muted small">The scanner and the parser found nothing.</p>}
      <ul class="skill-agents">
        {unscannable !== null && (
          <li>
            <Pill word="error" tone="bad" /> {unscannable}
          </li>
        )}
        {findings.map(({ rule, severity, file, line, why, text: excerpt }) => (
          <li key={`${rule} ${file} ${line}`}>
            <Pill word={severity} tone={findingTone(severity)} /> {why}{' '}
            <span class="muted small">
              {place(file, line)} ({rule})
            </span>
            {excerpt !== null && (
              <span class="skill-line">
                <StoredCode text={excerpt} />
              </span>
            )}
          </li>
        ))}
        {faults.map(({ severity, line, message }) => (
          <li key={`${line} ${message}`}>
            <Pill word={severity} tone={findingTone(severity)} /> {message}{' '}
            {line > 0 && <span class="muted small">{place('SKILL.md', line)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TextNotShown({ id }: { readonly id: string }) {
  return (
    <Empty title="The text is not shown">
      <p>
        The scanner blocks this skill, or cannot read it, so Coppice gives it to no agent.
        {isPlainWord(id) && ' A terminal shows it:'}
      </p>
      {isPlainWord(id) && (
        <p>
          <code>coppice view {id} --allow-blocked</code>
        </p>
      )}
    </Empty>
  );
}
