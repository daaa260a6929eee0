import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { noEvidence } from '../evidence.js';
import { isReportPage, reportPage } from './html.js';
import { evidenceReport } from './report.js';
import { sampleNow, sampleWeek } from './sample-evidence.fixture.js';

const page = reportPage(sampleWeek);

function tags(text: string): readonly string[] {
  return text.match(/<[^>]*>/g) ?? [];
}

test('it needs nothing else, and its policy allows nothing but its own style', () => {
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(page) ?? [];
  const styleHash = createHash('sha256').update(style).digest('base64');
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy?.replaceAll('&#39;', "'")).toBe(
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`,
  );
  expect(style).not.toMatch(/url\(|@import/);
  expect(tags(page).join('')).not.toMatch(/<(script|link|img|iframe|object|base)| (src|href|style|on\w+)=/);
});

test('every tag that is opened is closed, in order', () => {
  const open: string[] = [];
  for (const tag of tags(page.replace(/<!doctype html>|<style>.*<\/style>/gs, ''))) {
    const [, name = ''] = /^<\/?(\w+)/.exec(tag) ?? [];
    if (tag.startsWith('</')) expect(open.pop()).toBe(name);
    else if (!tag.endsWith('/>') && name !== 'meta') open.push(name);
  }
  expect(open).toEqual([]);
});

test('names and references are unique and complete', () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const named = [...page.matchAll(/ aria-labelledby="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
  expect(new Set(ids).size).toBe(ids.length);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

test('every chart has a name, an axis, and its values as a table', () => {
  const charts = page.match(/<svg class="chart".*?<\/svg>/gs) ?? [];
  expect(charts.map((chart) => /<title[^>]*>([^<]*)/.exec(chart)?.[1])).toEqual([
    'Skill loads, per day',
    'Tool calls, per day',
    'Stated errors, per day',
  ]);
  expect(charts.map((chart) => [...chart.matchAll(/"upright"[^>]*>(\d+)/g)].map(([, tick]) => tick))).toEqual(
    [
      ['0', '1', '2'],
      ['0', '4', '8'],
      ['0', '1', '2'],
    ],
  );
  expect(charts.every((chart) => chart.match(/<rect/g)?.length === sampleWeek.days.length)).toBe(true);
  const rows = page.slice(page.indexOf('id="days"')).matchAll(/<th scope="row"[^>]*>(\d{4}-\d\d-\d\d)</g);
  const days = [...rows].map(([, day]) => day);
  expect(days).toEqual(days.toSorted().reverse());
  expect(days.length).toBeGreaterThan(1);
  const tables = page.match(/<table>/g)?.length;
  expect(tables).toBe(6);
  expect(page.match(/<table><caption>[^<]+<\/caption>/g)).toHaveLength(6);
});

test('an empty report says how to collect evidence', () => {
  const empty = reportPage(evidenceReport(noEvidence, { now: sampleNow, days: 7 }));
  expect(empty).toContain('<code>coppice evidence backfill</code>');
  expect(empty).not.toContain('<table');
});

test('what a person can act on comes first', () => {
  const headings = [...page.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title);
  expect(headings.slice(0, 4)).toEqual(['Episodes', 'What fails', 'What users corrected', 'Skills']);
  expect(page).toContain(
    '<li><code>npm publish</code> fails with <q>npm ERR! 403 Forbidden</q> (1 session of <code>home:deploy</code>). No fix was seen.</li>',
  );
});

test('a report page is recognised, and other pages are not', () => {
  expect(isReportPage(page)).toBe(true);
  expect(['', '<!doctype html>\n<html lang="en">', ` ${page}`].map(isReportPage)).toEqual([
    false,
    false,
    false,
  ]);
});
