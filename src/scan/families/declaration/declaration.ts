/*
 * Rules against using what is not declared. Most skills declare nothing, and that is fine: only an existing declaration
 * is compared with what the skill uses. A skill without any declaration gets at most one finding.
 */

import type { SkillFields } from '../../../skill/skill.js';
import type { ScanFinding } from '../../findings/finding.js';
import type { FamilyScanner, ScanRule } from '../../findings/rule.js';
import { isSecretName } from '../../secrets/secret-name.js';
import { type Code, type CodeUse, codeOf, hostsOf, programsOf, variablesOf } from './code.js';

const rules = {
  environment: {
    id: 'declaration/environment',
    family: 'declaration',
    title: 'An undeclared credential',
    severity: 'medium',
    why: 'The user agreed to the declared credentials, not to others.',
    instead: 'Add the variable to required_environment_variables.',
  },
  network: {
    id: 'declaration/network',
    family: 'declaration',
    title: 'A skill described as offline uses the network',
    severity: 'medium',
    why: 'Users trust an offline skill with private files.',
    instead: 'Say which hosts the skill uses, and for what.',
  },
  program: {
    id: 'declaration/program',
    family: 'declaration',
    title: 'An undeclared program',
    severity: 'low',
    why: 'Users check the list of programs before they allow the skill to run.',
    instead: 'Add the program to prerequisites.commands.',
  },
  tool: {
    id: 'declaration/tool',
    family: 'declaration',
    title: 'Scripts without a declared tool to run them',
    severity: 'low',
    why: 'A skill that seems only to read is trusted more than one that runs commands.',
    instead: 'Add the tool to allowed-tools.',
  },
  nothing: {
    id: 'declaration/nothing',
    family: 'declaration',
    title: 'Credentials without any declaration',
    severity: 'info',
    why: 'Without a declaration users cannot tell what the skill needs.',
    instead: 'Declare the variables in required_environment_variables.',
  },
} satisfies Record<string, ScanRule>;

export const declarationScanner: FamilyScanner = {
  rules: Object.values(rules),
  scan({ files, skill, skillFile }) {
    if (skill === undefined || skillFile === undefined) return [];
    const code = files.flatMap(codeOf);
    const { fields } = skill;
    const findings = [
      ...undeclaredEnvironment(fields, code),
      ...undeclaredNetwork(fields, code),
      ...undeclaredPrograms(fields, code),
      ...undeclaredTool(fields, code),
    ];
    return findings.length > 0 || declaresAnything(fields) ? findings : noDeclaration(fields, code);
  },
};

type LocatedUse = CodeUse & { readonly code: Code };

function declaresAnything({
  environment,
  commands,
  allowedTools,
  requiresTools,
  compatibility,
}: SkillFields): boolean {
  return [environment, commands, allowedTools, requiresTools, compatibility ?? ''].some(
    ({ length }) => length > 0,
  );
}

/** A name in the description or the compatibility note counts as declared. */
function isMentioned(name: string, { description, compatibility = '' }: SkillFields): boolean {
  return description.includes(name) || compatibility.includes(name);
}

function undeclaredEnvironment(fields: SkillFields, code: readonly Code[]): readonly ScanFinding[] {
  if (fields.environment.length === 0) return [];
  const declared = new Set(fields.environment.map(({ name }) => name));
  return credentials(fields, code)
    .filter(({ name }) => !declared.has(name))
    .map((use) => {
      const severity = use.code.isScript ? 'medium' : 'low';
      return found(
        rules.environment,
        use,
        `The code reads ${use.name}, which the skill does not declare.`,
        severity,
      );
    });
}

function noDeclaration(fields: SkillFields, code: readonly Code[]): readonly ScanFinding[] {
  return credentials(fields, code)
    .slice(0, 1)
    .map((use) => found(rules.nothing, use, `The code reads ${use.name}, but the skill declares nothing.`));
}

function credentials(fields: SkillFields, code: readonly Code[]): readonly LocatedUse[] {
  return firstOfEach(code, variablesOf).filter(
    ({ name }) => isSecretName(name) && !isMentioned(name, fields),
  );
}

function undeclaredNetwork(fields: SkillFields, code: readonly Code[]): readonly ScanFinding[] {
  const { description, compatibility = '' } = fields;
  const isOffline = saysOffline.test(description) || saysOffline.test(compatibility);
  if (!isOffline) return [];
  return firstOfEach(code.filter(isScript), hostsOf)
    .filter(({ name }) => !isMentioned(name, fields))
    .map((use) => found(rules.network, use, `The skill is described as offline, but names ${use.name}.`));
}

const saysOffline =
  /\b(?:works|runs|fully|completely|entirely|100%) offline\b|\boffline[- ]only\b|\b(?:no|without(?: any)?|never (?:uses|needs|touches)(?: the)?|does not (?:use|need|require)(?: the)?) (?:network|internet)(?: access| connection| calls| requests)?\b|\b(?:no|never sends) data (?:leaves|to)\b/i;

function undeclaredPrograms(fields: SkillFields, code: readonly Code[]): readonly ScanFinding[] {
  if (fields.commands.length === 0) return [];
  const declared = new Set(fields.commands);
  return firstOfEach(code.filter(isScript), programsOf)
    .filter(({ name }) => notablePrograms.has(name) && !declared.has(name))
    .map((use) =>
      found(rules.program, use, `The script uses ${use.name}, which the skill does not declare.`),
    );
}

/** Programs that a user wants to know about. Other words are standard tools, or not programs. */
const notablePrograms = new Set(
  'curl wget nc ncat socat ssh scp sftp rsync ftp docker podman kubectl helm terraform aws gcloud az gh glab git npm npx pnpm yarn bun pip pip3 pipx uv uvx brew apt apt-get yum dnf choco osascript open powershell pwsh sudo crontab systemctl launchctl gpg openssl sqlite3 psql mysql mongosh redis-cli ffmpeg adb'.split(
    ' ',
  ),
);

function undeclaredTool(
  { allowedTools, requiresTools }: SkillFields,
  code: readonly Code[],
): readonly ScanFinding[] {
  if (allowedTools.length === 0) return [];
  if ([...allowedTools, ...requiresTools].some((tool) => runsCommands.test(tool))) return [];
  const first = code.find(isScript);
  if (first === undefined) return [];
  const why = `${first.file.path} is a script, but the declared tools are ${allowedTools.join(', ')}.`;
  return [found(rules.tool, { code: first, line: 1, excerpt: first.file.lines[0] ?? '' }, why)];
}

const runsCommands = /bash|shell|terminal|exec|command|run|process|powershell|\*|python|node|script|mcp/i;

/** The first use of each name. Scripts come before blocks, which may be examples. */
function firstOfEach(
  code: readonly Code[],
  usesOf: (code: Code) => readonly CodeUse[],
): readonly LocatedUse[] {
  const first = new Map<string, LocatedUse>();
  for (const each of [...code.filter(isScript), ...code.filter((block) => !isScript(block))])
    for (const use of usesOf(each)) if (!first.has(use.name)) first.set(use.name, { ...use, code: each });
  return [...first.values()];
}

function isScript(code: Code): boolean {
  return code.isScript;
}

function found(
  rule: ScanRule,
  { code, line, excerpt }: Pick<LocatedUse, 'code' | 'line' | 'excerpt'>,
  why: string,
  severity = rule.severity,
): ScanFinding {
  return { rule: rule.id, severity, confidence: 'medium', file: code.file.path, line, excerpt, why };
}
