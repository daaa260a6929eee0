/*
 * The scales of a chart of days: round, whole ticks for counts, and as many days with a label as there is room for.
 */

const tickCount = 5;

/** From 0 up to the first round number that holds `most`; at least up to 1, so that an empty chart has an axis too. */
export function valueTicks(most: number): readonly number[] {
  const step = roundStep(most / tickCount);
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

const daySteps = [1, 2, 7, 14, 28, 56, 91, 182];

/** The places of the days that get a label, the last day always among them. */
export function dayTicks(dayCount: number, room: number): readonly number[] {
  const step = daySteps.find((days) => Math.ceil(dayCount / days) <= room) ?? dayCount;
  const places = Array.from({ length: dayCount }, (_, index) => index);
  return places.filter((index) => (dayCount - 1 - index) % step === 0);
}

/** The day under a point of the plot, `part` being how far along it is, from 0 to 1. */
export function dayAt(part: number, dayCount: number): number {
  return Math.max(0, Math.min(dayCount - 1, Math.floor(part * dayCount)));
}
