/*
 * Rules against private data that leaves the computer: reading it, sending to anonymous hosts, and above all both
 * together, connected by a pipe, a variable, a file or one program.
 */

import { hiddenAddressIn } from '../../code/hidden-address.js';
import type { ScanRule } from '../../findings/rule.js';
import { addressesIn, hostKindOf } from '../../package/hosts.js';
import { labelledSending } from './labelled.js';
import { privateLocationIn } from './locations.js';
import {
  collectSecrets,
  hiddenEndpoint,
  judgeSending,
  mostPrivate,
  sendPrivate,
  sendSecret,
} from './sending.js';
import type { CommandRules, Origin, RuleMatch, Statement, Step } from './step.js';
import { programs } from './step.js';
import { isDownload, privateReads } from './trace.js';

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
  rules: [sendPrivate, sendSecret, collectSecrets, hiddenEndpoint, dropHost, privateRead, nameTunnel],
  ofStep: [ofStep],
  ofStatement: {
    hint: /\bopen|read_text|read_bytes|readFile|createReadStream|shutil\.copy|copyfile|sqlite3\.connect|\bglob|listdir|os\.walk|readdir|zipfile|tarfile|\.read\(|\.post|\.put|\.patch|\burlopen|urllib\.request|\bfetch|sendBeacon|\.send|\bhttps?\.request|storbinary|gethostbyname|dns\./,
    match: matchStatement,
  },
};

function ofStep(step: Step): readonly RuleMatch[] {
  const hidden = hiddenOf(step);
  const tunnel = tunnelOf(step);
  if (tunnel !== undefined) return [...hidden, tunnel];
  const forced = forcedIntoGit(step);
  if (forced !== undefined) return [...hidden, forced];
  const sent = sentBy(step);
  if (sent === undefined) return [...hidden, ...readsOf(step)];
  const addresses = [...addressesIn(step.args.join(' ')), ...bareHosts(step)];
  const found = judgeSending({ origins: sent, addresses, isHidden: false, isName: false });
  if (found.some(({ rule, severity = rule.severity }) => severity !== 'low')) return [...hidden, ...found];
  const labelled = labelledSending(step, addresses);
  if (labelled !== undefined) return [...hidden, labelled];
  if (found.length > 0) return [...hidden, ...found];
  const address = addresses.find((each) => hostKindOf(each) === 'drop');
  if (address !== undefined)
    return [...hidden, { rule: dropHost, why: `The command sends data to ${address}.` }];
  return hidden;
}

/** Git leaves out what the project keeps to itself, unless it is forced; what is committed is pushed. */
function forcedIntoGit({ program, args }: Step): RuleMatch | undefined {
  if (program !== 'git' || !args.includes('add') || !args.some((word) => word === '-f' || word === '--force'))
    return undefined;
  const location = args.map(privateLocationIn).find((each) => each !== undefined);
  const why = `git is forced to add ${location?.what}, which projects keep out of their history.`;
  return location && { rule: sendPrivate, severity: 'high', why };
}

/** Encoded addresses in the words and the input of a command. */
function hiddenOf({ args, redirects }: Step): readonly RuleMatch[] {
  for (const text of [
    ...args,
    ...redirects.flatMap(({ kind, target }) => (kind === 'text' ? [target] : [])),
  ]) {
    const hidden = text.length < 12 ? undefined : hiddenAddressIn(text.slice(0, 4_000));
    if (hidden !== undefined)
      return [{ rule: hiddenEndpoint, why: `The command hides ${hidden.address} (${hidden.spelling}).` }];
  }
  return [];
}

/** Hosts that a command names without `https://`. */
function bareHosts({ program, args }: Step): readonly string[] {
  if (!isDownload({ program }) && !senders.has(program) && program !== 'ssh') return [];
  return args
    .filter(
      (word, index) =>
        /^(?:[\w.-]+@)?[\w-]+(?:\.[\w-]+)+(?:[/:?].*)?$/s.test(word) && !/^-/.test(args[index - 1] ?? ''),
    )
    .map((word) => `http://${word.replace(/^[\w.-]+@/, '')}`);
}

