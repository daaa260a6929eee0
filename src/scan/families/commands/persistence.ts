/*
 * Rules against staying on the system after the task, and gaining rights. Skills that teach these things do so openly,
 * so a document counts less than a script, and a harmless line less than one that fetches or runs something.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import type { PersistentLocation } from './locations.js';
import { persistentLocationIn } from './locations.js';
import type { CommandRules, RuleMatch, Statement, Step } from './step.js';
import { operandsOf, programs } from './step.js';

function rule(what: string, title: string, severity: ScanSeverity, why: string, instead: string): ScanRule {
  return { id: `persistence/${what}`, family: 'persistence', title, severity, why, instead };
}

const byLocation: Readonly<Record<PersistentLocation, ScanRule>> = {
  'start-up': rule(
    'start-up',
    'Changes shell start-up files',
    'high',
    'The added lines run in every new terminal.',
    'Show the line and let the user add it.',
  ),
  'login-key': rule(
    'login-key',
    'Adds a key for remote login',
    'critical',
    'Whoever has the key can log in from anywhere at any time.',
    'Let the user add keys with ssh-copy-id.',
  ),
  schedule: rule(
    'schedule',
    'Adds a scheduled task',
    'medium',
    'The task keeps running after the skill is removed.',
    'Show the entry and let the user add it.',
  ),
  service: rule(
    'service',
    'Adds a service',
    'medium',
    'The service starts with the computer, even after the skill is removed.',
    'Show the unit and let the user enable it.',
  ),
  'git-hook': rule(
    'git-hook',
    'Adds a Git hook',
    'medium',
    'The hook runs on every commit, for everybody who works in the repository.',
    'Use the hook manager of the project.',
  ),
  agent: rule(
    'agent-settings',
    'Changes the settings of an agent',
    'high',
    'Settings, hooks and permanent instructions apply to every later session and project.',
    'Show the change and let the user make it.',
  ),
  rights: rule(
    'rights',
    'Changes who has which rights',
    'critical',
    'Whoever can write there controls this computer.',
    'Ask the user to run the one command that needs the right.',
  ),
};
const elevated = rule(
  'elevated-program',
  'Lets a program run with the rights of its owner',
  'high',
  'Anybody who runs the program acts as its owner, often root.',
  'Ask the user to run the one command with sudo.',
);
const unattended = rule(
  'unattended-agent',
  'Runs an agent without permission prompts',
  'medium',
  'An agent that never asks does whatever a page or file says.',
  'Allow the needed tools one by one.',
);
const kernelModule = rule(
  'kernel-module',
  'Loads code into the kernel',
  'medium',
  'A kernel module can do anything and hide it.',
  'Leave drivers to the system’s package manager.',
);
const toolServer = rule(
  'tool-server',
  'Adds a tool server to an agent',
  'low',
  'Its tools and their descriptions become part of every later session.',
  'Show the command and let the user run it.',
);

export const persistenceRules: CommandRules = {
  rules: [...Object.values(byLocation), elevated, unattended, kernelModule, toolServer],
  ofStep: [writesOf, changesOf, unattendedAgentOf],
  ofStatement: {
    hint: /\bopen|write_text|\.write|writeFile|appendFile|createWriteStream|shutil\.|json\.dump|copyFile/,
    match: matchStatement,
  },
};

function writesOf(step: Step): readonly RuleMatch[] {
  const { program, args, writes } = step;
  const isEditing = program === 'sed' && args.some((word) => /^-[a-zA-Z]*i/.test(word));
  if (writes.length === 0 && !isEditing && !writers.has(program)) return [];
  const files = [...writes];
  if (isEditing) files.push(args.at(-1) ?? '');
  if (writers.has(program))
    files.push(
      ...operandsOf(step)
        .slice(-1)
        .map((word) => word.replace(/^of=/, '')),
    );
  const target = files.find((file) => persistentLocationIn(file) !== undefined);
  const location = target === undefined ? undefined : persistentLocationIn(target);
  if (target === undefined || location === undefined) return [];
  const severity = severityOf(location, target, step);
  return [{ rule: byLocation[location], severity, why: `${program || 'The shell'} writes to ${target}.` }];
}

/** Programs that write to the file that their last word names. */
const writers = programs('ln dd add-content set-content out-file visudo');

