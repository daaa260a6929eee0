import { expect, test } from 'vitest';
import { startedAgent } from './started-agent.js';

test.each([
  ['Task', { description: 'Look', prompt: 'x', subagent_type: 'reviewer' }, 'reviewer'],
  ['Agent', { subagent_type: 'plugin:reviewer' }, 'plugin:reviewer'],
  ['task', { subagent_type: 'reviewer' }, 'reviewer'],
  ['task', { agent_type: 'reviewer' }, 'reviewer'],
  ['agent', { subagent_type: 'reviewer' }, 'reviewer'],
  ['spawn_agent', { agent_type: 'reviewer', message: 'go' }, 'reviewer'],
  ['Task', { prompt: 'x' }, undefined],
  ['Task', { subagent_type: 5 }, undefined],
  ['Task', 'reviewer', undefined],
  ['Task', null, undefined],
  ['Bash', { subagent_type: 'reviewer' }, undefined],
  ['constructor', { subagent_type: 'reviewer' }, undefined],
])('%s with %j starts %s', (tool, args, expected) => {
  expect(startedAgent(tool, args)).toBe(expected);
});
