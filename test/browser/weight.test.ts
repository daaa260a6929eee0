/*
 * What the pages weigh, and that nothing jumps while they load.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { furnish } from './furnished.js';
import { settled } from './settled.js';
import { test, webFolder } from './world.js';

/** What a page requests before anything is done; the rest comes with the page that needs it. */
test.each(['index.html', 'machine.html'])(
  'the scripts that %s loads first are below 150 KB, packed',
  (file) => {
    const html = readFileSync(join(webFolder, file), 'utf8');
    const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path);
    expect(scripts.length).toBeGreaterThan(1);
    const bytes = scripts.map((path) => gzipSync(readFileSync(join(webFolder, path))).length);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(150 * 1024);
  },
);

/** How far things that were shown have moved without anybody doing anything, as browsers score it. */
const shifts = `
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifted.push([value, ...sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 80))].join(' '));
  }).observe({ type: 'layout-shift', buffered: true });
`;

test.for([390, 1440])('at %i pixels nothing jumps while a page loads', async (width, { team }) => {
  const places = await furnish(team);
  const page = await team.visit('admin', '/tokens', { viewport: { width, height: 900 } });
  await page.addInitScript({ content: shifts });
  const jumps: string[] = [];
  for (const { name, path } of places) {
    await page.goto(path);
    await settled(page);
    const moved = await page.evaluate<readonly string[]>('window.shifted');
    const sum = moved.reduce((total, each) => total + Number.parseFloat(each), 0);
    if (sum >= 0.02) jumps.push(`${name}: ${moved.join('; ')}`);
  }
  expect(jumps).toEqual([]);
});
