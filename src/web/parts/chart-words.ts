/*
 * The figures and days of a chart in words. Days are UTC, as they are counted.
 */

import type { Figures } from './chart-bars.js';
import { counted } from './counted.js';

const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export function figuresText({ uses, views, downloads }: Figures): string {
  return [counted(uses, 'use'), counted(views, 'view'), counted(downloads, 'download')].join(', ');
}

/** Short enough for an axis. */
export function tickText(count: number): string {
  return compact.format(count);
}

export function dayText(day: string, how: 'short' | 'whole'): string {
  return (how === 'short' ? shortDay : wholeDay).format(Date.parse(day));
}
