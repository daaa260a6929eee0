/*
 * A time as people say it, with the exact one for who points at it.
 */

import { exactTime, timeAgo } from './time-ago.js';

export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="muted">never</span>;
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exactTime(time)}>
      {timeAgo(time, Date.now())}
    </time>
  );
}
