/*
 * Authors, each with skills that nobody else writes to but the evolver. What was acknowledged is what the skill must be;
 * after a kill it must be the old one or the new one, and the author goes on from what it finds.
 */

import { join } from 'node:path';
import type { Counters } from './counters.js';
import type { Random } from './random.js';
import { differenceOnDisk, newSkill, renamed, type SkillState } from './skill-state.js';
import type { Outcome, World } from './world.js';

export interface Authored {
  /** What it was created as; what is counted for it is kept by this name. */
  readonly key: string;
  state: SkillState;
  /** The last change that can be taken back. */
  last: { readonly entry: string; readonly before: SkillState } | undefined;
}

export interface Author {
  readonly skills: readonly Authored[];
  /** Ids of the entries that were acknowledged. */
  readonly entries: ReadonlySet<string>;
  work(): Promise<void>;
  /** One last change, which nobody kills. */
  rest(): Promise<void>;
}

/** A refusal that leaves everything as it was, and that others at work explain. */
const expectedRefusals = ['lock-busy', 'changed-since', 'changed-on-disk'];

export function newAuthor(name: string, world: World, counters: Counters, random: Random): Author {
  const { journal } = world;
  const root = join(world.home, 'skills');
  const skills: Authored[] = [];
  const entries = new Set<string>();
  const helper = `helper-${name}`;
  let number = 0;
  const acknowledged = (outcome: Outcome) =>
    outcome.kind === 'done' ? String(outcome.document['entry']) : undefined;

  async function attempt(skill: Authored, words: readonly string[], after: SkillState): Promise<void> {
    const before = skill.state;
    const outcome = await world.run(words, { danger: random });
    const verb = words[0] ?? '';
    if (['patch', 'write-file', 'remove-file'].includes(verb) && outcome.kind !== 'refused')
      counters.add(skill.key, 'patchCount', outcome.kind === 'done' ? 'acknowledged' : 'unknown');
    if (outcome.kind === 'killed') return settle(skill, before, after);
    journal.check(
      'authors are only refused for a reason',
      outcome.kind === 'done' || expectedRefusals.includes(outcome.code),
      () => `coppice ${words.join(' ')}: ${outcome.kind === 'refused' ? outcome.text : ''}`,
    );
    const entry = acknowledged(outcome);
    if (entry === undefined) return;
    entries.add(entry);
    skill.state = after;
    skill.last = verb === 'undo' ? undefined : { entry, before };
    // The lock was given back, so the curator or evolver may be at it, but nobody changes what is looked at here.
    const difference = differenceOnDisk(root, after);
    journal.check('what was acknowledged is on disk', difference === undefined, () => difference ?? '');
  }

  /** The next writing verb finishes or takes back what was interrupted. */
  async function settle(skill: Authored, before: SkillState, after: SkillState): Promise<void> {
    await touchHelper();
    const isAfter = differenceOnDisk(root, after) === undefined;
    const difference = differenceOnDisk(root, before);
    journal.check(
      'a killed change is old or new',
      isAfter || difference === undefined,
      () => `${difference}; ${differenceOnDisk(root, after)}`,
    );
    skill.state = isAfter ? after : before;
    skill.last = undefined;
  }

  async function touchHelper(): Promise<void> {
    number += 1;
    const outcome = await world.run(['write-file', helper, 'references/count.md', '--content', `${number}`]);
    journal.check('a writing verb heals', outcome.kind === 'done', () => JSON.stringify(outcome));
  }

  async function create(): Promise<void> {
    number += 1;
    const key = `${name}-${number}`;
    const state = newSkill(key, 'mark-0.');
    const skill: Authored = { key, state: { ...state, place: 'gone' }, last: undefined };
    skills.push(skill);
    const about = ['--description', `Does ${key}.`, '--body', 'mark-0.', '--by', 'agent'];
    await attempt(skill, ['create', key, ...about], state);
  }

  async function change(skill: Authored): Promise<void> {
    const { state, last } = skill;
    const text = state.files['SKILL.md'] ?? '';
    const mark = /mark-\d+\./.exec(text)?.[0] ?? '';
    number += 1;
    const next = `mark-${number}.`;
    const path = `references/${random.below(3)}.md`;
    if (last !== undefined && random.chance(0.2)) return attempt(skill, ['undo', last.entry], last.before);
    if (state.place === 'archived')
      return attempt(skill, ['restore', state.name], { ...state, place: 'active' });
    switch (random.below(7)) {
      case 0:
        return attempt(skill, ['archive', state.name], { ...state, place: 'archived' });
      case 1: {
        const newName = `${skill.key}-r${number}`;
        return attempt(skill, ['rename', state.name, newName], renamed(state, newName));
      }
      case 2:
      case 3: {
        const files = { ...state.files, [path]: next };
        return attempt(skill, ['write-file', state.name, path, '--content', next], { ...state, files });
      }
      case 4: {
        if (state.files[path] === undefined) return;
        const { [path]: _, ...files } = state.files;
        return attempt(skill, ['remove-file', state.name, path], { ...state, files });
      }
      default: {
        const files = { ...state.files, 'SKILL.md': text.replace(mark, next) };
        const words = ['patch', state.name, '--find', mark, '--replace', next];
        return attempt(skill, words, { ...state, files });
      }
    }
  }

  return {
    skills,
    entries,
    rest: touchHelper,
    work: async () => {
      if (number === 0) {
        const made = await world.run(['create', helper, '--description', 'Heals.', '--by', 'user']);
        journal.check('a helper is made', made.kind === 'done', () => JSON.stringify(made));
        number += 1;
      }
      const there = skills.filter(({ state }) => state.place !== 'gone');
      const [first, ...others] = there;
      if (first === undefined || (there.length < 12 && random.chance(0.1))) await create();
      else await change(random.pick([first, ...others]));
    },
  };
}
