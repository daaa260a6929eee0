/*
 * Rules against deleting and overwriting what does not belong to the skill: disks, home folders, devices, databases,
 * logs and history, and the protections of the system. A build may delete what a build creates.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import { openPermissions } from './permissions.js';
import {
  type CommandRules,
  hasOption,
  operandsOf,
  programs,
  type RuleMatch,
  type Statement,
  type Step,
} from './step.js';

const deleteRoot: ScanRule = {
  id: 'destruction/delete-root',
  family: 'destruction',
  title: 'Deletes the system or the home folder',
  severity: 'critical',
  why: 'Everything the user has is lost, and an agent does not ask twice.',
  instead: 'Delete named folders inside the project.',
};
const deleteUnset: ScanRule = {
  id: 'destruction/delete-unset',
  family: 'destruction',
  title: 'Deletes below a variable that may be empty',
  severity: 'medium',
  why: 'If the variable is empty, `"$DIR"/*` is everything below the root.',
  instead: 'Stop when the variable is empty (`:?` after its name).',
};
const overwriteDevice: ScanRule = {
  id: 'destruction/overwrite-device',
  family: 'destruction',
  title: 'Overwrites a disk',
  severity: 'critical',
  why: 'Writing directly to a device destroys its file system.',
  instead: 'Leave formatting to the user.',
};
const coverTracks: ScanRule = {
  id: 'destruction/cover-tracks',
  family: 'destruction',
  title: 'Removes logs or history',
  severity: 'high',
  why: 'Without them nobody can find out what happened.',
  instead: 'Leave logs and history alone.',
};
const disableProtection: ScanRule = {
  id: 'destruction/disable-protection',
  family: 'destruction',
  title: 'Turns off a system protection',
  severity: 'high',
  why: 'Firewalls, quarantine and antivirus software stop the next step of an attack.',
  instead: 'Ask the user to add the one exception that is needed.',
};
const exhaust: ScanRule = {
  id: 'destruction/exhaust',
  family: 'destruction',
  title: 'Fork bomb',
  severity: 'critical',
  why: 'A process that keeps starting copies of itself brings the computer to a halt.',
  instead: 'Start a fixed number of processes.',
};
const rewriteHistory: ScanRule = {
  id: 'destruction/rewrite-history',
  family: 'destruction',
  title: 'Discards commits or changes',
  severity: 'low',
  why: 'Work that was not pushed, or that others pushed, is lost.',
  instead: 'Use `--force-with-lease`, or `git stash` before a reset.',
};

const dropDatabase: ScanRule = {
  id: 'destruction/drop-database',
  family: 'destruction',
  title: 'Deletes a database',
  severity: 'high',
  why: 'A database is rarely stored anywhere else, and an agent does not ask twice.',
  instead: 'Show the command with the name of the database, and let the user run it.',
};

export const destructionRules: CommandRules = {
  rules: [
    deleteRoot,
    deleteUnset,
    overwriteDevice,
    openPermissions,
    coverTracks,
    disableProtection,
    exhaust,
    rewriteHistory,
    dropDatabase,
  ],
  ofStep: [deletionOf, overwritingOf, coveringOf, protectionsAndPermissionsOf, droppingOf],
  ofStatement: {
    hint: /\brm|\brimraf|\bremove|\bemptyDirSync|"wb?["']|'wb?["']|"r\+b|'r\+b|\.drop_?database|\.flushall|\.execute|\.query|\.raw|\.run|\.exec/i,
    match: matchStatement,
  },
};

const system =
  'bin|boot|dev|etc|home|lib|opt|proc|root|sbin|srv|sys|usr|var|Users|System|Library|Applications|Windows';
const wholeFolder = new RegExp(
  `^(?:/+(?:\\*|\\.\\*?)?|(?:~|\\$\\{?HOME\\}?|\\$env:USERPROFILE|%USERPROFILE%)/*(?:\\*|\\.\\*)?|/(?:${system})/*\\*?|[A-Za-z]:[\\\\/]*\\*?|/(?:home|Users)/[\\w$]+/*\\*?|~/(?:Documents|Desktop|Library|\\.ssh|Pictures|[Pp]rojects|[Ww]ork|[Rr]epos|[Cc]ode)/*\\*?)$`,
);

function deletionOf(step: Step): readonly RuleMatch[] {
  const { program, args, isKnownVariable } = step;
  if (program === 'find') {
    const isDeleting =
      args.includes('-delete') ||
      (args.includes('-exec') && args.some((word) => /^(?:rm|shred)$/.test(word)));
    const [start = ''] = args;
    const isNarrow = args.some((word) => /^-(?:i?name|i?path|regex|newer\w*|mtime|size|empty)$/.test(word));
    return isDeleting && !isNarrow && wholeFolder.test(start)
      ? [{ rule: deleteRoot, why: `find deletes everything below ${start}.` }]
      : [];
  }
  const isRemoving =
    (program === 'rm' && (hasOption(step, 'r', '--recursive') || hasOption(step, 'R'))) ||
    (removers.has(program) && args.some((word) => /^(?:-recurse|-r|\/s)$/i.test(word)));
  if (!isRemoving) return [];
  const operands = operandsOf(step);
  const whole = operands.find((operand) => wholeFolder.test(operand));
  if (whole !== undefined) return [{ rule: deleteRoot, why: `${program} deletes everything in ${whole}.` }];
  if (operands.some((operand) => /^(?:\.\/)?\.git\/?$/.test(operand)))
    return [
      {
        rule: rewriteHistory,
        severity: 'medium',
        why: `${program} deletes the whole history of the repository.`,
      },
    ];
  const unset = operands.find((operand) => {
    const name = /^\$\{?([A-Za-z_]\w*)\}?\/+(?:\*|$)/.exec(operand)?.[1];
    return name !== undefined && !isKnownVariable(name);
  });
  return unset === undefined
    ? []
    : [{ rule: deleteUnset, confidence: 'low', why: `The script does not check that ${unset} is set.` }];
}

const removers = programs('remove-item ri rd rmdir del');

const disk = /^\/dev\/(?:sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|mem\b)/;

function overwritingOf(step: Step): readonly RuleMatch[] {
  const { program, args, writes, setting } = step;
  const isFormatting = (formatters.has(program) || program.startsWith('mkfs.')) && !hasOption(step, 'l');
  if (program !== 'dd' && !isFormatting && writes.length === 0) return [];
  const named = program === 'dd' ? args.flatMap((word) => /^of=(.+)$/.exec(word)?.[1] ?? []) : [];
  const device = [...named, ...(isFormatting ? args : []), ...writes].find((target) => disk.test(target));
  if (device === undefined) return [];
  const why = `${program || 'The shell'} writes to ${device}.`;
  const isErased = isFormatting || args.some((word) => /^if=\/dev\/(?:zero|u?random)$/.test(word));
  return setting === 'script' || systemDisk.test(device)
    ? [{ rule: overwriteDevice, why }]
    : [{ rule: overwriteDevice, severity: isErased ? 'high' : 'medium', why }];
}

/** The first disk, from which computers start. A document that writes an image to another one fills a card or a stick. */
const systemDisk = /^\/dev\/(?:[shv]da|xvda|nvme0|r?disk[01](?!\d)|mem)/;

