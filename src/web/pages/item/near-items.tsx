/*
 * Published items that say the same as the one on this page, below its text: whoever is about to choose or to
 * change one should know of the others.
 */

import type { NearItem } from '../../../registry/api/item.js';
import { Section } from '../../parts/page.js';
import { type ItemName, itemAddress } from '../../rules/address.js';
import { Link } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

/** Nothing where there are none, and while they are looked for: the page is complete without them. */
export function NearItems({ name }: { readonly name: ItemName }) {
  const { api } = useSession();
  const { slug, kind } = name;
  const { value = [], error } = useAnswer(`near ${kind} ${slug}`, (signal) =>
    api.get('/v1/skills/{slug}/near', { params: { slug }, query: { kind }, signal }),
  );
  const sure = value.filter((one) => one.sure);
  const maybe = value.filter((one) => !one.sure);
  if (error !== undefined || value.length === 0) return null;
  return (
    <div class="shown-others">
      <Section title="Near items">
        <p class="muted">
          {sure.length > 0
            ? 'They say the same. Consider one of them, or propose a draft that absorbs the others.'
            : 'They may say the same. Compare them before you change one.'}
        </p>
        <ul class="shown-near">
          {[...sure, ...maybe].map((one) => (
            <NearLine key={one.slug} near={one} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function NearLine({ near }: { readonly near: NearItem }) {
  return (
    <li>
      <Link href={itemAddress(near)}>{near.slug}</Link>{' '}
      <span class="muted small">
        {near.sure ? '' : 'maybe, '}
        {Math.round(100 * near.score)} %
      </span>
      <div dir="auto">{near.description}</div>
    </li>
  );
}
