/*
 * Staying after the task is done, and gaining rights: what is started or obeyed later, and what lifts a limit. Skills
 * that teach these things do so in the open, so a document weighs less than a script, and a harmless line less than
 * one that fetches or runs something.
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

const byPlace: Readonly<Record<PersistentLocation, ScanRule>> = {
  'start-up': rule(
    'start-up',
    'Changes what every shell runs',
    'high',
    'What is written there runs in every terminal from now on.',
    'Show the line and let the user add it.',
  ),
  'login-key': rule(
    'login-key',
    'Adds a key that may log in',
    'critical',
    'Whoever holds the key can log in from anywhere, at any time.',
    'Let the user add keys with ssh-copy-id.',
  ),
  schedule: rule(
    'schedule',
    'Adds a scheduled task',
    'medium',
    'It runs again and again, long after the skill is gone.',
    'Show the entry and let the user add it.',
  ),
  service: rule(
    'service',
    'Adds a service',
    'medium',
    'It starts with the computer, long after the skill is gone.',
    'Show the unit and let the user enable it.',
  ),
  'git-hook': rule(
    'git-hook',
    'Adds a hook to Git',
    'medium',
    'It runs at every commit, for whoever works in the repository.',
    'Use the hook manager of the project.',
  ),
  agent: rule(
    'agent-settings',
    'Changes what agents obey',
    'high',
    'Settings, hooks and standing instructions apply to every later session and every project.',
    'Show the change and let the user make it.',
  ),
  rights: rule(
    'rights',
    'Changes who may do what',
    'critical',
    'Whoever writes there can do everything on this computer.',
    'Ask the user to run the one command that needs the right.',
  ),
};
const elevated = rule(
  'elevated-program',
  'Gives a program the rights of its owner',
  'high',
  'Anybody who runs the program then acts as its owner, often root.',
  'Run the one command with sudo, by the user’s hand.',
);
const unattended = rule(
  'unattended-agent',
  'Runs an agent that asks nobody',
  'medium',
  'An agent without questions does whatever a page or file tells it to.',
  'Allow the tools that are needed, one by one.',
);
const kernelModule = rule(
  'kernel-module',
  'Loads code into the kernel',
  'medium',
  'A kernel module can do and hide everything.',
  'Leave drivers to the system’s package manager.',
);
const toolServer = rule(
  'tool-server',
  'Adds a tool server to an agent',
  'low',
  'Its tools and their descriptions are part of every later session.',
  'Show the command and let the user run it.',
);

export const persistenceRules: CommandRules = {
  rules: [...Object.values(byPlace), elevated, unattended, kernelModule, toolServer],
  ofStep: [writesOf, ordersOf, asksNobodyOf],
  ofStatement: {
    hint: /\bopen|write_text|\.write|writeFile|appendFile|createWriteStream|shutil\.|json\.dump|copyFile/,
    see: seeInStatement,
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
  const place = target === undefined ? undefined : persistentLocationIn(target);
  if (target === undefined || place === undefined) return [];
  const severity = severityOf(place, target, step);
  return [{ rule: byPlace[place], severity, why: `${program || 'The shell'} writes to ${target}.` }];
}

/** They write to what their last word names. */
const writers = programs('ln dd add-content set-content out-file visudo');

const fetchesOrRuns =
  /\b(?:curl|wget|nc|eval|base64|python3? -c|bash -c|sh -c|iwr|\/tmp\/|\/dev\/tcp)|\|\s*(?:ba|z)?sh\b/;

