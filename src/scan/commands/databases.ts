/*
 * Deleting whole databases. Documents show how as a rule, and tests and set-up scripts drop what they have made
 * themselves, so what counts is a name that is written out and is not that of a test, and a script or a forced command.
 */

import type { ScanSeverity } from '../finding.js';
import type { ScanRule } from '../rule.js';
import type { RuleMatch, Statement, Step } from './step.js';
import { hasOption, operandsOf, programs } from './step.js';

export const dropDatabase: ScanRule = {
  id: 'destruction/drop-database',
  family: 'destruction',
  title: 'Deletes a database',
  severity: 'high',
  why: 'What a database holds is rarely anywhere else, and no agent asks twice.',
  instead: 'Show the command with the name of the database, and let the user run it.',
};

export function droppingOf(step: Step): readonly RuleMatch[] {
  const { program, setting } = step;
  if (!clients.has(program)) return [];
  const dropped = droppedBy(step);
  if (dropped === undefined || hasOption(step, 'i', '--interactive')) return [];
  const isForced = setting === 'script' || hasOption(step, 'f', '--force');
  return [sighting(dropped, isForced ? 'high' : 'medium', program)];
}

export function droppingIn(statement: Statement): readonly RuleMatch[] {
  const { text } = statement;
  const [, called] = /\.(dropDatabase|drop_database|flushall)\s*\(/i.exec(text) ?? [];
  if (called !== undefined) return [sighting('', 'medium', called)];
  if (!/\.(?:execute|query|raw|run|exec)\w*\s*\(/.test(text)) return [];
  const dropped = inSql(statement.resolved());
  return dropped === undefined ? [] : [sighting(dropped, 'high', 'The program')];
}

const clients = programs(
  'dropdb mysqladmin psql mysql mariadb sqlcmd clickhouse-client cockroach mongo mongosh redis-cli',
);

/** The name of a database, empty where there is none. */
function droppedBy(step: Step): string | undefined {
  const { program, args, input } = step;
  const said = `${args.join(' ')}\n${input}`.slice(0, 4_000);
  switch (program) {
    case 'dropdb':
      return operandsOf(step).at(-1);
    case 'mysqladmin':
      return args.includes('drop') ? (args[args.indexOf('drop') + 1] ?? '') : undefined;
    case 'mongo':
    case 'mongosh':
      return /\.dropDatabase\s?\(/.test(said) ? '' : undefined;
    case 'redis-cli':
      return /\bflush(?:all|db)\b/i.test(said) ? '' : undefined;
    default:
      return inSql(said);
  }
}

function inSql(text: string): string | undefined {
  return /\bdrop\s{1,4}(?:database|schema)\s{1,4}(?:if\s{1,4}exists\s{1,4})?["'`\\]{0,2}([\w$<>{}%.-]{1,100})/i.exec(
    text,
  )?.[1];
}

function sighting(name: string, severity: ScanSeverity, by: string): RuleMatch {
  const what = name === '' ? 'a database' : `the database ${name}`;
  return { rule: dropDatabase, severity: severityOf(name, severity), why: `${by} deletes ${what}.` };
}

function severityOf(name: string, own: ScanSeverity): ScanSeverity {
  if (ofTests.test(name)) return 'low';
  if (ofEverybody.test(name)) return 'high';
  // Whoever fills in the name decides what is deleted.
  return own === 'high' && /[$<>{%]/.test(name) ? 'medium' : own;
}

const ofEverybody = /(?:^|[^a-z])(?:prod|production|live)(?:$|[^a-z])/i;
const ofTests =
  /(?:^|[^a-z])(?:tests?|testing|dev|development|tmp|temp|demo|sandbox|scratch|example|ci|old|my_?(?:db|database|app))(?:$|[^a-z])/i;
