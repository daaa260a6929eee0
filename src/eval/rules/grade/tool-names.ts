/*
 * The names of one tool in several agents. Cases are written with the names of Claude Code; a grader accepts those and the
 * agent's own.
 */

import { skillUsesOf } from '../../../evidence/rules/interpret/skill-use.js';
import type { ToolCall } from '../streams/stream.js';

const knownAs: Readonly<Record<string, readonly string[]>> = {
  command_execution: ['Bash'],
  file_change: ['Edit', 'Write'],
  web_search: ['WebSearch'],
  run_shell_command: ['Bash'],
  read_file: ['Read'],
  read_many_files: ['Read'],
  write_file: ['Write'],
  replace: ['Edit'],
  search_file_content: ['Grep'],
  grep_search: ['Grep'],
  list_directory: ['LS'],
  activate_skill: ['Skill'],
  web_fetch: ['WebFetch'],
  google_web_search: ['WebSearch'],
  bash: ['Bash'],
  read: ['Read'],
  write: ['Write'],
  edit: ['Edit'],
  glob: ['Glob'],
  grep: ['Grep'],
  list: ['LS'],
  skill: ['Skill'],
  webfetch: ['WebFetch'],
};

export function namesOf({ tool, input }: ToolCall): readonly string[] {
  const others = Object.hasOwn(knownAs, tool) ? (knownAs[tool] ?? []) : [];
  // An agent without a tool for skills loads one by a command that reads it.
  const loads =
    tool === 'command_execution' && skillUsesOf('shell', input).some(({ kind }) => kind === 'skill-load');
  return [tool, ...others, ...(loads ? ['Skill'] : [])];
}
