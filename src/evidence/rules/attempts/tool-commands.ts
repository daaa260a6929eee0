/*
 * Tools that are no shells: file tools, tools of the agent itself, tools that return content, and tools of servers. Each
 * call is described as a command, so that attempts at the same work can be compared.
 */

import { isObject } from '../../../text/shape.js';
import type { Command } from './attempt.js';
import { returnsContent } from './content-calls.js';
import { isFileReader, isFileWriter, patchedPaths, pathsIn } from './tool-arguments.js';

export type ToolKind =
  /** Reads files or searches in them; its errors are those of the agent's tool protocol. */
  | 'reader'
  /** Changes files; its errors are those of the agent's tool protocol. */
  | 'writer'
  /** Plans, subagents, skills, questions to the user. */
  | 'own'
  /** Returns content from elsewhere, whose words are not about the call. */
  | 'content'
  | 'other';

export function toolKind(tool: string): ToolKind {
  if (isFileReader(tool) || moreReaders.test(tool)) return 'reader';
  if (isFileWriter(tool) || moreWriters.test(tool)) return 'writer';
  if (ownTools.test(tool)) return 'own';
  if (returnsContent(tool, undefined)) return /web|fetch/i.test(tool) ? 'content' : 'reader';
  return reads(tool) ? 'content' : 'other';
}

/** A file tool has no signature, because its failures are never those of a skill. */
export function fileCommand(tool: string, args: unknown): Command {
  const paths = [...pathsIn(args), ...patchedPaths(args)].slice(0, maxWords).map(short);
  return { ...plain, text: oneLine([tool, ...paths].join(' ')), program: tool, spelling: tool, words: paths };
}

export function toolCommand(tool: string, args: unknown): Command {
  const words = isObject(args)
    ? Object.entries(args)
        .slice(0, maxWords)
        .map(([name, value]) => `${short(name)}=${short(typeof value === 'string' ? value : json(value))}`)
    : [];
  return {
    ...plain,
    text: oneLine([tool, ...words].join(' ')),
    signature: tool,
    program: tool,
    spelling: tool,
    words,
  };
}

/** Whether a tool of a server changes something, by the verb in its name. */
export function toolChangesState(tool: string): boolean {
  const kind = toolKind(tool);
  return (
    kind === 'writer' || (kind === 'other' && !/(?:^|[_-])(?:whoami|ping|status|health|version)$/i.test(tool))
  );
}

function reads(tool: string): boolean {
  const name = /[^.]{1,100}$/.exec(tool.split('__').at(-1) ?? '')?.[0] ?? '';
  if (/(?:^|[_-])(?:search|fetch|lookup)(?:[_-]|$)/i.test(name)) return true;
  return /^(?:get|read|list|search|fetch|find|view|query|describe|lookup|show|browse|scrape|crawl|open|snapshot|screenshot)(?:[_-]|[A-Z]|$)/.test(
    name,
  );
}

const moreReaders = /^(?:NotebookRead|list_dir|codebase_search|file_search|grep_search|view_image)$/;
const moreWriters =
  /^(?:NotebookEdit|multiedit|patch|create_file|delete_file|search_replace|str_replace|insert)$/;
const ownTools =
  /^(?:TodoWrite|TodoRead|todo|todowrite|todoread|update_plan|Task|Agent|task|delegate_task|Skill|skill|activate_skill|skill_view|skills_list|skill_manage|AskUserQuestion|ask_user|question|clarify|ExitPlanMode|EnterPlanMode|plan_exit|memory|save_memory|ToolSearch|BashOutput|KillShell|KillBash|TaskOutput|TaskStop|write_stdin|process|ListMcpResources\w{0,10}|ReadMcpResource\w{0,10}|spawn_agent|wait_agent|send_input)$/;

const maxWords = 30;
const maxWordCharacters = 200;

function short(text: string): string {
  return text.slice(0, maxWordCharacters);
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function oneLine(text: string): string {
  return text.replace(/\s{1,1000}/g, ' ').trim();
}

const plain: Command = {
  text: '',
  signature: '',
  program: '',
  spelling: '',
  subcommand: [],
  words: [],
  launcher: [],
  environment: [],
  folder: undefined,
  isElevated: false,
  isOpaque: false,
  isVerify: false,
};
