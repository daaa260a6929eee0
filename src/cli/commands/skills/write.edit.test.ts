import { expect, test } from 'vitest';
import { contextWith } from '../../../app/context.world.js';
import { skillLibraryOf } from '../../../app/skill-library.js';
import { memoryFiles } from '../../../system/disk/memory-disk.js';
import { inputOf } from '../../frame/command.world.js';
import { runEdit } from './write.js';

const skillFile = '/user/.coppice/skills/notes/SKILL.md';

/** A machine with the skill `notes`, and what becomes of it in an editor. */
async function editedBy(editor: string) {
  const files = memoryFiles();
  const context = contextWith({ files, columns: 80, environment: { EDITOR: editor } });
  const input = inputOf('edit', 'notes');
  const library = skillLibraryOf(context);
  await library.create({ name: 'notes', description: 'Take notes.', body: 'Write it down.\n' });
  const text = (path: string) => new TextDecoder().decode(files.read(path)?.bytes);
  const actions = () => library.history().entries.map(({ action }) => action);
  return { files, text, actions, usage: library.reading.usage, answer: runEdit(context, input) };
}

test('what was typed in the editor is the new SKILL.md', async () => {
  const { answer, text, actions } = await editedBy("sed -i 's/down/up/'");
  expect(await answer).toMatchObject({ document: { id: 'home:notes', path: skillFile } });
  expect(text(skillFile)).toContain('Write it up.');
  expect(actions()).toEqual(['create', 'edit']);
});

test('an editor that is left without a change changes and counts nothing', async () => {
  const { answer, actions, usage } = await editedBy('true');
  expect(await answer).toMatchObject({ document: { entry: null }, text: 'nothing was changed\n' });
  expect(actions()).toEqual(['create']);
  expect(usage.get('home:notes')).toMatchObject({ patchCount: 0, lastActivityAt: 0 });
});

test('what is refused is saved for its writer, and the error says where', async () => {
  const { answer, text } = await editedBy("sed -i 's/^---$/+++/; s/down/carefully/'");
  const error = await answer.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'would-break-skill',
    hint: expect.stringMatching(/your text is in (\S+); .* coppice edit home:notes --content-file \1$/),
  });
  const [kept = ''] = /\/\S+\.md/.exec(String(Object(error).hint)) ?? [];
  expect(text(kept)).toContain('Write it carefully.');
  expect(text(skillFile)).toContain('Write it down.');
});
