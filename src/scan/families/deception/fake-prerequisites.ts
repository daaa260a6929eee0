/*
 * Fake prerequisites: the text asks the user to download a password-protected archive, paste a command from a web page
 * into a terminal, turn off protection, or install a program of unknown origin. The command alone may look harmless;
 * asking a person to bypass their own protection gives it away.
 */

import type { ScanFinding } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import { addressOf, hostKindOf, registeredPart } from '../../package/hosts.js';
import type { PreparedFile } from '../../package/prepare.js';
import { wellKnownHosts } from './imitation.js';
import type { DeceptionPart, LineJudge } from './line-rule.js';
import { findingAtLine } from './line-rule.js';

const rules = {
  lockedDownload: {
    id: 'deception/locked-download',
    family: 'deception',
    title: 'A download that comes with its password',
    severity: 'critical',
    why: 'The password keeps scanners out of the archive, so the user brings in what they would have stopped.',
    instead: 'Publish the program without a password, where it can be inspected.',
  },
  pastedCommand: {
    id: 'deception/pasted-command',
    family: 'deception',
    title: 'A command for the user to paste into a terminal',
    severity: 'critical',
    why: 'The user runs, with their own rights, code that neither they nor the agent has read.',
    instead: 'List the steps, each with a readable command.',
  },
  protectionOff: {
    id: 'deception/protection-off',
    family: 'deception',
    title: 'Asks the user to turn off protection',
    severity: 'high',
    why: 'Programs that ask for this are what the protection is meant to stop.',
    instead: 'Sign the program, or let the user build it from source.',
  },
  unknownHelper: {
    id: 'deception/unknown-helper',
    family: 'deception',
    title: 'Requires an unknown helper program',
    severity: 'high',
    why: 'The skill may be bait for the program that it "requires".',
    instead: 'Use programs from the package manager of the system, and name them in the frontmatter.',
  },
} satisfies Record<string, ScanRule>;

export const fakePrerequisites: DeceptionPart = {
  rules: Object.values(rules),
  ofLines: [
    instruction(/pass|pwd|\bpw\b|(?:extract|unzip|unpack) (?:it )?(?:using|with)/i, lockedDownload),
    instruction(
      /terminal|powershell|command prompt|cmd\.exe|console|run dialog|win ?\+ ?r|shell/i,
      pastedCommand,
    ),
    instruction(
      /anti-?virus|anti-?malware|defender|gatekeeper|smartscreen|protection|security software/i,
      protectionOff,
    ),
    instruction(/\.(?:zip|rar|7z|exe|msi|dmg|pkg|apk|scr|bat|cmd|ps1|command|app)\b/i, unknownHelper),
  ],
};

/** The steps of one instruction are close together. */
const nearLines = 6;
/** An instruction is never longer than this. */
const lineLimit = 2_000;

function instruction(
  hint: RegExp,
  judgeLine: (file: PreparedFile, index: number) => readonly ScanFinding[],
): LineJudge {
  return {
    hint,
    judge: (file, indexes) =>
      file.content === 'markdown' || file.content === 'text'
        ? indexes.flatMap((index) => judgeLine(file, index))
        : [],
  };
}

function linesFrom({ lines }: PreparedFile, start: number, count: number): readonly string[] {
  return lines.slice(Math.max(0, start), start + count).map((line) => line.slice(0, lineLimit));
}

function lineAt(file: PreparedFile, index: number): string {
  return linesFrom(file, index, 1)[0] ?? '';
}

function near(file: PreparedFile, index: number): string {
  return linesFrom(file, index - nearLines, 2 * nearLines + 1).join('\n');
}

function lockedDownload(file: PreparedFile, index: number): readonly ScanFinding[] {
  const line = lineAt(file, index);
  const column = line.search(givenPassword);
  if (column === -1) return [];
  const around = near(file, index);
  if (!archive.test(around) || !download.test(around)) return [];
  const isCertain = /https?:\/\//.test(around) && (unpack.test(line) || archive.test(line));
  const why = 'The text asks the user to download an archive and open it with a given password.';
  const severity = isCertain ? 'critical' : 'high';
  const confidence = isCertain ? 'high' : 'medium';
  return [findingAtLine(rules.lockedDownload, file, { index, column, why, severity, confidence })];
}

const givenPassword =
  /\b(?:extract|unzip|unpack|open|archive|zip|rar|7z)\b.{0,60}\b(?:pass(?:word|code|phrase)?|pwd|pw)\b ?(?:is|:|=|-)? ?[`"'*([:]|\b(?:archive |zip |extraction |unzip )?(?:pass(?:word|code|phrase)?|pwd|pw)\b(?: (?:for|of|to) [\w ]{1,30})?(?:\*\*)?(?: is|:|=)(?:\*\*)? ?[`"'*]{0,3}[\w!@#$%-]{3,30}[`"'*.)]{0,3}\s*$|\b(?:extract|unzip|unpack) (?:it )?(?:using|with): ?\S|\bpassword[- ]protected (?:archive|zip|rar|7z)/i;
const archive = /\.(?:zip|rar|7z|tar\.gz|tgz)\b|\b(?:zip|rar|7z)(?: file| archive)?\b|\barchive\b/i;
const download = /\bdownload|\breleases?\/|\bgrab\b|\bget it from\b|\bfetch\b/i;
const unpack = /\b(?:extract|unzip|unpack|decompress)/i;

function pastedCommand(file: PreparedFile, index: number): readonly ScanFinding[] {
  const line = lineAt(file, index);
  const column = line.search(intoTerminal);
  if (column === -1) return [];
  const host = addressOf(/https?:\/\/[^\s)>\]]+/.exec(line)?.[0] ?? '')?.host;
  if (fromPage.test(line) && host !== undefined && !isOwnOrKnown(host)) {
    const why = 'The text asks the user to paste text from a web page, which can change, into a terminal.';
    const isPasteSite = pasteSites.test(host);
    const severity = isPasteSite ? 'critical' : 'high';
    const confidence = isPasteSite ? 'high' : 'medium';
    return [findingAtLine(rules.pastedCommand, file, { index, column, why, severity, confidence })];
  }
  const payload = linesFrom(file, index, nearLines + 2).findIndex((next) => encodedRun.test(next));
  if (payload === -1) return [];
  const why = 'The text asks the user to paste a command that hides what it runs.';
  return [findingAtLine(rules.pastedCommand, file, { index: index + payload, why, confidence: 'high' })];
}

