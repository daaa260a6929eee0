/*
 * Days as small bars without an axis, for a line of a table and for a figure. The same is said in words beside it.
 */

import './bars.css';

interface Props {
  readonly values: readonly number[];
  /** What the bars show, for those who do not see them. */
  readonly label: string;
  readonly height?: number;
}

const barWidth = 3;
const gap = 1;

export function Bars({ values, label, height = 20 }: Props) {
  const most = Math.max(1, ...values);
  const width = values.length * (barWidth + gap) - gap;
  const path = values
    .map((value, index) => {
      if (value === 0) return '';
      const tall = Math.max(2, (value / most) * height);
      const left = index * (barWidth + gap);
      return `M${left} ${height}v${-tall}h${barWidth}v${tall}Z`;
    })
    .join('');
  return (
    <svg
      class="bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, width)} ${height}`}
      preserveAspectRatio="none"
      height={height}
    >
      <path class="bars-ground" d={`M0 ${height - 0.5}H${width}`} />
      <path d={path} />
    </svg>
  );
}
