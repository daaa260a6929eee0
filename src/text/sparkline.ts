/*
 * A row of numbers as a tiny chart in one line of text, scaled to the greatest of them. Nothing at all is always the
 * lowest step and something is always above it, so a day without use can be told from one with little.
 */

export function sparkline(values: readonly number[], { unicode }: { readonly unicode: boolean }): string {
  const steps = unicode ? '▁▂▃▄▅▆▇█' : '_.-:=+*#';
  const greatest = Math.max(0, ...values);
  const highest = steps.length - 1;
  return values
    .map((value) => steps.charAt(value > 0 ? Math.ceil((value / greatest) * highest) : 0))
    .join('');
}
