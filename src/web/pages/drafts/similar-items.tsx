/*
 * Published items that say nearly the same as a draft, and how they were compared.
 */

import type { DraftAnswer } from '../../../registry/api/routes/drafts.js';
import { itemAddress } from '../../address.js';
import { Link } from '../../navigation.js';

export function SimilarItems({ similar }: Pick<DraftAnswer, 'similar'>) {
  if (similar.length === 0) return <span class="muted">none</span>;
  return (
    <ul class="similar-items">
      {similar.map((item) => (
        <li key={`${item.kind} ${item.slug}`}>
          <Link href={itemAddress(item)}>{item.slug}</Link>{' '}
          <span class="muted small">
            {item.kind === 'skill' ? '' : `${item.kind}, `}
            {Math.round(item.similarity * 100)} % by {item.measure}
          </span>
        </li>
      ))}
    </ul>
  );
}
