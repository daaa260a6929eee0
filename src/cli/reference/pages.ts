/*
 * The generated pages of docs/: the agents, the command line, the configuration, the error codes, the diagnostics, the
 * registry's API and the rules of the scanner. `npm run docs` writes them, a test keeps them fresh.
 */

import { configKeys } from '../../library/rules/config/config-keys.js';
import { commandCodes, locationCodes } from '../../library/rules/diagnostics.js';
import { scanRules } from '../../scan/families.js';
import { ruleFamilies } from '../../scan/findings/rule.js';
import { diagnosticCodes, severityOf } from '../../skill/diagnostic.js';
import { errorCodes } from '../../text/errors.js';
import { argumentSummary, flagForm, flagSummary, groupsOf, usageLine } from '../rules/help.js';
import { placeholder } from '../rules/parse-arguments.js';
import type { Flag, Verb } from '../rules/verb.js';
import { globalFlags } from '../rules/verb.js';
import { verbs } from '../verbs.js';
import { agentsPage } from './agents.js';
import { httpApiPage } from './http-api.js';
import { code, generated, page, table } from './markdown.js';

/** Path from the project's root to text. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'docs/agents.md': agentsPage(),
    'docs/cli.md': commandLinePage(),
    'docs/configuration.md': configurationPage(),
    'docs/diagnostics.md': diagnosticsPage(),
    'docs/errors.md': errorsPage(),
    'docs/http-api.md': httpApiPage(),
    'docs/scanner-rules.md': scannerRulesPage(),
  };
}

function commandLinePage(): string {
  const sections = groupsOf(verbs).map(
    ({ heading, members }) => `## ${heading}\n\n${members.map(verbSection).join('\n')}`,
  );
  return [
    `${generated}\n`,
    '# The command line\n',
    'stdout is the result, stderr has notes and errors. Exit 0: done; 1: refused or failed; 2: wrong arguments or flags. ' +
      'The description of a verb lists other codes.\n',
    'Every verb takes these flags, before or after it; only `mcp` does not take `--json`:\n',
    `${flagTable(globalFlags)}\n`,
    sections.join('\n'),
  ].join('\n');
}

function verbSection(verb: Verb): string {
  const parts = [`### ${verb.name}\n`, `${verb.summary}.\n`, `\`\`\`\n${usageLine(verb)}\n\`\`\`\n`];
  for (const paragraph of verb.description) parts.push(`${paragraph}\n`);
  if (verb.arguments.length > 0) {
    parts.push(
      table(
        ['argument', 'meaning'],
        verb.arguments.map((argument) => [code(placeholder(argument)), argumentSummary(argument)]),
      ),
    );
  }
  if (verb.flags.length > 0) parts.push(`${flagTable(verb.flags)}\n`);
  if (verb.examples.length > 0) {
    parts.push(
      `\`\`\`sh\n${verb.examples.map((example) => `${example.command}  # ${example.says}`).join('\n')}\n\`\`\`\n`,
    );
  }
  return parts.join('\n');
}

function flagTable(flags: readonly Flag[]): string {
  return table(
    ['flag', 'meaning'],
    flags.map((flag) => [code(flagForm(flag)), flagSummary(flag)]),
  ).trimEnd();
}

function errorsPage(): string {
  return page('Error codes', [
    'An error is one line `error: MESSAGE (CODE)` on stderr and, if something can be done about it, one line `hint: WHAT TO DO`. ' +
      'With `--json` it is `{"error": {"code", "message", "hint"}}` on stdout. The exit code is 2 for `usage`, and 1 for the others unless the [verb](cli.md) says otherwise.',
    codesTable(errorCodes),
  ]);
}

function diagnosticsPage(): string {
  return page('Diagnostics', [
    'What can be wrong with skills. A diagnostic never hides another skill, and a skill that can be loaded is loaded. ' +
      '`coppice validate`, `list`, `view` and `doctor` show them, with the line and, where one is known, the fix. A code has the same severity everywhere: an error means that some agent does not load or accept the skill; a warning, that a part of it is read in another way than its author may expect; info, that only a validator or packager objects. `coppice doctor --fix` fixes what needs no decision.',
    '## In a SKILL.md',
    table(
      ['code', 'severity', 'meaning'],
      Object.entries(diagnosticCodes).map(([name, meaning]) => [
        code(name),
        severityOf[name as keyof typeof severityOf],
        meaning,
      ]),
    ),
    '## In the location of a skill',
    codesTable(locationCodes),
    '## In commands and bundles',
    codesTable(commandCodes),
  ]);
}

function configurationPage(): string {
  const rows = Object.entries(configKeys).map(([name, { kind, fallback, says }]) => [
    code(name),
    kind.allowed,
    code(JSON.stringify(fallback)),
    says,
  ]);
  return page('Configuration', [
    'Settings are in `config.toml` in the home (`$COPPICE_HOME`, else `~/.coppice`). A key that does not exist is an error, ' +
      'so that a mistyped one is not silently ignored. `library.disabled` is the key `disabled` in the table `[library]`.',
    table(['key', 'value', 'default', 'meaning'], rows),
  ]);
}

function scannerRulesPage(): string {
  const sections = Object.entries(ruleFamilies).flatMap(([family, meaning]) => [
    `## ${family}: ${meaning}`,
    table(
      ['rule', 'severity', 'what', 'why', 'instead'],
      scanRules
        .filter((rule) => rule.family === family)
        .map(({ id, severity, title, why, instead }) => [code(id), severity, title, why, instead]),
    ),
  ]);
  return page('Rules of the scanner', [
    'What `coppice scan` looks for; [scanner.md](scanner.md) explains how findings become a verdict. The severity is the usual one: ' +
      'a finding can be less severe because of where it is. A clean scan does not prove that a skill is safe.',
    ...sections,
  ]);
}

function codesTable(codes: Readonly<Record<string, string>>): string {
  return table(
    ['code', 'meaning'],
    Object.entries(codes).map(([name, meaning]) => [code(name), meaning]),
  );
}
