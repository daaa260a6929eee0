/*
 * Rules against private data that leaves the computer: reading it, sending to anonymous hosts, and above all both
 * together, connected by a pipe, a variable, a file or one program.
 */

import type { ScanRule } from '../../findings/rule.js';
import { addressesIn, hostKindOf } from '../../package/hosts.js';
import type { PrivateLocation } from './locations.js';
import { privateLocationIn } from './locations.js';
import type { CommandRules, Origin, RuleMatch, Statement, Step } from './step.js';
import { programs } from './step.js';
import { isDownload, privateReads } from './trace.js';

const sendPrivate: ScanRule = {
  id: 'exfiltration/send-private',
  family: 'exfiltration',
  title: 'Sends private data away',
  severity: 'critical',
  why: 'Keys, logins and histories that leave this computer give access to everything they unlock.',
  instead: 'Ask the user for the one value that is needed, and name it in the description.',
};
const dropHost: ScanRule = {
  id: 'exfiltration/drop-host',
  family: 'exfiltration',
  title: 'Sends data to an anonymous host',
  severity: 'high',
  why: 'Whoever created the address can read the data, and nobody knows who that is.',
  instead: 'Send to a service that the user has chosen, with its address in the settings.',
};
const privateRead: ScanRule = {
  id: 'exfiltration/private-read',
  family: 'exfiltration',
  title: 'Reads private data',
  severity: 'medium',
  why: 'The data enters the conversation with the agent, and can leave the computer from there.',
  instead: 'Ask the user for the value, or use the tool that manages it.',
};
const nameTunnel: ScanRule = {
  id: 'exfiltration/name-tunnel',
  family: 'exfiltration',
  title: 'Sends data in host names',
  severity: 'high',
  why: 'A lookup of a made-up host name carries data past every proxy to the owner of the domain.',
  instead: 'Look up fixed names only.',
};

