/*
 * `coppice doctor`: what each agent sees, then what is wrong and how to fix it. It must work where nothing else
 * does, so a configuration that cannot be read is one of its findings.
 */

import type { Context } from '../../../app/context.js';
import { loadState } from '../../../curator/state.js';
import { type Diagnosis, examine } from '../../../library/doctor/doctor.js';
import type { ClientView } from '../../../library/rules/client-view.js';
import type { Problem } from '../../../library/rules/doctor-problem.js';
import { homePaths } from '../../../system/home.js';
import { counted, listUpTo } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { UsageStore } from '../../../usage/store.js';
import type { Report } from '../../rules/verb.js';

export function runDoctor(context: Context): Report {
  const { files, clock, home, configPath = homePaths(home).config, onlyRoots = [] } = context;
  const diagnosis = examine({
    ...context,
    configPath,
    usage: new UsageStore({ path: homePaths(home).usage, files, clock }),
    loadCuratorState: () => loadState({ files, home }),
    only: onlyRoots,
  });
  return { document: diagnosis, text: page(context, diagnosis), exitCode: diagnosis.ok ? 0 : 1 };
}

function page(context: Context, { problems, clients }: Diagnosis): string {
  const present = clients.filter((client) => client.present);
  const absent = clients.filter((client) => !client.present).map(({ name }) => name);
  const lines = [
    ...present.flatMap((client) => clientLines(context, client)),
    ...(absent.length > 0 ? [`not used on this machine: ${absent.join(', ')}`] : []),
    '',
    ...problems.flatMap((problem) => problemLines(context, problem)),
    ...(problems.length > 0 ? [''] : []),
    summary(problems),
    ...(clients.some(({ sees, hidden }) => sees.length + hidden.length > 0) ? [] : [nextStep]),
  ];
  return `${lines.join('\n')}\n`;
}

const nextStep =
  'No skills found. Next: coppice create NAME --description TEXT, or put skills into one of these folders.';

/** Of folders that do not exist. */
const shownFolders = 7;

function clientLines({ terminal: { stdout } }: Context, client: ClientView): readonly string[] {
  const { name, roots, sees, hidden, listing } = client;
  const there = roots.filter(({ exists }) => exists);
  const facts = [
    `sees ${sees.length}`,
    ...(hidden.length > 0 ? [`does not see ${hidden.length}`] : []),
    ...(listing === null ? [] : [`listing ${listing.characters} of ${listing.limit} characters`]),
  ];
  return [
    `${stdout.colours.bold(name)}: ${facts.join(', ')}`,
    // Where no folder exists, it helps to know where Coppice looked.
    ...(there.length > 0 ? there : roots.slice(0, shownFolders)).map(
      ({ path, exists }) => `  ${printable(path)}${exists ? '' : ' (does not exist)'}`,
    ),
    ...(there.length === 0 && roots.length > shownFolders
      ? [`  and ${roots.length - shownFolders} more that do not exist`]
      : []),
    ...hidden.map(({ path, message }) => `  not seen: ${printable(path)}: ${printable(message)}`),
    ...listingLines(sees),
  ];
}

/** One line for all skills that the same choice keeps out of the listing, or in it without a description. */
function listingLines(sees: ClientView['sees']): readonly string[] {
  const namesByChoice = new Map<string, string[]>();
  for (const { name, listed, because } of sees) {
    if (because === null) continue;
    const choice = `${listed === 'not-listed' ? 'not offered to the model' : 'listed without a description'} (${because})`;
    namesByChoice.set(choice, [...(namesByChoice.get(choice) ?? []), name]);
  }
  return [...namesByChoice].map(
    ([choice, names]) => `  ${printable(choice)}: ${printable(listUpTo(5, names))}`,
  );
}

function problemLines({ terminal: { stdout } }: Context, problem: Problem): readonly string[] {
  const { code, severity, path, line, message, fix } = problem;
  const colour = { error: stdout.colours.red, warning: stdout.colours.yellow, info: stdout.colours.dim }[
    severity
  ];
  const where = `${path}${line > 0 ? `:${line}` : ''}`;
  const sentence = `${colour(severity)}  ${printable(where)}: ${printable(message)} (${code})`;
  return fix === null ? [sentence] : [sentence, `    fix: ${printable(fix)}`];
}

function summary(problems: readonly Problem[]): string {
  const count = (severity: Problem['severity']) =>
    problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('info')];
  if (errors + warnings === 0)
    return notes === 0 ? 'nothing is wrong' : `nothing is wrong, ${counted(notes, 'note')}`;
  return [counted(errors, 'error'), counted(warnings, 'warning'), counted(notes, 'note')].join(', ');
}
