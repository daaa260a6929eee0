/*
 * A row of numbers as a tiny chart in one line of text, scaled to the largest number. Zero is always the lowest step and
 * everything else is above it, so a day without use differs from one with little.
 */

export function sparkline(values: readonly number[], { unicode }: { readonly unicode: boolean }): string {
  const steps = unicode ? '▁▂▃▄▅▆▇█' : '_.-:=+*#';
  const max = Math.max(0, ...values);
  const highest = steps.length - 1;
  return values.map((value) => steps.charAt(value > 0 ? Math.ceil((value / max) * highest) : 0)).join('');
}
