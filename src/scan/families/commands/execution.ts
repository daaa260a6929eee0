/*
 * Rules against running what nobody has read: downloads, encoded payloads, remote shells, packages from unusual
 * sources. The severity depends on the source.
 */

import { decodedTexts, isActive, isHarmless } from '../../code/decoded-text.js';
import type { ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import { addressesIn, hostKindOf, namesPlaceholder } from '../../package/hosts.js';
import type { Checked, CommandRules, Origin, RuleMatch, Statement, Step } from './step.js';
import { isInterpreter, isPython, operandsOf, programs } from './step.js';

const downloadRun: ScanRule = {
  id: 'execution/download-run',
  family: 'execution',
  title: 'Runs what it downloads',
  severity: 'high',
  why: 'Whoever controls the address decides what runs on this computer, now and later, without a review.',
  instead: 'Include the script in the package, or name a package of a known registry with its version.',
};
const decodeRun: ScanRule = {
  id: 'execution/decode-run',
  family: 'execution',
  title: 'Runs what it decodes',
  severity: 'critical',
  why: 'Encoding hides the code from readers. Harmless code does not need it.',
  instead: 'Include the code as readable text.',
};
const reverseShell: ScanRule = {
  id: 'execution/reverse-shell',
  family: 'execution',
  title: 'Opens a remote shell',
  severity: 'critical',
  why: 'A shell that is connected to the network gives the other end control of this computer.',
  instead: 'Use SSH, set up by the user.',
};
const remotePackage: ScanRule = {
  id: 'execution/remote-package',
  family: 'execution',
  title: 'Installs a package from an address',
  severity: 'medium',
  why: 'Packages run code during installation, and a package from outside a registry can change at any time.',
  instead: 'Install a version from the official registry.',
};
const strangeCode: ScanRule = {
  id: 'execution/temporary-code',
  family: 'execution',
  title: 'Runs code from a temporary file',
  severity: 'high',
  why: 'The code is not in the package, and whoever can write the file decides what runs.',
  instead: 'Include the code in the package and import it.',
};
const dynamicCode: ScanRule = {
  id: 'execution/dynamic-code',
  family: 'execution',
  title: 'Runs text as code',
  severity: 'low',
  why: 'What the code does depends on data and cannot be reviewed in advance.',
  instead: 'Parse the data, or call functions by name from a table.',
};

export const executionRules: CommandRules = {
  rules: [downloadRun, decodeRun, reverseShell, remotePackage, strangeCode, dynamicCode],
  ofStep: [runsOfStep, shellsOfStep, packagesOfStep],
  ofStatement: {
    hint: /pty\.spawn|os\.dup2|https?:|(?<![.\w])(?:exec|eval|Function|runIn)|os\.(?:system|popen)|subprocess\.|execSync|\bspawn|Popen|check_output|\bsystem|shell_exec|passthru|exec\.Command|\bvm\.run|\b_compile/,
    match: matchStatement,
  },
};

function runsOfStep(step: Step): readonly RuleMatch[] {
  const { program, args } = step;
  const isEncoded =
    (program === 'powershell' || program === 'pwsh') &&
    args.slice(0, -1).some((word) => /^-e(?:n|nc|ncodedcommand)?$/i.test(word));
  if (isEncoded) return [{ rule: decodeRun, why: 'PowerShell runs an encoded command.' }];
  const windows = powerShellDownload(step);
  if (windows !== undefined) return [windows];
  const origins = whatRuns(step);
  if (origins.length === 0) return [];
  const matches: RuleMatch[] = [];
  if (origins.some(({ kind }) => kind === 'decoded')) {
    matches.push({ rule: decodeRun, why: `${shown(program)} runs decoded text.` });
  }
  const downloads = origins.filter((origin) => origin.kind === 'download');
  // A download without a checksum decides for all.
  const download = downloads.find(({ checked }) => checked === undefined) ?? downloads[0];
  if (download !== undefined) matches.push(downloaded(download.address, shown(program), download.checked));
  return matches;
}

/** The origins of what a command runs, as opposed to what it only processes. */
function whatRuns(step: Step): readonly Origin[] {
  const { program, args, called, piped, carried, hasFileSubstitution, originsOf } = step;
  if (program === 'chmod')
    return /^(?:\+x|[ugoa]+\+[rw]*x|[0-7]?7[0-7]{2})$/.test(args.find((word) => !word.startsWith('-')) ?? '')
      ? carried
      : [];
  // A list of options is no command, whatever file has the name of one.
  if (!isInterpreter(program)) return called.startsWith('-') ? [] : originsOf(called);
  if (program === 'eval' || program === 'source' || program === '.' || hasFileSubstitution)
    return [...carried, ...piped];
  const hasInlineCode = args.some((word) => /^-[a-z]*[ce]$/.test(word));
  if (hasInlineCode && args.some((word) => word.includes('json')))
    return carried.filter(({ kind }) => kind === 'decoded');
  if (hasInlineCode) return carried;
  const [script] = operandsOf(step);
  const isFromPipe =
    script === undefined || script === '-' || args.includes('-s') || /^\/dev\/stdin$/.test(script);
  // With a module or a script, an interpreter reads its input and does not run it.
  if (isFromPipe && !args.some((word) => /^-[mnp]$/.test(word)))
    return [...piped, ...(/^(?:iex|invoke-expression)$/.test(program) ? carried : [])];
  return script === undefined ? [] : originsOf(script);
}

function downloaded(address: string, by: string, checked?: Checked): RuleMatch {
  const severity = severityByHost(address);
  const what = `${by} runs a download from ${address || 'an address'}`;
  switch (checked) {
    case 'by-package':
      return {
        rule: downloadRun,
        severity: milder[severity],
        why: `${what}, if its checksum matches the one in the package.`,
      };
    case 'by-download':
      return {
        rule: downloadRun,
        severity,
        confidence: 'medium',
        why: `${what}, if its checksum matches a downloaded one.`,
      };
    case undefined:
      return { rule: downloadRun, severity, why: `${what}.` };
    default:
      return checked satisfies never;
  }
}

const milder = {
  critical: 'high',
  high: 'medium',
  medium: 'low',
  low: 'low',
  info: 'info',
} as const satisfies Readonly<Record<ScanSeverity, ScanSeverity>>;

function severityByHost(address: string): ScanSeverity {
  const kind = hostKindOf(address);
  switch (kind) {
    case 'installer':
    case 'local':
      return 'low';
    case 'placeholder':
      return 'medium';
    case 'drop':
    case 'messenger':
    case 'nameless':
      return 'critical';
    case 'other':
      return /^http:/i.test(address) ? 'critical' : 'high';
    default:
      return kind satisfies never;
  }
}

function powerShellDownload({ program, args }: Step): RuleMatch | undefined {
  if (!downloadsString(program) && !args.some(downloadsString)) return undefined;
  return downloaded(addressesIn([program, ...args].join(' '))[0] ?? '', 'PowerShell');
}

function downloadsString(word: string): boolean {
  return word.length >= 'DownloadString'.length && /\bDownloadString\b/i.test(word);
}

function shellsOfStep({ program, args, redirects, setting }: Step): readonly RuleMatch[] {
  const isShell = program === 'exec' || program === '' || isInterpreter(program);
  const words = isShell ? [...args, ...redirects.map(({ target }) => target)] : [];
  const socket = words.find((word) => /^\/dev\/(?:tcp|udp)\//.test(word));
  if (socket !== undefined) return [shellTo(socket, `A shell is connected to ${socket}.`, setting)];
  const isNetcat =
    netcats.has(program) &&
    args.some((word) => /^-[a-z]*[ec]$|^--(?:sh-)?exec$/.test(word)) &&
    args.some((word) =>
      /(?:^|[/\s])(?:ba|z|da|k)?sh(?:\s|$)|cmd(?:\.exe)?(?:\s|$)|powershell|python/.test(word),
    );
  const isSocat =
    program === 'socat' &&
    args.some((word) => /^exec:/i.test(word)) &&
    args.some((word) => /^tcp/i.test(word));
  return isNetcat || isSocat
    ? [shellTo(args.join(' '), `${program} connects a shell to the network.`, setting)]
    : [];
}

/**
 * With a placeholder for the other end nothing is connected, and an address of a private network is a laboratory's: a
 * document that shows this teaches the attack. A script has no reader to fill in a placeholder.
 */
function shellTo(words: string, why: string, setting?: Step['setting']): RuleMatch {
  const isLesson = namesPlaceholder(words) || (setting !== undefined && privateNetwork.test(words));
  if (!isLesson) return { rule: reverseShell, why };
  return { rule: reverseShell, severity: setting === 'script' ? 'high' : 'medium', why };
}

const privateNetwork =
  /(?<![\d.])(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})(?![\d.])/;

const netcats = programs('nc ncat netcat');

function packagesOfStep(step: Step): readonly RuleMatch[] {
  const { program, args } = step;
  const isInstall =
    (packageManagers.has(program) || isPython(program) || /^pip[\d.]*$/.test(program)) &&
    args.some((word) => /^(?:install|add|i)$/.test(word));
  if (!isInstall) return [];
  const index = args.findIndex((word) =>
    /^(?:-i|--index-url|--extra-index-url|--registry|--source)\b/.test(word),
  );
  const isOwnIndex = index !== -1;
  const address = addressesIn(args.join(' '))[0];
  if (address === undefined || knownSources.test(address)) return [];
  const kind = hostKindOf(address);
  if (kind === 'local') return [];
  const isUntrusted = kind === 'drop' || kind === 'nameless' || /^http:/.test(address);
  const severity = isUntrusted ? 'high' : isOwnIndex ? 'medium' : 'low';
  return [{ rule: remotePackage, severity, why: `${program} installs from ${address}.` }];
}

const packageManagers = programs('pipx uv npm pnpm yarn bun gem');
const knownSources =
  /^https:\/\/(?:(?:www\.)?github\.com|gitlab\.com|codeberg\.org|pypi\.org|files\.pythonhosted\.org|test\.pypi\.org|download\.pytorch\.org|registry\.npmjs\.org|registry\.npmmirror\.com|rubygems\.org|npm\.pkg\.github\.com|[\w.-]+\.(?:aliyun\.com|tsinghua\.edu\.cn|ustc\.edu\.cn|nvidia\.com|amazonaws\.com))\//;

function shown(program: string): string {
  return program.slice(0, 40) || 'The shell';
}

const codeFromText =
  /(?<![.\w])(?:exec|eval|Function|runInThisContext|runInNewContext)\s*\(|\bvm\.run\w+\(|\b_compile\(/;
const decoding =
  /b64decode|b32decode|\batob\s*\(|fromhex|unhexlify|codecs\.decode|zlib\.decompress|marshal\.loads|fromCharCode|["']base64["']|["']hex["']|base64_decode|decode_base64|decode64|gzinflate|gzuncompress|str_rot13|hex2bin|\bpack\s*\(\s*["']H/;
/** Ways to spell text that honest code uses too: they count only with what they hide. */
const otherDecoding =
  /\bunquote\b|decodeURIComponent|\bunescape\b|\[::-1\]|\breversed?\b|strrev|\bchr\b|DecodeString|FromBase64String|decode_?base64/;
const shellFromText =
  /\bos\.(?:system|popen)\s*\(|\bsubprocess\.\w+\s*\(|\b(?:execSync|spawnSync|execFile|exec|spawn|Popen|check_output|system|shell_exec|passthru|popen)\s*\(|exec\.Command\s*\(/;
const fetching =
  /requests\.get\s*\(|urlopen\s*\(|httpx\.get\s*\(|\bfetch\s*\(|axios\.get\s*\(|https?\.get\s*\(|file_get_contents\s*\(\s*["']https?:|Net::HTTP\.get|URI\.open|LWP::Simple|->get\s*\(\s*["']https?:/;

/** Anybody can write there, and nobody looks there. */
const temporaryFile = /(?:\/(?:var\/)?tmp|\/dev\/shm|%TEMP%|~\/\.cache)\/[\w./-]{1,80}/i;
const readsFile = /\bopen\s*\(|read_text|readFile|File\.read|file_get_contents|read_bytes/;

function matchStatement(statement: Statement): readonly RuleMatch[] {
  const { text, language } = statement;
  if (/\bos\.dup2\s*\(\s*\w+\.fileno/.test(text))
    return [shellTo(text, 'A shell is connected to the network.')];
  // In JavaScript it is the call of terminal emulators, whose other end is a page of the user.
  if (language === 'python' && /\bpty\.spawn\s*\(/.test(text))
    return /\bsocket\b|\.connect\s*\(/.test(statement.resolved())
      ? [shellTo(text, 'A shell is connected to the network.')]
      : [
          {
            rule: reverseShell,
            severity: 'medium',
            why: 'A shell gets a terminal, as a remote one needs it.',
          },
        ];
  if (/\bimport\s*\(\s*["'`]https?:/.test(text))
    return [downloaded(addressesIn(text)[0] ?? '', 'The import')];
  if (shellFromText.test(text)) {
    const resolved = statement.resolved();
    const isDecoded =
      decoding.test(resolved) || otherDecoding.test(resolved) || /(?:\\x[\da-f]{2}){6}/i.test(resolved);
    if (isDecoded && decodedTexts(resolved).some(isActive))
      return [{ rule: decodeRun, why: 'The program runs a decoded command.' }];
  }
  if (!codeFromText.test(text) || (language === 'python' && /\bdef\s/.test(text))) return [];
  const resolved = statement.resolved();
  if (decoding.test(resolved) || otherDecoding.test(resolved)) {
    const texts = decodedTexts(resolved);
    // What is decoded decides, where it can be read: lessons show an encoded `alert(1)`.
    const isShown = texts.some(isHarmless) && !texts.some(isActive);
    if (!isShown && (decoding.test(resolved) || texts.some(isActive)))
      return [{ rule: decodeRun, why: 'The program runs decoded text as code.' }];
  }
  if (fetching.test(resolved)) return [downloaded(addressesIn(resolved)[0] ?? '', 'The program')];
  const read = temporaryFile.exec(statement.paths())?.[0];
  if (read !== undefined && readsFile.test(resolved))
    return [{ rule: strangeCode, why: `The program runs code from ${read}.` }];
  const isLiteral = /(?:exec|eval|Function)\s*\(\s*(["'`])[^"'`$]*\1\s*\)/.test(text);
  return isLiteral ? [] : [{ rule: dynamicCode, confidence: 'low', why: 'The program runs text as code.' }];
}
