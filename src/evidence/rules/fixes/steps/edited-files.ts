/*
 * Files that were edited, by a tool or by a command, and what kind of file each is: source code, whose edit is the work
 * itself, or a configuration, whose edit may be what fixed a call.
 */

import type { Attempt } from '../../attempts/attempt.js';
import type { TimelineStep } from '../timeline.js';
import { isRebuilt } from './step-kind.js';

type EditedKind = 'source' | 'configuration' | 'document';

/** The paths that this step of the timeline wrote to. */
export function editedFiles(step: TimelineStep): readonly string[] {
  if (step.kind === 'edit') return [step.path];
  return step.kind === 'attempt' ? editedBy(step.attempt) : [];
}

function editedBy({ command, outcome }: Attempt): readonly string[] {
  const { program, subcommand, words } = command;
  if (outcome === 'failed' || outcome === 'refused' || outcome === 'harness') return [];
  const operands = words.filter((word) => !word.startsWith('-') && !word.startsWith('<<'));
  if (program === 'sed' || program === 'perl')
    return words.some((word) => /^(?:-[a-zA-Z]{0,4}i|--in-place)/.test(word)) ? operands.slice(-1) : [];
  if (program === 'git' && /^(?:apply|am|cherry-pick)$/.test(subcommand[0] ?? '')) return [unknownSource];
  if (program === 'patch') return [unknownSource];
  if (program === 'tee') return operands;
  // A test that is removed is green afterwards.
  if (program === 'rm' || (program === 'git' && subcommand[0] === 'rm'))
    return operands.filter((path) => !isRebuilt(path) && !/^\/tmp\/|\.(?:log|lock|tmp|pid|sock)$/.test(path));
  // The target of a redirection is not known; a heredoc into a file is mostly source code.
  return program === 'cat' && words.some((word) => word.startsWith('<<')) ? [unknownSource] : [];
}

const unknownSource = 'source';

export function editedKind(path: string): EditedKind {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (
    /^(?:README|CHANGELOG|LICENSE|TODO|NOTES)|\.(?:md|rst|txt|adoc|log)$/i.test(name) &&
    !/^requirements/.test(name)
  )
    return 'document';
  return configurationNames.test(name) || /(?:^|\/)\.(?:github|vscode|circleci|config)\//.test(path)
    ? 'configuration'
    : 'source';
}

/** Names of files that set up a project or a tool. */
const configurationNames =
  /^(?:\.[\w.-]{1,40}|[\w.-]{0,40}\.(?:toml|ya?ml|ini|cfg|conf|properties|env|plist|xcconfig|tfvars|gradle|gradle\.kts)|[\w.-]{1,40}\.config\.[cm]?[jt]sx?|package\.json|tsconfig[\w.-]{0,40}\.json|[\w.-]{0,30}config[\w.-]{0,20}\.json|nx\.json|turbo\.json|deno\.jsonc?|composer\.json|app\.json|requirements[\w.-]{0,30}\.txt|constraints\.txt|go\.(?:mod|work)|Gemfile|Podfile|Pipfile|Cargo\.toml|Procfile|Brewfile|Vagrantfile|pom\.xml|web\.config|Info\.plist|AndroidManifest\.xml)$/;
