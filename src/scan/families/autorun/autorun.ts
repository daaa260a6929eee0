/*
 * Finds what a package runs without being asked. The commands of each place go through the rules about commands, with
 * a higher severity than in a document, because nobody reads them before they run. That something runs by itself is a
 * finding of its own, a mild one: hooks and build steps have honest uses.
 */

import { shownExcerpt } from '../../findings/excerpt.js';
import { type ScanFinding, type ScanSeverity, scanSeverities } from '../../findings/finding.js';
import type { FamilyScanner, ScanRule } from '../../findings/rule.js';
import { addressesIn, hostKindOf } from '../../package/hosts.js';
import type { PreparedFile, PreparedPackage } from '../../package/prepare.js';
import { scanScripts } from '../commands/commands.js';
import type { Script } from '../commands/scripts.js';
import { type FieldsOf, fieldsReader, pathTest } from './field-reader.js';
import { namedByPlugin, type Place, places } from './places.js';
import { autorunRules } from './rules.js';
import { type AutorunScript, scriptsAt } from './scripts-at.js';
import { riskySettings } from './settings.js';

export const autorunScanner: FamilyScanner = { rules: Object.values(autorunRules), scan };

function scan(prepared: PreparedPackage): readonly ScanFinding[] {
  const fieldsOf = fieldsReader(prepared);
  const found: ScanFinding[] = [];
  const placesIn = placesFinder(prepared, fieldsOf);
  const judged: { readonly script: Script; readonly isAsked: boolean }[] = [];
  for (const file of prepared.files) {
    if (file.content === 'binary') continue;
    for (const place of placesIn(file)) {
      const read = scriptsAt(place, file, fieldsOf);
      found.push(...addressFindings(place, file, read.addresses), ...inputFindings(place, read.scripts));
      if (read.isNotable) found.push(...plainFindings(place, read.scripts, prepared.files));
      for (const { script } of read.scripts) judged.push({ script, isAsked: place.isAsked === true });
    }
    for (const setting of riskySettings) {
      if (!setting.path.test(file.path)) continue;
      const { all, isBroken } = fieldsOf(file, setting.format);
      const isNamed = pathTest(setting.keys, isBroken);
      for (const { path, words, line } of all) {
        const value = isNamed(path) ? words.find(setting.isRisky) : undefined;
        if (value === undefined) continue;
        const why = `The setting ${path.replace(/^.*\//, '')} = ${clipped(value)} ${setting.does}.`;
        found.push(findingAt(setting.rule, file, line, why, setting.severity));
      }
    }
  }
  return [...found, ...commandFindings(judged)];
}

/** The places of the table, and those that a plugin names in its manifest. */
function placesFinder(
  { files }: PreparedPackage,
  fieldsOf: FieldsOf,
): (file: PreparedFile) => readonly Place[] {
  const named = new Set<string>();
  for (const file of files) {
    const folder = /^(.*?)\.[\w-]+-plugin\/plugin\.json$/i.exec(file.path)?.[1];
    if (folder === undefined) continue;
    for (const { path, words } of fieldsOf(file, 'json').all)
      if (path === 'hooks' || path === 'mcpServers')
        for (const word of words) named.add(`${folder}${word.replace(/^(?:\$\{\w+\}\/|\.\/)/, '')}`);
  }
  return (file) => {
    const known = places.filter(({ path }) => path.test(file.path));
    if (!named.has(file.path)) return known;
    const added = namedByPlugin.filter(({ rule }) => !known.some((place) => place.rule === rule));
    return [...known, ...added.map((place) => ({ ...place, path: /(?:)/ }))];
  };
}

/** One finding for all commands of a place in a file. */
function plainFindings(
  { rule, severity = rule.severity, when }: Place,
  scripts: readonly AutorunScript[],
  files: readonly PreparedFile[],
): readonly ScanFinding[] {
  const [first, ...more] = scripts;
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const why = `The command runs ${when}: ${clipped(first.shown)}${others}.`;
  const isOrdinary =
    rule === autorunRules.installScript && scripts.every(({ shown }) => isBuildStep(shown, files));
  return [findingAt(rule, first.script.file, first.line, why, isOrdinary ? 'low' : severity)];
}

/** Tools that honest packages call on installation, and files of the package itself. */
function isBuildStep(command: string, files: readonly PreparedFile[]): boolean {
  return command
    .slice(0, 600)
    .split(/&&|\|\||;/)
    .every((part) => {
      const step = part.trim();
      const own = /^(?:node|tsx|bun|python3?|sh|bash)\s+(?:\.\/)?([\w./-]+)$/.exec(step)?.[1];
      if (own !== undefined) return files.some(({ path }) => `/${path}`.includes(`/${own}`));
      return buildTool.test(step);
    });
}

