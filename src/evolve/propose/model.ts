/*
 * The model that the user configured: a command, else an endpoint, else none.
 */

import type { DraftModel } from './draft-part.js';
import { failed, type ModelSettings } from './model-answer.js';
import { askCommand } from './model-command.js';
import { askEndpoint } from './model-endpoint.js';

export function configuredModel(settings: ModelSettings): DraftModel {
  const { command, endpoint, name } = settings;
  if (command.length > 0) {
    const program = typeof command === 'string' ? command : (command[0] ?? '');
    return { name: program, ask: (prompt) => askCommand(settings, prompt) };
  }
  if (endpoint !== '') return { name, ask: (prompt) => askEndpoint(settings, prompt) };
  const missing =
    'no model is configured: set evolve.model_endpoint and evolve.model_name, or evolve.model_command';
  return { name: '', ask: () => Promise.resolve(failed(missing)) };
}
