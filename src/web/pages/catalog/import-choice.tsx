/*
 * Which of the skills that were found are to be imported: all, unless told. Those that cannot be are named with the reason.
 */

import type { LocalSkillAnswer } from '../../../registry/api/routes/local.js';
import { counted } from '../../parts/counted.js';
import { WordPill } from '../../parts/pill.js';

interface Props {
  readonly offered: readonly LocalSkillAnswer[];
  /** Ids. */
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
}

export function ImportChoice({ offered, chosen, choose }: Props) {
  const able = offered.filter(({ reason }) => reason === undefined);
  const unable = offered.filter(({ reason }) => reason !== undefined);
  const toggle = (id: string, isOn: boolean) => {
    const others = [...chosen].filter((other) => other !== id);
    choose(new Set(isOn ? [...others, id] : others));
  };
  return (
    <>
      <p>They are published here with their use and their age. The files on this machine stay as they are.</p>
      <label class="import-line import-all">
        <input
          type="checkbox"
          checked={chosen.size === able.length}
          indeterminate={chosen.size > 0 && chosen.size < able.length}
          onChange={({ currentTarget }) =>
            choose(new Set(currentTarget.checked ? able.map(({ id }) => id) : []))
          }
        />
        <b>All {counted(able.length, 'skill')}</b>
      </label>
      <ul class="import-list">
        {able.map((skill) => (
          <li key={skill.id}>
            <label class="import-line">
              <input
                type="checkbox"
                checked={chosen.has(skill.id)}
                onChange={({ currentTarget }) => toggle(skill.id, currentTarget.checked)}
              />
              <span class="import-name">
                <b>{skill.slug ?? skill.name}</b>
                {skill.state !== 'active' && <WordPill word={skill.state} />}
                <span class="muted small">
                  {skill.root} · {counted(skill.use_count, 'use')}
                </span>
              </span>
              <span class="import-says muted small" dir="auto">
                {skill.description}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {unable.length > 0 && (
        <details>
          <summary>{counted(unable.length, 'skill')} cannot be imported</summary>
          <ul class="import-reasons small">
            {unable.map(({ id, name, root, reason }) => (
              <li key={id}>
                <b>{name}</b> <span class="muted">({root})</span>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
