/*
 * The story, in order.
 */

import type { Chapter } from './chapter.js';
import { count } from './chapters/count.js';
import { find } from './chapters/find.js';
import { improve } from './chapters/improve.js';
import { observe } from './chapters/observe.js';
import { setAside } from './chapters/set-aside.js';
import { share } from './chapters/share.js';

export const chapters: readonly Chapter[] = [find, count, observe, improve, setAside, share];
