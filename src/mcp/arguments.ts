/*
 * Arguments that several tools take. The limits are far above what makes sense, and keep what does not from being
 * looked for.
 */

import { z } from 'zod';

export const skillName = z.string().min(1).max(256).describe('Its name, or its id such as home:gif-search.');
export const query = z.string().max(500);
export const itemKind = z
  .enum(['skill', 'agent', 'command'])
  .default('skill')
  .describe('What it is; most are skills.');

export function limit(most: number, usual: number) {
  return z.int().min(1).max(most).default(usual);
}