const buildTool =
  /^(?:(?:npx|pnpm exec|yarn) )?(?:husky|lefthook|simple-git-hooks|patch-package|tsc|tsup|node-gyp|node-gyp-build|node-pre-gyp|prebuild-install|playwright install|prisma generate|electron-builder install-app-deps|only-allow|is-ci|svelte-kit|nuxt|esbuild|rollup|vite|mkdir|echo|exit|true)\b[\w\s./:=-]*$|^(?:npm|pnpm|yarn|bun) (?:run )?[\w:-]+$/;

interface FoundAddress {
  readonly address: string;
  readonly line: number;
}

/** Servers on the network, and hooks that are addresses. */
function addressFindings(
  { rule }: Place,
  file: PreparedFile,
  addresses: readonly FoundAddress[],
): readonly ScanFinding[] {
  return addresses.flatMap(({ address, line }) => {
    const kind = hostKindOf(address);
    if (!/^\w+:\/\//.test(address) || kind === 'local' || isPrivateHost.test(address)) return [];
    const shown = clipped(address);
    if (rule === autorunRules.agentHook)
      return [findingAt(autorunRules.sendsInput, file, line, `The hook sends its input to ${shown}.`)];
    const isStrange = kind !== 'other' && kind !== 'installer';
    const severity = isStrange || /^http:/i.test(address) ? 'high' : 'low';
    return [findingAt(rule, file, line, `The agent uses the tools of ${shown}.`, severity)];
  });
}

const isPrivateHost =
  /^\w+:\/\/(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|[\w.-]+\.(?:local|internal|localhost)\b|[\w-]+(?:[:/]|$))/i;

/** Hooks that pass their input, in which the agent’s work is, to the network. */
function inputFindings({ rule }: Place, scripts: readonly AutorunScript[]): readonly ScanFinding[] {
  if (rule !== autorunRules.agentHook) return [];
  return scripts.flatMap(({ script, shown, line }) => {
    const text = shown.slice(0, 4_000);
    if (!passesInput.test(text)) return [];
    const address = addressesIn(text).find(
      (each) => hostKindOf(each) !== 'local' && !isPrivateHost.test(each),
    );
    if (address === undefined && !/\b(?:nc|ncat|netcat)\s/.test(text)) return [];
    const why = `The hook sends its input to ${clipped(address ?? 'a host')}.`;
    return [findingAt(autorunRules.sendsInput, script.file, line, why)];
  });
}

const passesInput =
  /\b(?:curl|wget|xh|https?)\b[^|;&]{0,400}(?:@-|@\/dev\/stdin|\$\(\s*(?:cat|<\s*\/dev\/stdin)\s*-?\s*\)|--post-file[= ](?:-|\/dev\/stdin)|\$\{?(?:CLAUDE_|TOOL_|PROMPT\b|ARGUMENTS\b)\w*)|^\s*(?:cat|tee|jq)\b[^;&]{0,200}\|\s*(?:curl|nc|ncat|netcat|wget)\b|^\s*(?:nc|ncat|netcat)\s/;

/**
 * What the rules about commands say, judged as a script. What a user does not start is at least one step more severe
 * than the same in a document, but for deletions, which build steps are full of.
 */
function commandFindings(
  judged: readonly { readonly script: Script; readonly isAsked: boolean }[],
): readonly ScanFinding[] {
  if (judged.length === 0) return [];
  const unasked = judged.filter(({ isAsked }) => !isAsked).map(({ script }) => script);
  const inDocument = new Map<string, ScanSeverity>();
  for (const finding of scanScripts(unasked.map((script) => ({ ...script, setting: 'documentation' }))))
    inDocument.set(keyOf(finding), finding.severity);
  return scanScripts(judged.map(({ script }) => script)).map((finding) => {
    const milder = inDocument.get(keyOf(finding));
    if (milder === undefined || finding.rule.startsWith('destruction/')) return finding;
    const raised = oneHigher[milder];
    const isHigher = scanSeverities.indexOf(raised) > scanSeverities.indexOf(finding.severity);
    return isHigher ? { ...finding, severity: raised } : finding;
  });
}

const oneHigher: Readonly<Record<ScanSeverity, ScanSeverity>> = {
  info: 'info',
  low: 'medium',
  medium: 'high',
  high: 'critical',
  critical: 'critical',
};

function keyOf({ rule, file, line }: ScanFinding): string {
  return JSON.stringify([rule, file, line]);
}

function findingAt(
  rule: ScanRule,
  file: PreparedFile,
  line: number,
  why: string,
  severity: ScanSeverity = rule.severity,
): ScanFinding {
  const excerpt = shownExcerpt(file.lines[line - 1] ?? '');
  return {
    rule: rule.id,
    severity,
    confidence: 'high',
    file: file.path,
    line,
    excerpt,
    why: shownExcerpt(why),
  };
}

function clipped(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim();
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
