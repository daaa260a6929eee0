/*
 * The most used items, each with a bar that shows its use relative to the first.
 */

import type { TopItem } from '../../../registry/api/routes/usage.js';
import { Pill } from '../../parts/facts.js';
import { Empty } from '../../parts/states.js';
import { itemAddress } from '../../rules/address.js';
import { series, stackOf } from '../../rules/chart.js';
import { countText } from '../../rules/wording.js';
import { Link } from '../../state/navigation.js';

export function TopItems({ items }: { readonly items: readonly TopItem[] }) {
  if (items.length === 0) return <Empty title="Nothing was used in this period" />;
  const max = Math.max(...items.map(({ total }) => total));
  return (
    <div class="table-wrap">
      <table class="usage-top">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" class="number">
              Total
            </th>
            {series.map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.kind}/${item.slug}`}>
              <td>
                <Link href={itemAddress(item)}>{item.slug}</Link>{' '}
                {item.kind !== 'skill' && <Pill word={item.kind} />}
                <Share item={item} max={max} />
              </td>
              <td class="number">
                <b>{countText(item.total)}</b>
              </td>
              {series.map((name) => (
                <td key={name} class="number" data-label={name}>
                  {countText(item[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ item, max }: { readonly item: TopItem; readonly max: number }) {
  const stack = stackOf(item);
  return (
    <svg class="usage-share" viewBox={`0 0 ${max} 1`} preserveAspectRatio="none" aria-hidden="true">
      {series.map((name) => {
        const { from, to } = stack[name];
        return <rect key={name} class={name} x={from} width={to - from} height={1} />;
      })}
    </svg>
  );
}
