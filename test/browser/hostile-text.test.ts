/*
 * Everything that anybody can write into the registry is shown to others. Here every field of it tries to be more than text:
 * what runs, is fetched or is refused by the page's policy is seen by the watch on every visit (visit.ts), and what became an
 * element without doing anything is looked for on every page.
 */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openDetails, settled } from './settled.js';
import type { Team } from './team.js';
import { test } from './world.js';

/** Short enough for every field. */
const hostile = (where: string) => `"'><img src=x onerror=tripped.push('${where}')>`;

const hostileMarkdown = `
# <script>tripped.push('heading')</script>

<script>tripped.push('script')</script>
<img src=x onerror="tripped.push('img')"> <svg onload="tripped.push('svg')"></svg>
<iframe src="javascript:parent.tripped.push('iframe')" srcdoc="<script>parent.tripped.push('srcdoc')</script>"></iframe>
<style>body { background: url(http://127.0.0.1:9/style) }</style>
<a href="javascript:tripped.push('a')" onclick="tripped.push('onclick')">press</a>
<details open ontoggle="tripped.push('toggle')">x</details>
<form action="http://127.0.0.1:9/form"><input name="csrf"><button>send</button></form>

[plain](javascript:tripped.push('link')) [mixed](JaVaScRiPt:tripped.push('mixed'))
[entity](&#106;avascript:tripped.push('entity')) [tab](java&#9;script:tripped.push('tab'))
[data](data:text/html,<script>parent.tripped.push('data')</script>) [vb](vbscript:tripped)
[quoted](http://127.0.0.1:9/"onmouseover="tripped.push('quoted')) [file](file:///etc/passwd)
[titled](http://127.0.0.1:9/ "'\\"><img src=x onerror=tripped.push('title')>")
[host](//127.0.0.1:9/host) [up](../../../../v1/auth/logout) [ref][r] <javascript:tripped.push('auto')>

[r]: javascript:tripped.push('reference')

![remote](http://127.0.0.1:9/pixel.png) ![script](javascript:tripped.push('image')) ![inline](data:image/svg+xml,<svg/onload=tripped>)
![x](x"onerror="tripped.push('attribute'))

| <img src=x onerror=tripped.push('cell')> | b |
|:--|--:|
| \`<img src=x onerror=tripped.push('code')>\` | c |

\`\`\`html"><img src=x onerror=tripped.push('fence')>
<script>tripped.push('fenced')</script>
\`\`\`

&lt;img src=x onerror=tripped.push('escaped')&gt; &#60;script&#62;tripped.push('numeric')&#60;/script&#62;
`;

/** Nothing but what the app itself puts there, and no link to anywhere that is not a page. */
async function expectOnlyText(page: Page, where: string): Promise<void> {
  const found = await page.evaluate<readonly string[]>(`[
    ...[...document.querySelectorAll(
      'img[src="x"], img[src*="127.0.0.1:9"], script:not([src]), iframe, object, embed, base, #app style, [onerror], [onload], [onclick]'
    )].map((element) => element.outerHTML),
    ...[...document.querySelectorAll('a[href]')]
      .filter(({ protocol }) => !['http:', 'https:', 'mailto:'].includes(protocol))
      .map((link) => link.outerHTML),
  ]`);
  expect(found, where).toEqual([]);
}

