/*
 * Scans the commands of a package, in shell, Python and JavaScript: one walk over everything that may run applies the
 * rules of four families to each step. Scripts that name a file which another script fetched or wrote are walked a
 * second time, so the order of the scripts does not matter.
 */

import { Names } from '../../code/names.js';
import { type Program, programOf } from '../../code/program.js';
import type { ProgramLanguage } from '../../code/syntax.js';
import { shownExcerpt } from '../../findings/excerpt.js';
import type { Confidence, ScanFinding, ScanSeverity } from '../../findings/finding.js';
import type { FamilyScanner } from '../../findings/rule.js';
import { lineStarts } from '../../package/lines.js';
import { lineSearch } from '../../package/pattern-search.js';
import type { PreparedPackage } from '../../package/prepare.js';
import { destructionRules, forkBomb, forkBombIn } from './destruction.js';
import { executionRules } from './execution.js';
import { exfiltrationRules } from './exfiltration.js';
import { FileOrigins } from './file-origins.js';
import { followCode } from './flow/code-flow.js';
import { commandHint, entryHint, ownCommands } from './flow/slice.js';
import { connectsToBlank, inLesson, isLesson } from './lessons.js';
import { openedRootPathIn } from './permissions.js';
import { persistenceRules } from './persistence.js';
import { type Script, scriptsOf } from './scripts.js';
import { addFunctions } from './shell-functions.js';
import { literalsIn, statementsOf } from './statements.js';
import type { RuleMatch, Step } from './step.js';
import { traceShell } from './trace.js';

const families = [executionRules, exfiltrationRules, destructionRules, persistenceRules] as const;

const ofStep = families.flatMap((family) => family.ofStep);
const ofStatement = families.map((family) => family.ofStatement);

export const commandScanners: readonly FamilyScanner[] = [
  { rules: families.flatMap(({ rules }) => rules), scan: scanCommands },
];

type Report = (match: RuleMatch, line: number) => void;

function scanCommands({ files, skillFile }: PreparedPackage): readonly ScanFinding[] {
  return scanScripts(scriptsOf(files), isLesson(skillFile));
}

/** Applies the rules about commands to scripts of one package. */
export function scanScripts(scripts: readonly Script[], isTaught = false): readonly ScanFinding[] {
  const memory = new FileOrigins();
  const findings = new Map<string, ScanFinding>();
  const programs: ProgramText[] = [];
  const names = new Names();
  const toBlank = new Map<Script, boolean>();
  const isShellToBlank = ({ rule }: RuleMatch, script: Script): boolean => {
    if (rule.id !== 'execution/reverse-shell') return false;
    const known = toBlank.get(script) ?? connectsToBlank(script);
    toBlank.set(script, known);
    return known;
  };
  for (const { language, text } of scripts) if (language === 'shell') addFunctions(text, memory.functions);
  const reportIn = (script: Script) => (found: RuleMatch, line: number) => {
    const shownLine = script.file.lines[script.firstLine + line - 1] ?? '';
    const framed = isTaught ? inLesson(found, script.setting, shownLine) : found;
    const match = isShellToBlank(framed, script) ? { ...framed, severity: 'medium' as const } : framed;
    // Each finding is reported once per file: a fetched program may be called on every other line.
    const { rule, severity, confidence, why } = match;
    const key = [rule.id, severity, confidence, script.setting, script.file.path, why].join('\n');
    if (!findings.has(key)) findings.set(key, findingOf(match, script, script.firstLine + line));
  };
  const walkThrough = (script: Script, isAgain: boolean) =>
    walk(script, memory, isAgain, reportIn(script), { programs, names });
  const walkedUntil = scripts.map((script) => {
    const isWorthIt = script.language !== 'shell' || isWorthReading(script.text);
    return isWorthIt ? memory.during(() => walkThrough(script, false)) : 0;
  });
  for (const [index, script] of scripts.entries()) {
    const since = walkedUntil[index] ?? 0;
    if (!memory.hasChangedSince(since)) continue;
    if (mayName(script.text, (name) => memory.hasFileChangedSince(since, name)))
      walkThrough(script, walkedUntil[index] !== 0);
  }
  followPrograms(programs, names, memory, reportIn);
  return [...findings.values()];
}

/** A program of the package, or code that a shell script passes to an interpreter. */
interface ProgramText {
  readonly script: Script;
  readonly language: ProgramLanguage;
  readonly hints: Hints;
  readonly atLine: (line: number) => number;
  /** Read on demand, and once for all rules. */
  readonly program: () => Program;
}

