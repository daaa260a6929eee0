/*
 * The rules of the injection family. A skill is meant to instruct an agent; these are instructions that no user would
 * agree to, such as ignoring earlier instructions, hiding actions or skipping permission.
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
  | 'prompt-leak'
  | 'collect-and-send'
  | 'lock-files'
  | 'overreach'
  | 'planted-password'
  | 'slant';

export const injectionRules: Readonly<Record<InjectionRule, ScanRule>> = {
  override: {
    id: 'injection/override',
    family: 'injection',
    title: 'Tells the agent to ignore earlier instructions',
    severity: 'critical',
    why: 'The skill replaces what the user and the system asked for.',
    instead: 'Say what the skill does and when to use it. A skill never needs to cancel other instructions.',
  },
  'role-tag': {
    id: 'injection/role-tag',
    family: 'injection',
    title: 'Imitates a system or user message',
    severity: 'high',
    why: 'Chat-format tags make the agent read part of the skill as if the system or the user had written it.',
    instead: 'Write plain Markdown, and show chat formats in a code block.',
  },
  concealment: {
    id: 'injection/concealment',
    family: 'injection',
    title: 'Tells the agent to hide something from the user',
    severity: 'high',
    why: 'The user cannot stop what they do not know about.',
    instead: 'Name the output that is only noise, and let the user see every action.',
  },
  'no-asking': {
    id: 'injection/no-asking',
    family: 'injection',
    title: 'Tells the agent to act without asking, or to grant permissions',
    severity: 'medium',
    why: 'Tells the agent to skip asking for permission, so the user cannot refuse.',
    instead: 'List the steps that need no confirmation, and keep asking before steps that change something.',
  },
  'unsafe-mode': {
    id: 'injection/unsafe-mode',
    family: 'injection',
    title: 'Tells the agent to drop its safety rules',
    severity: 'high',
    why: 'An agent without safeguards follows any instruction it reads next.',
    instead: 'Name the one safeguard that is in the way, and let the user change it.',
  },
  authority: {
    id: 'injection/authority',
    family: 'injection',
    title: 'Claims more authority than the user',
    severity: 'high',
    why: 'The text claims to come from the maker of the model, or to outrank the user, to gain trust.',
    instead: 'Give reasons instead of rank.',
  },
  spread: {
    id: 'injection/spread',
    family: 'injection',
    title: 'Tells the agent to copy text into memory or other skills',
    severity: 'high',
    why: 'The text stays after the package is removed.',
    instead: 'Ask the user to add the text, and show it exactly.',
  },
  'link-exfiltration': {
    id: 'injection/link-exfiltration',
    family: 'injection',
    title: 'Images or links that send data away',
    severity: 'high',
    why: 'An image is fetched as soon as it is shown, and the data in its address is sent to that host.',
    instead: 'Use addresses without session data. Where data must be sent, call an API openly.',
  },
  'tool-poisoning': {
    id: 'injection/tool-poisoning',
    family: 'injection',
    title: 'Changes what other tools or skills do',
    severity: 'high',
    why: 'The agent thinks it uses a trusted tool, but follows this package instead.',
    instead: 'Describe only this skill, and leave the choice of skills to the agent and its user.',
  },
  'remote-orders': {
    id: 'injection/remote-orders',
    family: 'injection',
    title: 'Fetches instructions from an address and follows them',
    severity: 'high',
    why: 'Whoever controls the address can change the instructions later, without a review.',
    instead: 'Put the instructions into the package, where they have a version.',
  },
  'prompt-leak': {
    id: 'injection/prompt-leak',
    family: 'injection',
    title: 'Tells the agent to reveal the hidden prompt or the conversation',
    severity: 'medium',
    why: 'System prompts and conversations contain what others entrusted to the agent.',
    instead: 'Ask the user for the information that the skill needs.',
  },
  'collect-and-send': {
    id: 'injection/collect-and-send',
    family: 'injection',
    title: 'Tells the agent to collect data and send it away',
    severity: 'high',
    why: 'The agent reads what the user did not ask it to read, and sends it to somebody else.',
    instead: 'Send only what the task is about, name the recipient, and ask the user first.',
  },
  'lock-files': {
    id: 'injection/lock-files',
    family: 'injection',
    title: 'Tells the agent to encrypt files and delete the originals',
    severity: 'critical',
    why: 'Whoever has the key owns the files: this is how ransomware works.',
    instead: 'Keep the originals until the user has opened the encrypted copy with a key of their own.',
  },
  overreach: {
    id: 'injection/overreach',
    family: 'injection',
    title: 'Tells the agent to delete more than the task made',
    severity: 'high',
    why: 'An agent that cleans up after every task, or without saying so, deletes work of the user.',
    instead: 'Delete only files that the skill itself made, and list them first.',
  },
  'planted-password': {
    id: 'injection/planted-password',
    family: 'injection',
    title: 'Tells the agent to set a password that the author knows',
    severity: 'high',
    why: 'Whoever wrote the skill can open what the agent protects with it.',
    instead: 'Generate a random password for each case, and hand it to the user alone.',
  },
  slant: {
    id: 'injection/slant',
    family: 'injection',
    title: 'Tells the agent to falsify or slant its work',
    severity: 'high',
    why: 'The user relies on a result that was made to deceive or to harm them or others.',
    instead: 'State the view of the author as such, and let the user choose it.',
  },
};

export const secondReaderRule: ScanRule = {
  id: 'injection/second-reader',
  family: 'injection',
  title: 'The configured model objects',
  severity: 'high',
  why: 'A model that you configured read the skill and found that it acts against its user.',
  instead: 'Say plainly what the skill reads, sends, changes and deletes, and when.',
};