export const exfiltrationRules: CommandRules = {
  rules: [sendPrivate, dropHost, privateRead, nameTunnel],
  ofStep: [ofStep],
  ofStatement: {
    hint: /\bopen|read_text|read_bytes|readFile|createReadStream|shutil\.copy|copyfile|sqlite3\.connect|\bglob|listdir|os\.walk|readdir|zipfile|tarfile|\.read\(|\.post|\.put|\.patch|\burlopen|urllib\.request|\bfetch|sendBeacon|\.send|\bhttps?\.request|storbinary|gethostbyname|dns\./,
    match: matchStatement,
  },
};

function ofStep(step: Step): readonly RuleMatch[] {
  const tunnel = tunnelOf(step);
  if (tunnel !== undefined) return [tunnel];
  const sent = sentBy(step);
  if (sent === undefined) return readsOf(step);
  const text = step.args.join(' ');
  const location = mostPrivate(sent);
  if (location !== undefined) return sendingOf(location, text);
  const address = addressesIn(text).find((found) => hostKindOf(found) === 'drop') ?? bareDropHost(step);
  if (address !== undefined) return [{ rule: dropHost, why: `The command sends data to ${address}.` }];
  return [];
}

function sendingOf(location: PrivateLocation, text: string): readonly RuleMatch[] {
  const kinds = addressesIn(text).map(hostKindOf);
  if (kinds.length > 0 && kinds.every((kind) => kind === 'local')) return [];
  const why = `Data read from ${location.what} is sent away.`;
  if (!location.isOrdinary) return [{ rule: sendPrivate, why }];
  const isCollected = kinds.some((kind) => kind === 'drop' || kind === 'messenger' || kind === 'nameless');
  return [{ rule: sendPrivate, severity: isCollected ? 'critical' : 'high', why }];
}

/** What a command sends, undefined when it sends nothing. Headers carry logins, so they count less. */
function sentBy(step: Step): readonly Origin[] | undefined {
  const { program, args, piped, carried } = step;
  if (isDownload(step)) {
    const paths = args.flatMap((word, index) => {
      const before = args[index - 1] ?? '';
      if (/^(?:-T|--upload-file|--post-file|--body-file)$/.test(before)) return [word];
      return (
        /(?:^|=)[@<](.+)$/s.exec(word)?.[1] ??
        /^(?:--post-file|--body-file|--upload-file)=(.+)$/s.exec(word)?.[1] ??
        []
      );
    });
    const isSending = paths.length > 0 || args.some((word) => sendingOption.test(word));
    const isInAddress = args.some((word) => /^https?:\/\/[^?#]*(?:\$\(\)|[?&][^=]*=\$)/.test(word));
    const own = paths.flatMap(privateOrigin);
    if (isSending) return [...own, ...piped, ...withoutHeaders(carried, args)];
    const hidden = isInAddress ? withoutHeaders(carried, args) : carried.filter(isGrave);
    return isInAddress || hidden.length > 0 ? hidden : undefined;
  }
  if (senders.has(program))
    return [...piped, ...carried, ...privateReads(step), ...args.flatMap(privateOrigin)];
  if (copiers.has(program)) {
    const sources = args.filter(
      (word, index) => !/^-[ieFoS]$/.test(args[index - 1] ?? '') && !/ssh -i/.test(word),
    );
    const isAway = /^(?:scp|rsync)$/.test(program) ? /^[^/]+:/.test(sources.at(-1) ?? '') : true;
    return isAway ? [...carried, ...sources.slice(0, -1).flatMap(privateOrigin)] : undefined;
  }
  const isSocket = step.redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target));
  return isSocket ? [...piped, ...carried, ...privateReads(step)] : undefined;
}

const senders = programs('nc ncat netcat socat telnet mail sendmail mutt ftp sftp tftp');
const copiers = programs('scp rsync rclone magic-wormhole wormhole croc');
const sendingOption =
  /^(?:-d|-F|--data(?:-\w+)?|--form|--json|-T|--upload-file|--post-data|--post-file|--body-\w+|-Body|-InFile)(?:=|$)|^-(?:XPOST|XPUT)$|^--(?:data|post)[\w-]*=/i;

function withoutHeaders(carried: readonly Origin[], args: readonly string[]): readonly Origin[] {
  const isInHeader = args.some(
    (word) => /^(?:authorization|x-[\w-]+|cookie)\s*:/i.test(word) || /^(?:-u|--user)$/.test(word),
  );
  return isInHeader ? carried.filter(isGrave) : carried;
}

function isGrave(origin: Origin): boolean {
  return origin.kind === 'private' && !origin.location.isOrdinary;
}

function privateOrigin(path: string): readonly Origin[] {
  const location = privateLocationIn(path);
  return location ? [{ kind: 'private', location }] : [];
}

/** The most private of several locations. */
function mostPrivate(origins: readonly Origin[]): PrivateLocation | undefined {
  if (origins.length === 0) return undefined;
  const locations = origins.flatMap((origin) => (origin.kind === 'private' ? [origin.location] : []));
  return locations.find(({ isOrdinary }) => !isOrdinary) ?? locations[0];
}

function bareDropHost({ args }: Step): string | undefined {
  return args.find((word) => /^[\w-]+(?:\.[\w-]+)+(?:[/:].*)?$/.test(word) && hostKindOf(word) === 'drop');
}

function readsOf(step: Step): readonly RuleMatch[] {
  const location = mostPrivate(privateReads(step));
  if (location === undefined || location.what === 'the environment') return [];
  const severity = location.isOrdinary || step.setting !== 'script' ? 'low' : 'medium';
  return [
    { rule: privateRead, severity, confidence: 'medium', why: `${step.program} reads ${location.what}.` },
  ];
}

const lookups = programs('dig nslookup host ping drill');

function tunnelOf({ program, args, carried, setting }: Step): RuleMatch | undefined {
  if (!lookups.has(program)) return undefined;
  const name = args.find((word) => /^@?(?:\$\(\)|\$\{?\w+\}?|[^\s.]{60,})\.[\w-]+\./.test(`${word}.`));
  const location = mostPrivate(carried);
  if (location !== undefined)
    return { rule: sendPrivate, why: `Data read from ${location.what} is sent as a host name.` };
  if (name === undefined || !name.startsWith('$()')) return undefined;
  return {
    rule: nameTunnel,
    severity: setting === 'script' ? 'high' : 'medium',
    why: 'The output of a command becomes a host name.',
  };
}

const readCall =
  /\bopen\s*\(|read_text|read_bytes|readFile|createReadStream|shutil\.copy|copyfile|sqlite3\.connect|\bglob|listdir|os\.walk|readdir|zipfile|tarfile|\.read\(/;
const sendCall =
  /\b(?:requests|httpx|session|client|axios|got|ky|http)\.(?:post|put|patch)\s*\(|\burlopen\s*\(|urllib\.request\.Request\s*\(|(?<!\w)fetch\s*\(|sendBeacon\s*\(|\.send(?:all|to|mail|_message)?\s*\(|\bhttps?\.request\s*\(|storbinary|gethostbyname|dns\.(?:resolve\w*|lookup)\s*\(/;
const environmentDump =
  /(?:json\.dumps|dict|str|urlencode)\(\s*(?:dict\()?os\.environ\s*[),]|JSON\.stringify\(\s*(?:\{\s*\.\.\.)?process\.env\s*[),}]|os\.environ\.items\(\)|Object\.(?:entries|keys)\(\s*process\.env\s*\)|\b(?:json|data|body|params)\s*[=:]\s*(?:dict\()?(?:os\.environ|process\.env)\b(?![.[])/;

function matchStatement(statement: Statement): readonly RuleMatch[] {
  const { text } = statement;
  const isSending = sendCall.test(text);
  if (!isSending && !readCall.test(text)) return [];
  const location = privateLocationIn(statement.paths());
  if (!isSending) {
    if (location === undefined || location.isOrdinary) return [];
    return [{ rule: privateRead, confidence: 'medium', why: `The program reads ${location.what}.` }];
  }
  const resolved = statement.resolved();
  if (location !== undefined && !location.isOrdinary) return sendingOf(location, resolved);
  if (environmentDump.test(resolved))
    return sendingOf({ what: 'the environment', isOrdinary: false }, resolved);
  if (collectsKeys(resolved))
    return sendingOf({ what: 'the keys of several services', isOrdinary: true }, resolved);
  const address = addressesIn(resolved).find((found) => hostKindOf(found) === 'drop');
  if (address === undefined) return [];
  // Many programs read a settings file to log in, but nobody logs in at such a host.
  return location
    ? sendingOf(location, resolved)
    : [{ rule: dropHost, why: `The program sends data to ${address}.` }];
}

const encoding = /b64encode|\bbtoa\s*\(|["'](?:base64|base64url|hex)["']|hexlify|\.hex\(\)/;

/** No service needs the keys of others. Two keys may be a choice between services, unless both are encoded. */
function collectsKeys(resolved: string): boolean {
  if (!/process\.env|os\.environ|getenv/.test(resolved)) return false;
  const keys = resolved.matchAll(
    /\b([A-Z][A-Z0-9]{1,30})_(?:[A-Z0-9]{1,20}_){0,3}(?:TOKEN|KEY|SECRET|PASSWORD|PAT|CREDENTIALS)\b/g,
  );
  const services = new Set([...keys].map(([, service]) => service));
  return services.size > 2 || (services.size === 2 && encoding.test(resolved));
}