/** A page of this computer, or of a host that everybody knows. */
function isOwnOrKnown(host: string): boolean {
  return wellKnownHosts.has(registeredPart(host)) || hostKindOf(`http://${host}`) === 'local';
}

const fromPage =
  /\b(?:copy|get|grab|take)\b.{0,80}\b(?:from|at|on)\b.{0,40}https?:\/\/|\b(?:visit|open|go to)\b.{0,120}https?:\/\/.{0,200}\b(?:copy|paste|execute|run|enter)/i;
const intoTerminal =
  /\b(?:paste|copy|run|execute|enter)\b.{0,200}\b(?:terminal|powershell|command prompt|cmd\.exe|console|run dialog|win ?\+ ?r|shell)\b|\b(?:terminal|powershell|command prompt|run dialog|win ?\+ ?r)\b.{0,80}\bpaste\b/i;
const pasteSites =
  /(?:^|\.)(?:glot\.io|rentry\.(?:co|org)|pastebin\.com|paste\.ee|hastebin\.com|ghostbin\.\w+|telegra\.ph|controlc\.com|dpaste\.\w+|justpaste\.it|write\.as|notes\.io)$/i;
const encodedRun =
  /\bbase64 +(?:-d|-D|--decode)\b.{0,80}\| *(?:ba|z|da)?sh\b|\bmshta\b +["']?https?:|\bpowershell\b.{0,80} -e(?:nc|ncodedcommand)?\b +\S{16}|\b(?:iex|invoke-expression)\b.{0,80}(?:frombase64string|downloadstring|\birm\b|\biwr\b)|\b(?:irm|iwr)\b.{0,200}\| *iex\b|\bcurl\b.{0,80}https?:\/\/\d{1,3}(?:\.\d{1,3}){3}.{0,200}\| *(?:ba|z)?sh\b/i;

function protectionOff(file: PreparedFile, index: number): readonly ScanFinding[] {
  const line = lineAt(file, index);
  const column = line.search(switchOff);
  if (column === -1 || against.test(line)) return [];
  const why = 'The text asks the user to turn off the protection of their computer.';
  return [findingAtLine(rules.protectionOff, file, { index, column, why, confidence: 'medium' })];
}

/** An instruction to the reader: at the start of a line or sentence, or after words such as "you must". */
const switchOff =
  /(?:^[\s>*#\d.)_-]*|[.!:;,] \**|\b(?:please|must|should|need to|have to|temporarily|first|then|and|to) \**)(?:temporarily )?(?:disabl(?:e|ing)|turn(?:ing)? off|deactivat(?:e|ing)|switch(?:ing)? off|pause|stop|add (?:an |a |the (?:folder|file|installer|tool) to (?:the |your )?)?(?:exclusions?|exceptions?)(?: (?:in|to|for))?|whitelist (?:it|the \w+) in)\b (?:your |the |any |all |windows |microsoft |macos |apple |real-time |mac's |system )*(?:anti-?virus|anti-?malware|defender|gatekeeper|smartscreen|real-time protection|virus protection|system integrity protection|endpoint protection|security software|tamper protection)/i;
const against =
  /\b(?:never|do not|don'?t|must not|should not|avoid|without|instead of|attackers?|malware|adversar|detect|red flag|suspicious|if (?:someone|anyone|a skill))/i;

function unknownHelper(file: PreparedFile, index: number): readonly ScanFinding[] {
  const target = runnable.exec(lineAt(file, index));
  if (target === null) return [];
  const around = near(file, index);
  if (!download.test(around) || !neededFirst.test(around)) return [];
  const host = addressOf(target[0])?.host ?? '';
  const why = `The text says that the skill needs a program from "${host}" first.`;
  return [
    findingAtLine(rules.unknownHelper, file, { index, column: target.index, why, confidence: 'medium' }),
  ];
}

const runnable =
  /https?:\/\/[^\s)>\]"'`]{4,300}\.(?:zip|rar|7z|exe|msi|dmg|pkg|apk|scr|bat|cmd|ps1|command|app)\b(?![\w./-])/i;
const neededFirst =
  /\b(?:will not|won'?t|does not|doesn'?t|cannot|can'?t) (?:work|function|run|start|operate)\b|\brequire[sd]?\b.{0,60}\b(?:utility|helper|agent|driver|runtime|core|companion|component|tool|module|service)\b|\b(?:must|needs? to) be (?:installed|running|downloaded)\b|\bbefore (?:using|you (?:can )?(?:use|start|begin|continue|proceed))\b|\bmandatory\b/i;
