/*
 * What the injection family can find. A skill is meant to instruct an agent; these are the orders that no user would
 * sign: against earlier instructions, against the user's eyes, against the asking of leave.
 */

import type { ScanRule } from '../../findings/rule.js';

export type InjectionRule =
  | 'override'
  | 'role-tag'
  | 'concealment'
  | 'no-asking'
  | 'unsafe-mode'
  | 'authority'
  | 'spread'
  | 'link-exfiltration'
  | 'tool-poisoning'
  | 'remote-orders'
  | 'prompt-leak';

export const injectionRules: Readonly<Record<InjectionRule, ScanRule>> = {
  override: {
    id: 'injection/override',
    family: 'injection',
    title: 'Orders to ignore earlier instructions',
    severity: 'critical',
    why: 'What the user and the system asked for is set aside, and the skill decides alone.',
    instead: 'Say what the skill does and when; it never needs to cancel what others said.',
  },
  'role-tag': {
    id: 'injection/role-tag',
    family: 'injection',
    title: 'Text dressed as a system or user message',
    severity: 'high',
    why: 'Tags of chat formats make a passage of the skill look like the voice of the system or of the user.',
    instead: 'Write plain Markdown; show chat formats in a code fence.',
  },
  concealment: {
    id: 'injection/concealment',
    family: 'injection',
    title: 'Orders to hide something from the user',
    severity: 'high',
    why: 'What the user is not told, the user cannot stop.',
    instead: 'Say what may be left out as noise, and let the user see every action.',
  },
  'no-asking': {
    id: 'injection/no-asking',
    family: 'injection',
    title: 'Orders to act without asking, or to grant permissions',
    severity: 'medium',
    why: 'The moment in which the user could refuse is taken away.',
    instead: 'Name the steps that need no question, and keep the question before those that change things.',
  },
  'unsafe-mode': {
    id: 'injection/unsafe-mode',
    family: 'injection',
    title: 'Orders to drop safety rules or restrictions',
    severity: 'high',
    why: 'An agent without its safeguards does what the next order says, whoever gives it.',
    instead: 'Name the one safeguard that is in the way, and have the user change it.',
  },
  authority: {
    id: 'injection/authority',
    family: 'injection',
    title: 'Claims to speak with higher authority',
    severity: 'high',
    why: 'A text that claims to come from the maker of the model, or to outrank the user, asks for trust it lacks.',
    instead: 'Give reasons instead of rank.',
  },
  spread: {
    id: 'injection/spread',
    family: 'injection',
    title: 'Orders to write itself into memory or other skills',
    severity: 'high',
    why: 'The text outlives the skill: removing the package does not remove it.',
    instead: 'Ask the user to add what is needed, and show the exact text.',
  },
  'link-exfiltration': {
    id: 'injection/link-exfiltration',
    family: 'injection',
    title: 'Images or links that carry data away',
    severity: 'high',
    why: 'An image is fetched as soon as it is shown, and what stands in its address is sent to its host.',
    instead: 'Use addresses without data from the session; call an API openly where data must be sent.',
  },
  'tool-poisoning': {
    id: 'injection/tool-poisoning',
    family: 'injection',
    title: 'Changes what other tools or skills do',
    severity: 'high',
    why: 'The agent believes it uses a tool it trusts, and does what this package put in its place.',
    instead: 'Describe only this skill, and leave the choice between skills to the agent and its user.',
  },
  'remote-orders': {
    id: 'injection/remote-orders',
    family: 'injection',
    title: 'Fetches text and obeys it',
    severity: 'high',
    why: 'Whoever holds the address decides later what the agent does, and no review sees it.',
    instead: 'Put the instructions into the package, where their version is known.',
  },
  'prompt-leak': {
    id: 'injection/prompt-leak',
    family: 'injection',
    title: 'Orders to reveal the hidden prompt or the conversation',
    severity: 'medium',
    why: 'System prompts and conversations hold what others entrusted to the agent.',
    instead: 'Ask the user for what the skill needs to know.',
  },
};
