/*
 * `coppice pin`: a pinned skill is never archived; a frozen one is not edited by agents either.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { agentsOf, countedSkills, skillsOf } from '../../../app/import-usage.js';
import {
  type Adoption,
  adoptedSkills,
  adoptSkills,
  pinSkill,
  unadoptSkills,
  undeclaredSkills,
} from '../../../app/skill-facts.js';
import type { Library } from '../../../library/open-library.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import type { SkillEntry } from '../../../library/rules/entry.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { PinLevel } from '../../../usage/rules/record.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runPin(context: Context, input: Input<'pin'>): Promise<Report> {
  return await setPin(context, input.argument('name'), input.isOn('freeze') ? 'freeze' : 'pin');
}

/*
 * `coppice unpin`: the skill may be archived and edited again.
 */

export async function runUnpin(context: Context, input: Input<'unpin'>): Promise<Report> {
  return await setPin(context, input.argument('name'), 'none');
}

/*
 * Sets the level of a skill's pin. A pin in the frontmatter is the author's, and only an edit removes it.
 */

async function setPin(context: Context, name: string, pinLevel: PinLevel): Promise<Report> {
  const library = libraryOf(context);
  const skill = findSkillToChange(library, name);
  const entry = await pinSkill(context, library, skill, pinLevel);
  const done = { none: 'unpinned', pin: 'pinned', freeze: 'pinned and frozen' }[pinLevel];
  const still = pinLevel === 'none' && skill.pinned ? '; its frontmatter still pins it' : '';
  return {
    document: { id: skill.id, pinned: pinLevel !== 'none' || skill.pinned, pinLevel, entry },
    text: `${done} ${printable(skill.id)}${still}\n`,
  };
}

/*
 * `coppice adopt`: declares that skills were made by an agent, so that the curator may retire them. Their idle time
 * goes on.
 */

export async function runAdopt(context: Context, input: Input<'adopt'>): Promise<Report> {
  const library = libraryOf(context);
  const [dryRun, isUndo] = [input.isOn('dry-run'), input.isOn('undo')];
  const entries = chosen(context, library, input);
  const act = isUndo ? unadoptSkills : adoptSkills;
  const adoption = await act(context, library, entries, { dryRun });
  if (adoption.error !== null) throw adoption.error;
  const [first] = adoption.blocked;
  if (first !== undefined && input.argumentList('name').length > 0 && adoption.changed.length === 0)
    throw first.error;
  const { changed, blocked, undo } = adoption;
  const word = `${dryRun ? 'would ' : ''}${isUndo ? 'unadopt' : 'adopt'}${dryRun ? '' : 'ed'}`;
  return {
    document: {
      adopted: isUndo ? [] : changed,
      unadopted: isUndo ? changed : [],
      dryRun,
      blocked: blocked.map(({ id, error }) => ({ id, message: error.message })),
      undo,
    },
    text: changed.map((id) => `${word} ${printable(id)}\n`).join(''),
    notes: adoptNotes(adoption),
    exitCode: blocked.length > 0 ? 1 : 0,
  };
}

function adoptNotes({ changed, blocked, undo }: Adoption): string {
  const lines = [
    ...blocked.map(({ error }) => `not adopted: ${error.message}`),
    ...(changed.length === 0 && blocked.length === 0 ? ['nothing to change'] : []),
    ...(undo === null ? [] : [`undo with: coppice undo ${undo}`]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** The skills of a project are meant only by their names. */
function chosen(context: Context, library: Library, input: Input<'adopt'>): readonly SkillEntry[] {
  const names = input.argumentList('name');
  const [all, from, isUndo] = [input.isOn('all'), input.text('from'), input.isOn('undo')];
  if ([names.length > 0, all, from !== undefined].filter((given) => given).length !== 1)
    throw new CoppiceError('usage', 'adopt needs NAME..., --all or --from AGENT', {
      hint: 'coppice help adopt',
    });
  if (names.length > 0) return names.map((name) => findSkillToChange(library, name));
  const skills = skillsOf(library);
  const agent = agentsOf(context, library).find(({ name }) => name === from);
  const entries = from === undefined ? skills.entries : countedSkills(library, skills, agent);
  return isUndo ? adoptedSkills(library, entries) : undeclaredSkills(library, entries);
}
