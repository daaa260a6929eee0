/*
 * A time as people say it, with the exact one for who points at it.
 */

import { timeAgo } from './time-ago.js';

export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="muted">never</span>;
  return (
    <time dateTime={at} title={at}>
      {timeAgo(Date.parse(at), Date.now())}
    </time>
  );
}