async function fill(team: Team): Promise<readonly string[]> {
  const quoted = (where: string) => JSON.stringify(hostile(where));
  const sketch = (body: string) => ({
    name: quoted('name'),
    description: quoted('description'),
    tags: [quoted('tag')],
    more: [
      `when_to_use: ${quoted('when')}`,
      `author: ${quoted('author')}`,
      `${quoted('key')}: ${quoted('value')}`,
    ].join('\n'),
    body,
    files: {
      'references/notes.md': hostileMarkdown,
      [`references/it's &lt;b&gt; #1.html`]: '<script>parent.tripped.push("file")</script>',
      'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="tripped.push(\'svg file\')"/>',
    },
  });
  await team.ago(300, async () => {
    await team.publish('bad@1.0.0', sketch('# One\n'));
    await team.publish('worse@1.0.0', sketch('# One\n'));
  });
  await team.publish('bad@2.0.0', sketch(hostileMarkdown));
  await team.send('POST', '/v1/skills/bad/versions/1.0.0/yank', { reason: hostile('yank') });
  await team.send('POST', '/v1/skills/bad/deprecate', {
    message: hostile('deprecate'),
    replacement: 'worse',
  });
  await team.send('POST', '/v1/skills/bad/flag', { reason: hostile('flag') });
  await team.send('POST', '/v1/skills/worse/archive', { reason: hostile('archive') });
  const draft = await team.propose('bad', sketch(hostileMarkdown), { notes: hostile('notes') });
  await team.send('PATCH', `/v1/drafts/${draft}`, { description: hostile('draft') });
  const typed = encodeURIComponent(hostile('address'));
  return [
    ...['/', '/?state=flagged', '/?state=archived', `/?query=${typed}&tags=${typed}&cursor=${typed}`],
    ...['', '?tab=files', '?tab=versions', '?tab=dependencies', '?tab=usage', '?tab=scan'].map(
      (tab) => `/skills/bad${tab}`,
    ),
    `/skills/bad?tab=files&file=${encodeURIComponent("references/it's &lt;b&gt; #1.html")}`,
    ...['/skills/bad?tab=files&file=picture.svg', '/skills/bad?tab=files&file=references/notes.md'],
    ...[`/skills/bad?tab=${typed}&version=${typed}&kind=${typed}`, `/skills/${typed}`],
    '/skills/bad/compare?from=1.0.0&to=2.0.0',
    ...['/graveyard', '/graveyard?list=archived', `/graveyard?days=${typed}&kind=${typed}`],
    ...['/usage', `/usage?days=${typed}`, '/drafts', '/drafts?state=all', `/drafts?state=${typed}`],
    ...['', '?tab=edit', '?tab=published', '?tab=revisions'].map((tab) => `/drafts/${draft}${tab}`),
    ...['/audit', `/audit?action=${typed}`, '/tokens', `/${typed}`, `/sign-in?back=${typed}`],
    ...['/sign-in?back=javascript:tripped.push(1)', `/sign-in#copl_${typed}`],
  ];
}

test('the payloads would run on a page that lets them', async ({ world }) => {
  const page = await world.browser.newPage();
  await page.setContent(`<script>tripped = []</script>${hostile('field')}${hostileMarkdown}`);
  await expect
    .poll(() => page.evaluate<readonly string[]>('tripped'))
    .toEqual(expect.arrayContaining(['field', 'script', 'img', 'svg', 'heading', 'fenced']));
  await page.close();
});

test('no text is ever more than text, on any page', async ({ team }) => {
  const paths = await fill(team);
  const page = await team.visit('admin', '/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill(hostile('token'));
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await openDetails(page);
    await expectOnlyText(page, path);
  }
  await page.goto('/tokens');
  await page.getByText(hostile('token')).first().waitFor();
});

test('a SKILL.md is shown without what it tried, and reads on', async ({ team }) => {
  await team.publish('bad@1.0.0', {
    body: `${hostileMarkdown}\n## The end\n\n[a page](https://example.com/)\n`,
  });
  const page = await team.visit('viewer', '/skills/bad');
  await page.getByRole('heading', { name: 'The end' }).waitFor();
  const link = page.getByRole('link', { name: 'a page' });
  expect(await link.getAttribute('rel')).toContain('noreferrer');
  const text = page.locator('.markdown');
  for (const name of ['plain', 'mixed', 'entity', 'tab', 'data', 'vb', 'file', 'host', 'up', 'ref'])
    expect(await text.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  expect(await text.locator('img, svg, iframe, style, form, details').count()).toBe(0);
  await page.getByText("<script>tripped.push('script')</script>").waitFor();
});

test('what is answered as a file is never a page of ours', async ({ team }) => {
  await team.publish('bad@1.0.0', { files: { 'page.html': '<script>tripped.push(1)</script>' } });
  const page = await team.visit('viewer', '/');
  const answer = await page.request.get('/v1/skills/bad/files/page.html');
  expect(answer.headers()).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect(answer.headers()['content-type']).not.toContain('html');
});
