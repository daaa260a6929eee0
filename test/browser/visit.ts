/*
 * One person's browser: a context of its own, and an eye on everything that must never happen on a page, whatever a test is
 * about: errors, dialogs, breaches of the page's policy, requests to other hosts, and scripts out of somebody's text.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Says what happened that must not. */
  close(): Promise<readonly string[]>;
}

export interface VisitOptions extends BrowserContextOptions {
  readonly baseURL: string;
  /** Other sites that the person may come to. */
  readonly others?: readonly string[];
}

/** Runs before anything of the page does. Payloads of hostile text add to `tripped`. */
const tripwires = `
  window.tripped = [];
  window.breaches = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.breaches.push(violatedDirective + ' ' + blockedURI),
  );
`;

export async function openVisit(
  browser: Browser,
  { others = [], ...options }: VisitOptions,
  now: number,
): Promise<Visit> {
  // A colour on its way to another one is not what a person sees.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(20_000);
  // The page must agree with the server on what day it is.
  await context.clock.setFixedTime(now);
  await context.addInitScript({ content: tripwires });
  const troubles = watched(context, [options.baseURL, ...others]);
  return {
    context,
    page: await context.newPage(),
    close: async () => {
      const inside = await Promise.all(context.pages().map(troublesInside));
      await context.close();
      return [...troubles, ...inside.flat()];
    },
  };
}

function watched(context: BrowserContext, allowed: readonly string[]): readonly string[] {
  const troubles: string[] = [];
  context.on('request', (request) => {
    const asked = request.url();
    const isExpected = allowed.some((url) => asked.startsWith(`${url}/`)) || asked.startsWith('data:');
    if (!isExpected) troubles.push(`request to ${asked}`);
  });
  context.on('dialog', async (dialog) => {
    // The question before unsaved text is left is the one that a page may bring about.
    const isOwn = dialog.type() === 'beforeunload' || dialog.message().startsWith('Your changes');
    if (!isOwn) troubles.push(`dialog: ${dialog.message()}`);
    await dialog.accept();
  });
  context.on('weberror', (error) => troubles.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    // A refusal is shown by the page; that the browser notes it as well is no trouble.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) troubles.push(`console: ${message.text()}`);
  });
  return troubles;
}

async function troublesInside(page: Page): Promise<readonly string[]> {
  const tripped = await page.evaluate<readonly string[]>('window.tripped');
  const breaches = await page.evaluate<readonly string[]>('window.breaches');
  return [
    ...tripped.map((payload) => `ran ${payload}`),
    ...breaches.map((breach) => `against the policy: ${breach}`),
  ];
}
