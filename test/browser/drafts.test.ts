import { expect } from 'vitest';
import { test } from './world.js';

test('a draft is read, corrected and published', async ({ team }) => {
  await team.publish('log-triage@1.0.0', { body: '# Steps\n\nRead the newest file.\n' });
  await team.propose(
    'log-triage',
    { body: '# Steps\n\nRead the rotated files too.\n' },
    { origin: 'evolver', notes: 'Two sessions missed a line.' },
  );
  const page = await team.visit('admin', '/drafts');
  await page.getByRole('table').getByRole('link', { name: 'log-triage' }).first().click();
  await page.getByText('Two sessions missed a line.').waitFor();
  await page.getByText('Read the rotated files too.').waitFor();
  const views = page.getByRole('navigation', { name: 'Views of the draft' });
  await views.getByRole('link', { name: 'Compare with 1.0.0' }).click();
  await page.getByText('Read the newest file.').waitFor();

  await views.getByRole('link', { name: 'Edit' }).click();
  const source = page.getByLabel('SKILL.md');
  await source.fill((await source.inputValue()).replace('too.', 'as well.'));
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as revision 2.').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish log-triage' });
  expect(await dialog.getByLabel('Version').inputValue()).toBe('1.0.1');
  await dialog.getByLabel('Version').fill('1.1.0');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published log-triage 1.1.0.').waitFor();
  const { data } = await team.ask('GET', '/v1/skills/log-triage/skill-md?preview=true');
  expect(data).toContain('Read the rotated files as well.');
  await page.goto('/drafts?state=published');
  await page.getByRole('table').getByRole('link', { name: 'log-triage' }).first().waitFor();
});

test('what somebody else saved meanwhile is not written over, and nothing typed is lost', async ({
  team,
}) => {
  const id = await team.propose('new-idea', { body: '# First\n' });
  const page = await team.visit('curator', `/drafts/${id}?tab=edit`);
  const source = page.getByLabel('SKILL.md');
  const first = await source.inputValue();
  await source.fill(`${first}\nmine\n`);
  await team.send('PATCH', `/v1/drafts/${id}`, { skill_md: `${first}\ntheirs\n` });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  expect(await source.inputValue()).toBe(`${first}\nmine\n`);
  await page.getByRole('button', { name: 'Discard mine, load theirs' }).click();
  await expect.poll(() => source.inputValue()).toBe(`${first}\ntheirs\n`);
});

test('notes that two people edit are not written over unread either', async ({ team }) => {
  const id = await team.propose('new-idea', {}, { notes: 'Old.' });
  const page = await team.visit('curator', `/drafts/${id}?tab=edit`);
  const notes = page.getByLabel('Notes');
  await notes.fill('Mine.');
  await team.send('PATCH', `/v1/drafts/${id}`, { notes: 'Theirs.' });
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByRole('alert').waitFor();
  expect(await team.ask('GET', `/v1/drafts/${id}`)).toMatchObject({ data: { notes: 'Theirs.' } });
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('Theirs.', { exact: true }).waitFor();
  expect(await notes.inputValue()).toBe('Mine.');
  await save.click();
  await page.getByText('Saved as revision 3.').waitFor();
  expect(await team.ask('GET', `/v1/drafts/${id}`)).toMatchObject({ data: { notes: 'Mine.' } });
});

test('a refused publish says why, and leaves the draft as it was', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const id = await team.propose('log-triage', { body: '# Other\n' });
  const page = await team.visit('curator', `/drafts/${id}`);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alert').getByText('does not own this item', { exact: false }).waitFor();
  expect(await team.ask('GET', `/v1/drafts/${id}`)).toMatchObject({ data: { state: 'pending' } });
});

test('a draft is discarded with a reason', async ({ team }) => {
  const id = await team.propose('new-idea');
  const page = await team.visit('curator', `/drafts/${id}`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('we have one');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Discarded the draft of new-idea.').waitFor();
  expect(await team.ask('GET', `/v1/drafts/${id}`)).toMatchObject({ data: { state: 'discarded' } });
});

test('whoever may decide about an item that a draft absorbs takes consent back and agrees on its page, and the old item leads to the new one', async ({
  team,
}) => {
  await team.publish('old-notes@1.0.0', { name: 'old-notes' });
  const id = await team.propose('new-notes', { name: 'new-notes' }, { absorbs: ['old-notes'] });
  const page = await team.visit('curator', `/drafts/${id}`);
  await page.getByRole('heading', { name: 'Absorbs' }).waitFor();
  await page.getByRole('button', { name: 'Take back for old-notes' }).click();
  await page.getByText('waits for the consent of', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Agree for old-notes' }).click();
  await page.getByRole('button', { name: 'Take back for old-notes' }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published new-notes', { exact: false }).waitFor();
  await page.goto(new URL('/skills/old-notes', page.url()).href);
  // It may be among the near items too.
  await page.getByRole('link', { name: 'new-notes', exact: true }).first().waitFor();
});
