/*
 * The days of a trial as a strip with two lanes: above those with the note, below those without it. Of a trial that has
 * ended, the part of each day that failed is marked. The same is in a table.
 */

import type { TrialDay } from '../../../machine/api/effect.js';
import './trial-strip.css';

interface Props {
  readonly days: readonly TrialDay[];
  /** What the strip shows, for those who do not see it. */
  readonly label: string;
}

const band = 10;
const cell = 8;
const lane = 22;
const gap = 4;
const height = 2 * lane + gap;

export function TrialStrip({ days, label }: Props) {
  const width = Math.max(1, days.length) * band - (band - cell);
  const path = (of: (day: TrialDay, left: number, top: number) => string) =>
    days.map((day, index) => of(day, index * band, day.hasNote === true ? 0 : lane + gap)).join('');
  const box = (left: number, top: number, tall: number) => `M${left} ${top}h${cell}v${tall}h${-cell}Z`;
  return (
    <figure class="trial-strip">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        height={height}
      >
        <path
          class="out"
          d={path(({ hasNote, counts }, left, top) =>
            hasNote === null || counts ? '' : box(left, top + lane - 3, 3),
          )}
        />
        <path class="in" d={path(({ counts }, left, top) => (counts ? box(left, top, lane) : ''))} />
        <path
          class="failed"
          d={path(({ figures }, left, top) => {
            if (figures === null || figures.failed === 0) return '';
            const tall = Math.max(3, (figures.failed / figures.loads) * lane);
            return box(left, top + lane - tall, tall);
          })}
        />
        <path
          class="ahead"
          d={path(({ hasNote }, left) => (hasNote === null ? box(left, lane + gap / 2 - 1, 2) : ''))}
        />
      </svg>
      <figcaption class="muted small">
        <span>above: with the note</span>
        <span>below: without</span>
        <span>
          <i class="in" aria-hidden="true" /> counts
        </span>
        <span>
          <i class="failed" aria-hidden="true" /> failed
        </span>
        <span>
          <i class="out" aria-hidden="true" /> does not count
        </span>
      </figcaption>
    </figure>
  );
}