/** What a command sends, undefined when it sends nothing. */
function sentBy(step: Step): readonly Origin[] | undefined {
  const { program, args, piped, carried } = step;
  if (isDownload(step)) {
    const paths = args.flatMap((word, index) => {
      const before = args[index - 1] ?? '';
      if (/^(?:-T|--upload-file|--post-file|--body-file|-InFile)$/i.test(before)) return [word];
      return (
        /(?:^|=)[@<](.+)$/s.exec(word)?.[1] ??
        /^(?:--post-file|--body-file|--upload-file)=(.+)$/s.exec(word)?.[1] ??
        []
      );
    });
    const isSending = paths.length > 0 || args.some((word) => sendingOption.test(word));
    const isInAddress = args.some((word) => /^https?:\/\/[^?#]*(?:\$\(\)|[?&][^=]*=\$)/.test(word));
    const own = paths.flatMap(privateOrigin);
    const words = originsOfWords(step);
    const rest = withoutHeaders(carried, args).filter(({ kind }) => kind !== 'secret');
    if (isSending) return [...own, ...piped, ...words, ...rest];
    const hidden = isInAddress ? rest : carried.filter(isGrave);
    return isInAddress || hidden.length > 0 || words.length > 0 ? [...hidden, ...words] : undefined;
  }
  if (senders.has(program) || (program === 'gh' && args[0] === 'gist'))
    return [...piped, ...carried, ...privateReads(step), ...args.flatMap(privateOrigin)];
  if (program === 'ssh') return piped.some(isGrave) ? piped.filter(isGrave) : undefined;
  if (program === 'git' && /^(?:push|remote|clone|ls-remote|fetch)$/.test(args[0] ?? ''))
    return carried.length > 0 ? carried.filter(({ kind }) => kind === 'secret') : undefined;
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

/** The secrets in the words of a request; in a header or a login they are where a service expects them. */
function originsOfWords({ args, wordOrigins }: Step): readonly Origin[] {
  return wordOrigins.flatMap((origins, index) => {
    const word = args[index] ?? '';
    const isLogin =
      /^(?:-H|--header|-u|--user|-b|--cookie|--oauth2-bearer|-Headers|-Credential)$/i.test(
        args[index - 1] ?? '',
      ) || /^(?:--header=|--user=)|^['"]?(?:authorization|x-[\w-]+|api-key|cookie)\s*:/i.test(word);
    return origins
      .filter(({ kind }) => kind === 'secret')
      .map((origin) => (isLogin ? { ...origin, isLogin } : origin));
  });
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
  const [sent] = judgeSending({ origins: carried, addresses: [], isHidden: false, isName: true });
  if (sent !== undefined) return sent;
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
  /\b(?:requests|httpx|session|client|axios|got|ky|http)\.(?:post|put|patch)\s*\(|\burlopen\s*\(|urllib\.request\.Request\s*\(|(?<!\w)fetch\s*\(|sendBeacon\s*\(|\.send(?:all|to|mail|_message)?\s*\(|\bhttps?\.request\s*\(|storbinary|file_get_contents\s*\(|->(?:post|put|request)\s*\(|Net::HTTP|http\.(?:Post|NewRequest)|curl_setopt\s*\(/;

/** What is sent is followed through the program; here is what a statement says by itself. */
function matchStatement(statement: Statement): readonly RuleMatch[] {
  const { text } = statement;
  const isSending = sendCall.test(text);
  if (!isSending && !readCall.test(text)) return [];
  if (!isSending) {
    const location = privateLocationIn(statement.paths());
    if (location === undefined || location.isOrdinary) return [];
    return [{ rule: privateRead, confidence: 'medium', why: `The program reads ${location.what}.` }];
  }
  const resolved = statement.resolved();
  const address = addressesIn(resolved).find((found) => hostKindOf(found) === 'drop');
  return address === undefined ? [] : [{ rule: dropHost, why: `The program sends data to ${address}.` }];
}