const fetchesOrRuns =
  /\b(?:curl|wget|nc|eval|base64|python3? -c|bash -c|sh -c|iwr|\/tmp\/|\/dev\/tcp)|\|\s*(?:ba|z)?sh\b/;

/** How version managers and prompts ask to be set up: the shell runs what the installed program prints. */
const shellSetUp =
  /\b(?:eval|source)\s+["'\\]{0,2}(?:\$|<)\((?:\\?["'])?[\w./~${}-]{1,80}\s+(?:shellenv|init|hook|env|activate|completions?|virtualenv-init|use)\b[^()|;&]{0,60}\)/g;

function severityOf(location: PersistentLocation, target: string, step: Step): ScanSeverity {
  const isScript = step.setting === 'script';
  const written = [
    ...step.args,
    ...step.redirects.filter(({ kind }) => kind === 'text').map(({ target: text }) => text),
  ].join(' ');
  const isGrave =
    fetchesOrRuns.test(written.replace(shellSetUp, '')) ||
    [...step.piped, ...step.carried].some(({ kind }) => kind === 'download' || kind === 'decoded');
  switch (location) {
    case 'login-key':
      return isScript ? 'critical' : /ssh-(?:rsa|ed25519) AAAA/.test(written) || isGrave ? 'high' : 'medium';
    case 'rights':
      return isScript || /NOPASSWD:\s*ALL/.test(written) ? 'critical' : 'medium';
    case 'start-up':
    case 'schedule':
    case 'service':
      if (isGrave) return 'high';
      return location !== 'start-up' && isScript ? 'medium' : 'low';
    case 'git-hook':
      return isGrave ? 'high' : isScript ? 'medium' : 'low';
    case 'agent':
      if (isGrave || (isScript && /(?:~|HOME\}?|\/root|\/home\/\w+)\//.test(target))) return 'high';
      return isScript ? 'medium' : 'low';
    default:
      return location satisfies never;
  }
}

const persistentPrograms = programs(
  'crontab echo printf schtasks systemctl launchctl reg git chmod setcap usermod insmod modprobe claude codex gemini openclaw',
);

function changesOf({ program, args, piped, setting }: Step): readonly RuleMatch[] {
  if (!persistentPrograms.has(program)) return [];
  const isScript = setting === 'script';
  const weight = isScript ? 'medium' : 'low';
  const text = textOf(args);
  const found: RuleMatch[] = [];
  const add = (matched: ScanRule, severity: ScanSeverity, why: string) =>
    found.push({ rule: matched, severity, why });
  if (program === 'crontab' && !/^-[lhe]\b/.test(text))
    add(
      byLocation.schedule,
      piped.length > 0 && isScript ? 'high' : weight,
      'crontab replaces the user’s scheduled tasks.',
    );
  if (
    /^(?:echo|printf)$/.test(program) &&
    /(?:^|\s)(?:@reboot|(?:[\d*/,-]+\s+){4}[\d*/,-]+)\s/.test(text) &&
    (fetchesOrRuns.test(text) || skipsPermission.test(text))
  )
    add(byLocation.schedule, 'high', 'A scheduled command fetches or runs something.');
  if (program === 'schtasks' && /\/create/i.test(text))
    add(byLocation.schedule, fetchesOrRuns.test(text) ? 'high' : weight, 'schtasks adds a scheduled task.');
  if (program === 'systemctl' && /\benable\b/.test(text))
    add(byLocation.service, weight, 'systemctl enables a service.');
  if (program === 'launchctl' && /^(?:load|bootstrap|enable)\b/.test(text))
    add(byLocation.service, weight, 'launchctl loads a service.');
  if (program === 'reg' && /\\CurrentVersion\\Run/i.test(text))
    add(byLocation.service, 'high', 'reg adds a program that starts with Windows.');
  if (program === 'git' && /config\s+--global\s+core\.hooksPath/i.test(text))
    add(
      byLocation['git-hook'],
      isScript ? 'high' : 'medium',
      'git makes every repository use the hooks of one folder.',
    );
  if (program === 'chmod' && /(?:^|\s)(?:[ugoa]*\+[rwx]*s[rwx]*|[2467][0-7]{3})(?:\s|$)/.test(text))
    add(elevated, 'high', 'chmod lets others run the program with the rights of its owner.');
  if (program === 'setcap' && /cap_(?:setuid|sys_admin|dac_override)/.test(text))
    add(elevated, 'high', 'setcap gives the program rights of root.');
  if (program === 'usermod' && /-a?G\s+(?:sudo|wheel|admin|root)\b/.test(text))
    add(byLocation.rights, isScript ? 'high' : 'medium', 'usermod makes a user an administrator.');
  if (/^(?:insmod|modprobe)$/.test(program) && !/^-r/.test(text))
    add(
      kernelModule,
      program === 'insmod' && isScript ? 'high' : weight,
      `${program} loads a kernel module.`,
    );
  if (/^(?:claude|codex|gemini|openclaw)$/.test(program) && /^mcp add/.test(text))
    add(toolServer, addsNamelessServer(text) ? 'high' : 'low', `${program} adds a tool server.`);
  return found;
}

function unattendedAgentOf({ program, args, piped, carried, setting }: Step): readonly RuleMatch[] {
  if (!args.some((word) => word.includes('--')) || !skipsPermission.test(textOf(args))) return [];
  const hasRemotePrompt = [...piped, ...carried].some(({ kind }) => kind === 'download');
  if (hasRemotePrompt) {
    const why = `${program} follows downloaded text without permission prompts.`;
    return [{ rule: unattended, severity: 'high', why }];
  }
  const severity = setting === 'script' ? 'medium' : 'low';
  return [{ rule: unattended, severity, why: `${program} runs without permission prompts.` }];
}

function textOf(args: readonly string[]): string {
  return args.join(' ').slice(0, 600);
}

const skipsPermission =
  /(?:^|\s)(?:--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|--permission-mode[= ]bypassPermissions)\b/;

function addsNamelessServer(text: string): boolean {
  return (
    /https?:\/\/\d{1,3}(?:\.\d{1,3}){3}(?!\.)/.test(text) &&
    !/https?:\/\/(?:127\.|10\.|192\.168\.)/.test(text)
  );
}

const writeCall =
  /\bopen\s*\([^\n]*["'](?:a|w|a\+|w\+|r\+)b?["']|write_text|\.write\s*\(|writeFile|appendFile|createWriteStream|shutil\.(?:copy|move)|json\.dump\s*\(|copyFile/;

function matchStatement(statement: Statement): readonly RuleMatch[] {
  if (!writeCall.test(statement.text)) return [];
  const paths = statement.paths();
  const location = persistentLocationIn(paths);
  if (location === undefined) return [];
  const isGrave = /~\/|expanduser|bypassPermissions/.test(paths) || fetchesOrRuns.test(paths);
  if (location === 'agent')
    return [
      {
        rule: byLocation.agent,
        severity: isGrave ? 'high' : 'low',
        confidence: 'medium',
        why: 'The program writes to the settings or instructions of an agent.',
      },
    ];
  const severity = location === 'start-up' ? 'medium' : byLocation[location].severity;
  return [
    {
      rule: byLocation[location],
      severity,
      confidence: 'medium',
      why: 'The program writes to a file that runs later.',
    },
  ];
}
