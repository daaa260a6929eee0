/*
 * Waiting until a page has all it asked for, by what it shows itself.
 */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('.loading, [aria-busy=true]').count()).toBe(0);
}

/** Whatever is folded is shown. */
export async function openDetails(page: Page): Promise<void> {
  await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
}
