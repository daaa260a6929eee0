/*
 * A value of the configuration as it would be typed. The settings that skills declare may be secrets, so only their names are
 * shown.
 */

import { isTable } from '../../text/shape.js';

export function configValueText(name: string, value: unknown): string {
  if (name === 'skills' && isTable(value)) return Object.keys(value).join(', ') || '{}';
  return JSON.stringify(value);
}