/** Follows values through all programs at once, because they import each other. */
function followPrograms(
  programs: readonly ProgramText[],
  names: Names,
  memory: FileOrigins,
  reportIn: (script: Script) => Report,
): void {
  if (!programs.some(({ hints }) => hints.entries.length > 0 || hints.commands.length > 0)) return;
  const followed = programs.map(({ script, language, hints, program }) => ({
    program: program(),
    language,
    path: script.file.path,
    entryLines: hints.entries,
    commandLines: hints.commands,
  }));
  followCode(followed, names, {
    match: (unit, match, line) => {
      const program = programs[unit];
      if (program !== undefined) reportIn(program.script)(match, program.atLine(line));
    },
    shell: (unit, command, origins, line) => {
      const program = programs[unit];
      if (program === undefined) return;
      const { script, atLine } = program;
      const report = reportIn(script);
      let affordable = 4_000;
      traceShell(
        command,
        memory,
        script.setting,
        {
          step: (step) => {
            for (const match of ofStep) for (const found of match(step)) report(found, atLine(line));
          },
          code: () => undefined,
          affords: (length) => {
            affordable -= length;
            return affordable >= 0;
          },
        },
        origins,
      );
    },
  });
}

/** A second walk reports only steps that use the origin of a file. */
function walk(
  script: Script,
  memory: FileOrigins,
  isAgain: boolean,
  report: Report,
  { programs, names }: { readonly programs: ProgramText[]; readonly names: Names },
): void {
  const { text, language, setting } = script;
  const reportAll = (matches: readonly RuleMatch[], line: number) => {
    for (const match of matches) report(match, line);
  };
  let affordable = 4 * text.length + 20_000;
  const affords = (length: number) => {
    affordable -= length;
    return affordable >= 0;
  };
  const shell = (source: string, atLine: (line: number) => number) => {
    traceShell(source, memory, setting, {
      step: (step, line) => {
        if (isAgain && !hasOrigins(step)) return;
        for (const match of ofStep) reportAll(match(step), atLine(line));
      },
      code: (inner, innerLanguage, line) => {
        if (affords(inner.length)) code(inner, innerLanguage, () => atLine(line));
      },
      affords,
    });
  };
  const code = (source: string, codeLanguage: ProgramLanguage, atLine: (line: number) => number) => {
    const hints = hintsOf(source, codeLanguage);
    let known: Program | undefined;
    const program = () => {
      known ??= programOf(source, codeLanguage, names);
      return known;
    };
    if (!isAgain) programs.push({ script, language: codeLanguage, hints, atLine, program });
    if (!hints.hasAny) return;
    for (const statement of statementsOf(program(), codeLanguage, hints.isGiven)) {
      const { line, lastLine } = statement;
      const given = hints.between(line, lastLine);
      for (const [bit, { match }] of isAgain ? [] : ofStatement.entries())
        if (given & (1 << bit)) reportAll(match(statement), atLine(line));
      if (!(given & shellBit) || !startsShell.test(statement.text)) continue;
      const command = literalsIn(statement.resolved().replace(/(["'`])\s{0,20}\+\s{0,20}\1/g, '')).join(' ');
      if (affords(command.length)) shell(command, () => atLine(line));
    }
  };
  if (language !== 'shell') {
    code(text, language, (line) => line);
    return;
  }
  shell(text, (line) => line);
  const bombLine = isAgain ? undefined : forkBombIn(text);
  if (bombLine !== undefined) report(forkBomb, bombLine);
  const opened = isAgain ? undefined : openedRootPathIn(text);
  if (opened !== undefined) report(opened.match, opened.line);
}

function hasOrigins({ piped, carried, called, originsOf }: Step): boolean {
  return piped.length > 0 || carried.length > 0 || originsOf(called).length > 0;
}

/** What the lines of a program may contain. */
interface Hints {
  /** The bits of all lines in a range: one for each family, and one for calls that pass text to a shell. */
  readonly between: (line: number, lastLine: number) => number;
  readonly isGiven: (line: number, lastLine: number) => boolean;
  readonly hasAny: boolean;
  /** Lines in which private data may enter, or a command may start. */
  readonly entries: readonly number[];
  readonly commands: readonly number[];
}

function hintsOf(source: string, language: ProgramLanguage): Hints {
  const starts = lineStarts(source);
  const bits = new Uint8Array(starts.length);
  const found = statementSearch(source, starts);
  const entries = found[families.length + 1] ?? [];
  const [commands = []] = ownCommands.has(language) ? commandSearch(source, starts) : [];
  for (const [bit, lines] of found.slice(0, families.length + 1).entries())
    for (const line of lines) bits[line] = (bits[line] ?? 0) | (1 << bit);
  const between = (line: number, lastLine: number) => {
    let given = 0;
    for (let at = line; at <= lastLine; at += 1) given |= bits[at] ?? 0;
    return given;
  };
  const isGiven = (line: number, lastLine: number) => between(line, lastLine) !== 0;
  return { between, isGiven, hasAny: bits.some((own) => own !== 0), entries, commands };
}

const shellBit = 1 << families.length;
const statementSearch = lineSearch([
  ...ofStatement.map(({ hint }) => hint),
  /os\.(?:system|popen)|subprocess\.|child_process\.|\bcp\.|\bexec|\bspawn|\bPopen|\bcheck_output|create_subprocess_/,
  entryHint,
]);
const commandSearch = lineSearch([commandHint]);

/** Calls that pass text to a shell. */
const startsShell =
  /\bos\.(?:system|popen)\s*\(|\bsubprocess\.\w+\s*\(|\b(?:child_process|cp)\.\w+\s*\(|\b(?:execSync|spawnSync|execFileSync|execFile|execa|spawn|Popen|check_output)\s*\(|(?<![.\w])exec\s*\(|create_subprocess_\w+\s*\(/;

function findingOf(
  { rule, severity, confidence, why }: RuleMatch,
  { file, setting }: Script,
  line: number,
): ScanFinding {
  return {
    rule: rule.id,
    severity: severityIn(setting, severity ?? rule.severity),
    confidence: confidenceIn(setting, confidence ?? 'high'),
    file: file.path,
    line,
    excerpt: shownExcerpt(file.lines[line - 1] ?? ''),
    why: shownExcerpt(why),
  };
}

function severityIn(setting: Script['setting'], own: ScanSeverity): ScanSeverity {
  return setting === 'mention' && (own === 'critical' || own === 'high') ? 'medium' : own;
}

function confidenceIn(setting: Script['setting'], own: Confidence): Confidence {
  if (setting === 'script' || own === 'low') return own;
  return setting === 'documentation' ? 'medium' : 'low';
}

/**
 * A cheap test before parsing: most shell text names no program, file or option that a rule looks for. Text with words
 * in pieces always passes.
 */
function isWorthReading(text: string): boolean {
  return knownName.test(text) || inPieces.test(text);
}

/** Whether a word of the text may be such a name. */
function mayName(text: string, isSuchName: (word: string) => boolean): boolean {
  return inPieces.test(text) || (text.match(/[^\s/@=<>\\'"`;|&()]+/g) ?? []).some(isSuchName);
}

const sources =
  'curl|wget|iwr|irm|invoke-\\w+|gh|git|pbpaste|xclip|xsel|wl-paste|get-clipboard|secret-tool|kwallet-query|gcloud|aws|az|vault|kubectl|doppler|ssh|aria2c|fetch|https?|xh|downloadstring|g?base64|base32|xxd|uudecode|openssl|gpg|rev|tr|security|env|printenv|set';
const sinks =
  'nc|ncat|netcat|socat|telnet|mail|sendmail|mutt|[st]?ftp|scp|rsync|rclone|wormhole|croc|dig|nslookup|host|ping|drill|tcp|udp';
const code =
  'eval|iex|powershell|pwsh|python[\\d.]*[^\\n]{0,40} (?:-[a-z]*c\\b|-?\\s*<<)|(?:node|deno|bun)\\b[^\\n]{0,40} (?:-[a-z]*e\\b|--eval|-?\\s*<<)|perl|ruby|php|osascript';
const harm =
  'aHR0c\\w*|rm|find|remove-item|ri|rd|rmdir|del|dd|mkfs|wipefs|shred|blkdiscard|fdisk|parted|dropdb|psql|mysql|mariadb|mysqladmin|sqlcmd|mongo(?:sh)?|redis-cli|truncate|history|histfile|journalctl|clear-eventlog|wevtutil|ufw|setenforce|iptables|nft|\\w+-mppreference|netsh|spctl|csrutil|systemctl|service|xattr|set-executionpolicy|--force|-f|--hard|chmod';
const checks = '(?:sha\\d*|b2)sum';
const staying =
  'cron\\w*|@reboot|schtasks|launchctl|reg|hookspath|setcap|usermod|insmod|modprobe|--dangerously[\\w-]*|--yolo|bypasspermissions|mcp';
const locations =
  '\\.(?:ssh|aws|azure|kube|docker|netrc|pypirc|git-credentials|pgpass|npmrc|gnupg|claude|codex|cursor|openclaw|clawdbot|gemini|mozilla|ethereum|electrum|env|mcp|git|config|local|bash\\w*|z\\w+|python_history|profile)|id_(?:rsa|ed25519|ecdsa|dsa)|application_default_credentials|/etc|/proc|/var|/dev|login|logins|key4|cookies|profiles?|library|keychain|wallet|solana|exodus|systemd|startup|claude\\w*|agents|soul|gemini';
const knownName = new RegExp(
  `(?<![\\w-])(?:${[sources, sinks, code, harm, checks, staying, locations].join('|')})(?![\\w-])|\\(\\)\\s*\\{`,
  'i',
);

/** Quotes and backslashes inside words, words put together from variables, programs that a variable names. */
const inPieces =
  /\w(?:['"]{2}|\\|['"]\w+['"])\w|\}\w|\$\w+\$|\$\{|(?:^|[;|&(\n])[^\S\n]*"?\$[\w{(]|(?:^|\s)\.\//;
