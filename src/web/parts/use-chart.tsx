/*
 * Use by day, as stacked bars. A day is selected by pointing at it or with the arrow keys: an invisible range input covers
 * the plot. The same figures are in a table.
 */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TimelineDay } from '../../registry/api/routes/usage.js';
import {
  dayAt,
  dayText,
  dayTicks,
  figuresText,
  series,
  stackedBars,
  sumOf,
  tickText,
  totalOf,
  valueTicks,
} from '../rules/chart.js';
import { countText, groupedCount } from '../rules/wording.js';
import './use-chart.css';
import type { RefObject } from 'preact';

const height = 220;
const edge = { left: 44, right: 26, top: 10, bottom: 26 };
const labelWidth = 72;

export function UseChart({ days }: { readonly days: readonly TimelineDay[] }) {
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot, 640);
  const [pointed, setPointed] = useState<number>();
  const last = days.length - 1;
  // The days may have become fewer since.
  const chosen = pointed === undefined ? undefined : Math.min(pointed, last);
  const day = days[chosen ?? last];
  if (!day) return null;
  return (
    <figure class="use-chart">
      <figcaption>
        <span>Uses, views and downloads per day</span>
        <ul class="use-chart-legend">
          {series.map((name) => (
            <li key={name} class={name}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="use-chart-plot" ref={plot}>
        <Drawing days={days} width={width} chosen={chosen} />
        <input
          type="range"
          aria-label="Day"
          aria-valuetext={dayText(day.day, 'whole')}
          min={0}
          max={last}
          value={chosen ?? last}
          style={{ insetInline: `${edge.left}px ${edge.right}px` }}
          onInput={(event) => setPointed(event.currentTarget.valueAsNumber)}
          onFocus={() => setPointed((before) => before ?? last)}
          onBlur={() => setPointed(undefined)}
          onPointerMove={({ offsetX, currentTarget }) =>
            setPointed(dayAt(offsetX / currentTarget.clientWidth, days.length))
          }
          onPointerLeave={() => setPointed(undefined)}
        />
      </div>
      <output class="use-chart-readout" aria-live="polite">
        <b>{chosen === undefined ? groupedCount(days.length, 'day') : dayText(day.day, 'whole')}</b>:{' '}
        {figuresText(chosen === undefined ? sumOf(days) : day)}
      </output>
      <details>
        <summary>Show as a table</summary>
        <DaysTable days={days} />
      </details>
    </figure>
  );
}

interface DrawingProps {
  readonly days: readonly TimelineDay[];
  readonly width: number;
  readonly chosen: number | undefined;
}

/** Hidden from screen readers, which get the day's figures and the table. */
function Drawing({ days, width, chosen }: DrawingProps) {
  const ticks = valueTicks(Math.max(0, ...days.map(totalOf)));
  const top = ticks.at(-1) ?? 1;
  const plot = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom, top };
  const band = plot.width / days.length;
  const yOf = (value: number) => plot.height - (value / top) * plot.height;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <g transform={`translate(${edge.left} ${edge.top})`}>
        {chosen !== undefined && (
          <rect
            class="use-chart-chosen"
            x={chosen * band}
            width={Math.max(2, band)}
            height={plot.height + edge.bottom}
          />
        )}
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${yOf(tick)})`}>
            <line class={tick === 0 ? 'ground' : undefined} x2={plot.width} />
            <text x={-8} dy="0.32em" text-anchor="end">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {stackedBars(days, plot).map(({ name, path }) => (
          <path key={name} class={name} d={path} />
        ))}
        {dayTicks(days.length, Math.floor(plot.width / labelWidth)).map((index) => (
          <text key={index} x={(index + 0.5) * band} y={plot.height + 18} text-anchor="middle">
            {dayText(days[index]?.day ?? '', 'short')}
          </text>
        ))}
      </g>
    </svg>
  );
}

function DaysTable({ days }: { readonly days: readonly TimelineDay[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {series.map((name) => (
            <th key={name} scope="col" class="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayText(day.day, 'whole')}</th>
            {series.map((name) => (
              <td key={name} class="number">
                {countText(day[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The width of an element, updated on every change, so that drawn text keeps its size. */
function useWidth(element: RefObject<HTMLElement | null>, fallback: number): number {
  const [width, setWidth] = useState(fallback);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    // Not while it is hidden: there is nothing to draw for no width.
    const measure = () => measured.clientWidth > 0 && setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return width;
}
