/*
 * A skill in a list, for as few tokens as will do: what is as usual is not said.
 */

import type { ListedSkill } from '../library/read/list.js';

type Row = Pick<ListedSkill, 'id' | 'name' | 'description' | 'state' | 'trusted'>;

export function skillRow({ id, name, description, state, trusted }: Row) {
  return {
    ...{ id, name, description },
    ...(state !== 'active' && { state }),
    ...(!trusted && { trusted }),
  };
}