function severityOf(place: PersistentLocation, target: string, step: Step): ScanSeverity {
  const isScript = step.setting === 'script';
  const written = [
    ...step.args,
    ...step.redirects.filter(({ kind }) => kind === 'text').map(({ target: text }) => text),
  ].join(' ');
  const isGrave =
    fetchesOrRuns.test(written) || [...step.piped, ...step.carried].some(({ kind }) => kind !== 'private');
  switch (place) {
    case 'login-key':
      return isScript ? 'critical' : /ssh-(?:rsa|ed25519) AAAA/.test(written) || isGrave ? 'high' : 'medium';
    case 'rights':
      return isScript || /NOPASSWD:\s*ALL/.test(written) ? 'critical' : 'medium';
    case 'start-up':
    case 'schedule':
    case 'service':
      if (isGrave) return 'high';
      return place !== 'start-up' && isScript ? 'medium' : 'low';
    case 'git-hook':
      return isGrave ? 'high' : isScript ? 'medium' : 'low';
    case 'agent':
      if (isGrave || (isScript && /(?:~|HOME\}?|\/root|\/home\/\w+)\//.test(target))) return 'high';
      return isScript ? 'medium' : 'low';
    default:
      return place satisfies never;
  }
}

const stayingPrograms = programs(
  'crontab echo printf schtasks systemctl launchctl reg git chmod setcap usermod insmod modprobe claude codex gemini openclaw',
);

function ordersOf({ program, args, piped, setting }: Step): readonly RuleMatch[] {
  if (!stayingPrograms.has(program)) return [];
  const isScript = setting === 'script';
  const weight = isScript ? 'medium' : 'low';
  const text = textOf(args);
  const found: RuleMatch[] = [];
  const see = (seen: ScanRule, severity: ScanSeverity, why: string) =>
    found.push({ rule: seen, severity, why });
  if (program === 'crontab' && !/^-[lhe]\b/.test(text))
    see(
      byPlace.schedule,
      piped.length > 0 && isScript ? 'high' : weight,
      'crontab replaces the schedule of the user.',
    );
  if (
    /^(?:echo|printf)$/.test(program) &&
    /(?:^|\s)(?:@reboot|(?:[\d*/,-]+\s+){4}[\d*/,-]+)\s/.test(text) &&
    (fetchesOrRuns.test(text) || asksNobody.test(text))
  )
    see(byPlace.schedule, 'high', 'A scheduled command fetches or runs something.');
  if (program === 'schtasks' && /\/create/i.test(text))
    see(byPlace.schedule, fetchesOrRuns.test(text) ? 'high' : weight, 'schtasks adds a task.');
  if (program === 'systemctl' && /\benable\b/.test(text))
    see(byPlace.service, weight, 'systemctl enables a service.');
  if (program === 'launchctl' && /^(?:load|bootstrap|enable)\b/.test(text))
    see(byPlace.service, weight, 'launchctl loads a service.');
  if (program === 'reg' && /\\CurrentVersion\\Run/i.test(text))
    see(byPlace.service, 'high', 'reg adds a program to those that start with Windows.');
  if (program === 'git' && /config\s+--global\s+core\.hooksPath/i.test(text))
    see(byPlace['git-hook'], isScript ? 'high' : 'medium', 'Every repository gets the hooks of one folder.');
  if (program === 'chmod' && /(?:^|\s)(?:[ugoa]*\+[rwx]*s[rwx]*|[2467][0-7]{3})(?:\s|$)/.test(text))
    see(elevated, 'high', 'chmod sets the bit that lends the rights of the owner.');
  if (program === 'setcap' && /cap_(?:setuid|sys_admin|dac_override)/.test(text))
    see(elevated, 'high', 'setcap lends rights of root.');
  if (program === 'usermod' && /-a?G\s+(?:sudo|wheel|admin|root)\b/.test(text))
    see(byPlace.rights, isScript ? 'high' : 'medium', 'usermod makes somebody an administrator.');
  if (/^(?:insmod|modprobe)$/.test(program) && !/^-r/.test(text))
    see(
      kernelModule,
      program === 'insmod' && isScript ? 'high' : weight,
      `${program} loads a kernel module.`,
    );
  if (/^(?:claude|codex|gemini|openclaw)$/.test(program) && /^mcp add/.test(text))
    see(toolServer, addsNamelessServer(text) ? 'high' : 'low', `${program} gets another tool server.`);
  return found;
}

function asksNobodyOf({ program, args, piped, carried, setting }: Step): readonly RuleMatch[] {
  if (!args.some((word) => word.includes('--')) || !asksNobody.test(textOf(args))) return [];
  const isLedFromAfar = [...piped, ...carried].some(({ kind }) => kind === 'download');
  if (isLedFromAfar) {
    const why = `${program} does what an address says, and is told not to ask.`;
    return [{ rule: unattended, severity: 'high', why }];
  }
  const severity = setting === 'script' ? 'medium' : 'low';
  return [{ rule: unattended, severity, why: `${program} is told not to ask.` }];
}

function textOf(args: readonly string[]): string {
  return args.join(' ').slice(0, 600);
}

const asksNobody =
  /(?:^|\s)(?:--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|--permission-mode[= ]bypassPermissions)\b/;

function addsNamelessServer(text: string): boolean {
  return (
    /https?:\/\/\d{1,3}(?:\.\d{1,3}){3}(?!\.)/.test(text) &&
    !/https?:\/\/(?:127\.|10\.|192\.168\.)/.test(text)
  );
}

const writeCall =
  /\bopen\s*\([^\n]*["'](?:a|w|a\+|w\+|r\+)b?["']|write_text|\.write\s*\(|writeFile|appendFile|createWriteStream|shutil\.(?:copy|move)|json\.dump\s*\(|copyFile/;

function seeInStatement(statement: Statement): readonly RuleMatch[] {
  if (!writeCall.test(statement.text)) return [];
  const paths = statement.paths();
  const place = persistentLocationIn(paths);
  if (place === undefined) return [];
  const isGrave = /~\/|expanduser|bypassPermissions/.test(paths) || fetchesOrRuns.test(paths);
  if (place === 'agent')
    return [
      {
        rule: byPlace.agent,
        severity: isGrave ? 'high' : 'low',
        confidence: 'medium',
        why: 'The program writes to what agents obey.',
      },
    ];
  const severity = place === 'start-up' ? 'medium' : byPlace[place].severity;
  return [
    { rule: byPlace[place], severity, confidence: 'medium', why: 'The program writes to what is run later.' },
  ];
}
