/*
 * The home of the walk: of somebody who used several agents for a year and never cleaned up.
 */

import { hostilePackages } from './hostile.js';
import { type HomeWishes, type PlannedHome, planHome } from './plan.js';

export const walkWishes: HomeWishes = {
  skills: 150,
  hostile: hostilePackages().slice(0, 5),
  broken: 15,
  copies: 10,
  fixedFailures: 3,
  unused: 60,
  sessions: 90,
};

export function walkedHome(): PlannedHome {
  return planHome(4, walkWishes);
}