const formatters = programs('mkfs wipefs shred blkdiscard fdisk parted');

const logs =
  /\.(?:bash|zsh)_history\b|^\/var\/log(?:\/(?:\*|auth\.log|syslog|secure|wtmp|lastlog|audit)|\/[^/*]{1,60}\/(?:\*|\*\*|\*\.log|\*\.\*)$|\/?$)/;
/** Who empties these as well makes an image small, and has no logs yet. */
const packageLists = /^\/var\/(?:lib\/apt\/lists|cache\/(?:apt|apk|yum|dnf))\b/;

function coveringOf(step: Step): readonly RuleMatch[] {
  const { program, args, redirects } = step;
  const isEmptied = redirects.some(({ kind, target }) => kind === 'write' && logs.test(target));
  const isRemoved =
    ((program === 'rm' || program === 'shred' || program === 'truncate') &&
      operandsOf(step).some((operand) => logs.test(operand)) &&
      !args.some((word) => packageLists.test(word))) ||
    emptiesLogsByFind(step);
  const isCleared =
    (program === 'history' && hasOption(step, 'c')) ||
    (program === 'journalctl' && args.some((word) => /^--vacuum-(?:time|size)=[01]\D?$/.test(word)));
  const isUnrecorded =
    (program === 'unset' && args.includes('HISTFILE')) ||
    (program === 'set' && args.includes('+o') && args.includes('history')) ||
    (program === 'ln' && args.includes('/dev/null') && args.some((word) => logs.test(word))) ||
    program === 'clear-eventlog' ||
    (program === 'wevtutil' && args[0] === 'cl');
  return isEmptied || isRemoved || isCleared || isUnrecorded
    ? [{ rule: coverTracks, why: `${program || 'The shell'} removes traces.` }]
    : [];
}

/** Logs that are older than some days may go; those of today say what happened today. */
function emptiesLogsByFind({ program, args }: Step): boolean {
  if (program !== 'find' || !/^\/var\/log(?:\/|$)/.test(args[0] ?? '')) return false;
  const empties = args.includes('-delete') || args.some((word) => /^(?:rm|shred|truncate)$/.test(word));
  return empties && !args.some((word) => /^-(?:mtime|ctime|mmin|cmin|older|size|empty|newer\w*)$/.test(word));
}

const protections: readonly (readonly [RegExp, 'high' | 'medium'])[] = [
  [/^ufw (?:--force )?disable$|^setenforce 0|^iptables (?:-F|--flush)$|^nft flush ruleset/, 'high'],
  [/^set-mppreference .*-disable\w+ (?:\$true|1)/i, 'high'],
  [/^add-mppreference .*-exclusion/i, 'high'],
  [/^netsh (?:advfirewall|firewall) set .*off/i, 'high'],
  [/^spctl --(?:master|global)-disable|^csrutil disable/, 'high'],
  [
    /^(?:systemctl|service) .*(?:(?:stop|disable|mask).* (?:firewalld|ufw|auditd|apparmor|clamav\S*|falcon-sensor)|(?:firewalld|ufw|auditd|apparmor) stop)/,
    'high',
  ],
  [/^xattr (?:-\w+ )*-?\w*[cd]\w* .*com\.apple\.quarantine|^xattr -c/, 'medium'],
  [/^set-executionpolicy (?:-\w+ )*(?:bypass|unrestricted)/i, 'medium'],
];

const protectionPrograms = programs(
  'ufw setenforce iptables nft set-mppreference add-mppreference netsh spctl csrutil systemctl service xattr set-executionpolicy',
);

function protectionOff(text: string): (typeof protections)[number] | undefined {
  return protections.find(([pattern]) => pattern.test(text));
}

function protectionsAndPermissionsOf(step: Step): readonly RuleMatch[] {
  const { program, args } = step;
  const protection = protectionPrograms.has(program)
    ? protectionOff([program, ...args].join(' ').slice(0, 400))
    : undefined;
  if (protection !== undefined)
    return [
      { rule: disableProtection, severity: protection[1], why: `${program} turns off a system protection.` },
    ];
  if (program === 'git') {
    const isForced = args.includes('push') && args.some((word) => word === '--force' || word === '-f');
    const isReset = args.includes('reset') && args.includes('--hard');
    return isForced || isReset
      ? [{ rule: rewriteHistory, why: `git ${isForced ? 'push --force' : 'reset --hard'} discards work.` }]
      : [];
  }
  const isOpened =
    program === 'chmod' &&
    hasOption(step, 'R', '--recursive') &&
    args.some((word) => /^0?777$|^a\+rwx$/.test(word));
  if (!isOpened) return [];
  const isWhole = operandsOf(step).some((operand) => wholeFolder.test(operand));
  return [
    {
      rule: openPermissions,
      severity: isWhole ? 'high' : 'low',
      why: 'chmod makes a whole folder writable for everybody.',
    },
  ];
}

/** The line of a fork bomb, found in the whole text because its parts are harmless. */
export function forkBombIn(text: string): number | undefined {
  const found = bomb.exec(text);
  if (found === null) return undefined;
  const start = found.index - (found[1] ?? '').length;
  return text.slice(0, start).split('\n').length - 1;
}

/** The search starts at the parentheses, which are rarer than names. */
const bomb =
  /\(\)(?<=(?<![\w:])((\w{1,20}|:)\s{0,3})\(\))\s{0,3}\{\s{0,3}\2\s{0,3}\|\s{0,3}\2\s{0,3}&\s{0,3}\}/;

export const forkBomb: RuleMatch = { rule: exhaust, why: 'A function starts itself twice, endlessly.' };

const removal =
  /\bshutil\.rmtree\s*\(|\b(?:fs\.|fsp\.|fs\.promises\.)?(?:rm|rmSync|rmdirSync|rimraf|remove|removeSync|emptyDirSync)\s*\(/;
const wholeValue = /(?:^|\n)[ \t]*(?:const |let |var )?\w+ ?= ?["'](?:~|\/)["'];?(?:\n|$)/;
const wholeArgument =
  /\(\s*(?:os\.path\.expanduser\(\s*)?["'`](?:\/|~\/?|C:\\\\?|\/(?:home|Users|etc|usr|var)\/?)["'`]/;

function matchStatement(statement: Statement): readonly RuleMatch[] {
  const { text, language } = statement;
  if (removal.test(text) && (language === 'javascript' || /rmtree/.test(text))) {
    const paths = statement.paths();
    const isNamed = wholeArgument.test(paths.split('\n')[0] ?? '') || wholeValue.test(paths);
    if (isNamed)
      return [{ rule: deleteRoot, why: 'The program deletes everything below the root or the home folder.' }];
  }
  const isDevice =
    /["'](?:wb|w|r\+b)["']/.test(text) &&
    /["']\/dev\/(?:sd[a-z]|nvme\d|disk\d)["']/.test(statement.resolved());
  return isDevice ? [{ rule: overwriteDevice, why: 'The program writes to a disk.' }] : droppingIn(statement);
}

/**
 * Documents show how to delete a database, and tests drop databases that they created. So a finding needs a name that is
 * written out and is not that of a test, in a script or a forced command.
 */
function droppingOf(step: Step): readonly RuleMatch[] {
  const { program, setting } = step;
  if (!clients.has(program)) return [];
  const dropped = droppedBy(step);
  if (dropped === undefined || hasOption(step, 'i', '--interactive')) return [];
  const isForced = setting === 'script' || hasOption(step, 'f', '--force');
  return [databaseMatch(dropped, isForced ? 'high' : 'medium', program)];
}

function droppingIn(statement: Statement): readonly RuleMatch[] {
  const { text } = statement;
  const [, called] = /\.(dropDatabase|drop_database|flushall)\s*\(/i.exec(text) ?? [];
  if (called !== undefined) return [databaseMatch('', 'medium', called)];
  if (!/\.(?:execute|query|raw|run|exec)\w*\s*\(/.test(text)) return [];
  const dropped = inSql(statement.resolved());
  return dropped === undefined ? [] : [databaseMatch(dropped, 'high', 'The program')];
}

const clients = programs(
  'dropdb mysqladmin psql mysql mariadb sqlcmd clickhouse-client cockroach mongo mongosh redis-cli',
);

/** The name of the deleted database, empty where the command does not name it. */
function droppedBy(step: Step): string | undefined {
  const { program, args, input } = step;
  const text = `${args.join(' ')}\n${input}`.slice(0, 4_000);
  switch (program) {
    case 'dropdb':
      return operandsOf(step).at(-1);
    case 'mysqladmin':
      return args.includes('drop') ? (args[args.indexOf('drop') + 1] ?? '') : undefined;
    case 'mongo':
    case 'mongosh':
      return /\.dropDatabase\s?\(/.test(text) ? '' : undefined;
    case 'redis-cli':
      return /\bflush(?:all|db)\b/i.test(text) ? '' : undefined;
    default:
      return inSql(text);
  }
}

function inSql(text: string): string | undefined {
  return /\bdrop\s{1,4}(?:database|schema)\s{1,4}(?:if\s{1,4}exists\s{1,4})?["'`\\]{0,2}([\w$<>{}%.-]{1,100})/i.exec(
    text,
  )?.[1];
}

function databaseMatch(name: string, severity: ScanSeverity, by: string): RuleMatch {
  const what = name === '' ? 'a database' : `the database ${name}`;
  return { rule: dropDatabase, severity: severityOf(name, severity), why: `${by} deletes ${what}.` };
}

function severityOf(name: string, own: ScanSeverity): ScanSeverity {
  if (testName.test(name)) return 'low';
  if (productionName.test(name)) return 'high';
  // The name is a placeholder, so the deletion depends on the value.
  return own === 'high' && /[$<>{%]/.test(name) ? 'medium' : own;
}

const productionName = /(?:^|[^a-z])(?:prod|production|live)(?:$|[^a-z])/i;
const testName =
  /(?:^|[^a-z])(?:tests?|testing|dev|development|tmp|temp|demo|sandbox|scratch|example|ci|old|my_?(?:db|database|app))(?:$|[^a-z])/i;
