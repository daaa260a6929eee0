/*
 * Everything that changes a skill, through the one way that skills are written. Its parameters are one flat list,
 * because many clients understand no other schema; which of them an action takes is said once, in a table.
 */

import { z } from 'zod';
import type { SkillLibrary } from '../../library/skill-library.js';
import type { Written } from '../../library/write/author-result.js';
import { CoppiceError } from '../../text/errors.js';
import { skillName, tool } from './tool.js';

const text = z.string().optional();

const takes = z.strictObject({
  action: z.enum(['create', 'edit', 'patch', 'write_file', 'remove_file', 'delete']),
  name: skillName,
  description: text.describe('create: what it does and when to use it, at most 1024 characters.'),
  body: text.describe('create: the instructions, in Markdown, without frontmatter.'),
  category: text.describe('create: the folder to put it in.'),
  content: text.describe('edit: the whole new SKILL.md; write_file: the text of the file.'),
  find: text.describe('patch: the text to replace, which must occur exactly once.'),
  replace: text.describe('patch: what to put there.'),
  all: z.boolean().optional().describe('patch: replace every occurrence.'),
  file: z
    .string()
    .max(1_024)
    .optional()
    .describe('write_file, remove_file, patch: below references/, templates/, scripts/ or assets/.'),
  expectedSha256: text.describe('Refuse unless the file still has this hash, as shown by skill_view.'),
  reason: text.describe('For the history.'),
});

type Given = z.output<typeof takes>;
type Action = Given['action'];
type Parameter = Exclude<keyof Given, 'action' | 'name'>;

interface Taken {
  readonly needs: readonly Parameter[];
  readonly may: readonly Parameter[];
}

const takenBy: Readonly<Record<Action, Taken>> = {
  create: { needs: ['description'], may: ['body', 'category'] },
  edit: { needs: ['content'], may: ['expectedSha256', 'reason'] },
  patch: { needs: ['find', 'replace'], may: ['all', 'file', 'expectedSha256', 'reason'] },
  write_file: { needs: ['file', 'content'], may: ['expectedSha256', 'reason'] },
  remove_file: { needs: ['file'], may: ['expectedSha256', 'reason'] },
  delete: { needs: [], may: ['reason'] },
};

export const skillManage = tool({
  name: 'skill_manage',
  title: 'Write skills',
  description:
    'Create a skill, or change one: edit (the whole SKILL.md), patch (a piece of it), write_file, remove_file, delete (which archives it). Every change is recorded in a history and can be undone.',
  takes,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  run: async (context, given) => {
    refuseMisfits(given);
    return await manage(await context.openLibrary(), given);
  },
});

async function manage(library: SkillLibrary, given: Given): Promise<object> {
  const { name, description = '', content = '', find = '', replace = '', file = '' } = given;
  const options = { by: 'agent', expectedSha256: given.expectedSha256, reason: given.reason } as const;
  switch (given.action) {
    case 'create': {
      const { body, category } = given;
      const { similar, ...written } = await library.create({ name, description, body, category }, options);
      const others = similar.map(({ id }) => id);
      if (others.length === 0) return done(written, 'write_file adds files that its text refers to.');
      return {
        ...done(written, 'The skills in similar do much the same: consider patching one of them instead.'),
        similar: others,
      };
    }
    case 'edit':
      return done(await library.edit(name, content, options));
    case 'patch':
      return done(
        await library.patch(name, { find, replace, all: given.all ?? false, file: given.file }, options),
      );
    case 'write_file':
      return done(
        await library.writeFile(name, file, content, options),
        'Say in the SKILL.md when to read it.',
      );
    case 'remove_file':
      return done(await library.removeFile(name, file, options));
    case 'delete':
      return done(await library.archive(name, options), 'Nothing was lost: skill_restore restores it.');
    default:
      return given.action satisfies never;
  }
}

function done({ id, path, entry, sha256 }: Written, hint?: string) {
  const undo = `\`coppice undo ${entry}\` undoes it.`;
  return { id, path, sha256, entry, hint: hint === undefined ? undo : `${hint} ${undo}` };
}

function refuseMisfits(given: Given): void {
  const { needs, may } = takenBy[given.action];
  const missing = needs.find((parameter) => given[parameter] === undefined);
  const foreign = [...parameters].find(
    (parameter) => given[parameter] !== undefined && ![...needs, ...may].includes(parameter),
  );
  if (missing === undefined && foreign === undefined) return;
  const fault = missing === undefined ? `takes no ${foreign}` : `needs ${missing}`;
  const optional = may.length === 0 ? '' : `, and perhaps ${may.join(', ')}`;
  throw new CoppiceError('bad-value', `${given.action} ${fault}`, {
    hint: `${given.action} takes: ${['name', ...needs].join(', ')}${optional}`,
  });
}

const parameters = new Set(Object.values(takenBy).flatMap(({ needs, may }) => [...needs, ...may]));

/*
 * Restores a skill from the archive.
 */

export const skillRestore = tool({
  name: 'skill_restore',
  title: 'Restore a skill',
  description:
    'Restore an archived skill, with the same content at the same path. skills_search with archived finds archived skills.',
  takes: z.strictObject({
    name: skillName,
    as: z.string().max(64).optional().describe('Another name, if its own is taken.'),
    reason: z.string().optional().describe('For the history.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  run: async (context, { name, ...options }) => {
    const library = await context.openLibrary();
    const { id, path, sha256, entry } = await library.restore(name, { by: 'agent', ...options });
    return { id, path, sha256, entry, hint: 'skill_view with its id opens it.' };
  },
});
