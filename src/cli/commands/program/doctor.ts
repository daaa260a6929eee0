/*
 * `coppice doctor`: what each agent sees, then what is wrong and how to fix it. It must work where nothing else
 * does, so a configuration that cannot be read is one of its findings.
 */

import { type AgentName, agents } from '../../../agents/index.js';
import type { Context } from '../../../app/context.js';
import { makeSkillFixes, planSkillFixes } from '../../../app/fix-skills.js';
import { loadState } from '../../../curator/state.js';
import { type Diagnosis, examine } from '../../../library/doctor/doctor.js';
import type { Fix, FixPlan } from '../../../library/doctor/fix.js';
import type { ClientView, UnseenSkill } from '../../../library/rules/agent-view/client-view.js';
import { isWrong, type Problem } from '../../../library/rules/agent-view/doctor-problem.js';
import {
  groupProblems,
  type ProblemGroup,
  problemName,
} from '../../../library/rules/agent-view/problem-groups.js';
import { problemsAfter } from '../../../library/rules/agent-view/problems-after.js';
import { locationCodes } from '../../../library/rules/diagnostics.js';
import { diagnosticCodes, severities } from '../../../skill/diagnostic.js';
import { homePaths } from '../../../system/home.js';
import { showProgress } from '../../../system/terminal/progress.js';
import { didYouMean } from '../../../text/closest.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted, listUpTo } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { UsageStore } from '../../../usage/store.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runDoctor(context: Context, input: Input<'doctor'>): Promise<Report> {
  const agent = agentNamed(input.text('agent'));
  const isChosen = severityFilter(input.text('severity'));
  const first = diagnose(context, agent);
  const inView = new Set(
    first.clients.flatMap(({ sees, hidden }) => [...sees, ...hidden].map(({ path }) => path)),
  );
  const links = first.problems.filter(({ code }) => code === 'broken-link').map(({ path }) => path);
  const plan = planSkillFixes(context, (path) => agent === undefined || inView.has(path), links);
  const isFixing = input.isOn('fix');
  const isDry = input.isOn('dry-run');
  if (isDry && !isFixing)
    throw new CoppiceError('usage', '--dry-run needs --fix', { hint: 'coppice doctor --fix --dry-run' });
  const made = isFixing && !isDry ? await makeSkillFixes(context, plan) : undefined;
  const fixes = made?.fixes ?? plan.fixes.map(planned);
  const found = made === undefined || made.fixes.length === 0 ? first : diagnose(context, agent);
  const isPlan = made === undefined && isFixing;
  const left = isPlan ? problemsAfter(fixes, found.problems, found.clients) : found.problems;
  const problems = left.filter(isChosen);
  const failed = fixes.some(({ error }) => error !== null);
  const report = { ...found, ok: !problems.some(isWrong), problems };
  return {
    document: {
      ...report,
      fixes,
      skipped: plan.skipped,
      run: made?.run ?? null,
      dryRun: isFixing ? isDry : null,
    },
    text: () =>
      isFixing
        ? fixPage(context, { fixes, plan, run: made?.run ?? null, problems, isDry }, input.isOn('all'))
        : page(context, report, { isAll: input.isOn('all'), fixable: fixes }),
    exitCode: isFixing ? (failed ? 1 : 0) : report.ok ? 0 : 1,
  };
}

function diagnose(context: Context, agent: AgentName | undefined): Diagnosis {
  const { files, clock, home, configPath = homePaths(home).config, onlyRoots = [] } = context;
  const progress = showProgress(context.terminal, { quietMs: 200 });
  try {
    return examine({
      ...context,
      configPath,
      usage: new UsageStore({ path: homePaths(home).usage, files, clock }),
      loadCuratorState: () => loadState({ files, home }),
      only: onlyRoots,
      agent,
      onScanned: (done, total) => progress.update({ label: 'scanning skills', done, total }),
    });
  } finally {
    progress.end();
  }
}

function agentNamed(typed: string | undefined): AgentName | undefined {
  if (typed === undefined) return undefined;
  const agent = agents.find(
    ({ name, title }) => name === typed || title.toLowerCase() === typed.toLowerCase(),
  );
  if (agent !== undefined) return agent.name;
  const names = agents.map(({ name }) => name);
  throw new CoppiceError('bad-value', `--agent cannot be ${typed}`, {
    hint: didYouMean(typed, names) ?? `use one of: ${names.join(', ')}`,
  });
}

/** What is at least as severe. */
function severityFilter(wanted: Problem['severity'] | undefined): (problem: Problem) => boolean {
  const last = wanted === undefined ? severities.length : severities.indexOf(wanted);
  return ({ severity }) => severities.indexOf(severity) <= last;
}

function planned({ path, skill, codes, message }: FixPlan['fixes'][number]): Fix {
  return { path, skill, codes, message, entry: null, error: null };
}

interface FixResult {
  readonly fixes: readonly Fix[];
  readonly plan: FixPlan;
  readonly run: string | null;
  readonly problems: readonly Problem[];
  readonly isDry: boolean;
}

function fixPage(context: Context, { fixes, plan, run, problems, isDry }: FixResult, isAll: boolean): string {
  const { colours } = context.terminal.stdout;
  const made = fixes.filter(({ error }) => error === null);
  const failed = fixes.filter(({ error }) => error !== null);
  const lines = [
    ...made.map(
      ({ skill, message }) => `${isDry ? 'would fix' : colours.green('fixed')}  ${skill}: ${message}`,
    ),
    ...failed.map(({ skill, error }) => `${colours.red('not fixed')}  ${skill}: ${error}`),
    ...groupsBy(plan.skipped, ({ reason }) => reason).map(
      (group) =>
        `left alone  ${listUpTo(
          isAll ? group.length : 5,
          group.map(({ skill }) => skill),
        )}: ${group[0]?.reason}`,
    ),
    isDry
      ? `${countedFixes(made)} would be fixed; nothing was changed`
      : `${countedFixes(made)} fixed${run === null ? '' : `; coppice undo ${run} takes all of it back`}`,
  ];
  const left = groupProblems(problems.filter(isWrong));
  return `${[
    ...lines.map((line) => printable(line)),
    ...(left.length > 0
      ? ['', 'left to decide:', ...left.flatMap((group) => groupLines(context, group, isAll))]
      : []),
  ].join('\n')}\n`;
}

/** `3 skills`, `1 link`, `3 skills and 1 link`. */
function countedFixes(fixes: readonly Pick<Fix, 'codes'>[]): string {
  const links = fixes.filter(({ codes }) => codes.includes('broken-link')).length;
  const skills = fixes.length - links;
  return [
    ...(skills > 0 || links === 0 ? [counted(skills, 'skill')] : []),
    ...(links > 0 ? [counted(links, 'link')] : []),
  ].join(' and ');
}

function page(
  context: Context,
  { problems, clients }: Diagnosis,
  { isAll, fixable }: { readonly isAll: boolean; readonly fixable: readonly Fix[] },
): string {
  const present = clients.filter((client) => client.present);
  const absent = clients.filter((client) => !client.present).map(({ name }) => name);
  const lines = [
    ...present.flatMap((client) => clientLines(context, client, isAll)),
    ...(absent.length > 0 ? [`not used on this machine: ${absent.join(', ')}`] : []),
    '',
    ...groupProblems(problems).flatMap((group) => groupLines(context, group, isAll)),
    ...(problems.length > 0 ? [''] : []),
    summary(problems),
    ...(fixable.length > 0 ? [`${countedFixes(fixable)} can be fixed by: coppice doctor --fix`] : []),
    ...(clients.some(({ sees, hidden }) => sees.length + hidden.length > 0) ? [] : [nextStep]),
  ];
  return `${lines.join('\n')}\n`;
}

const nextStep =
  'No skills found. Next: coppice create NAME --description TEXT, or put skills into one of these folders.';

/** Of folders that do not exist. */
const shownFolders = 7;

function clientLines(
  { terminal: { stdout } }: Context,
  client: ClientView,
  isAll: boolean,
): readonly string[] {
  const { name, roots, sees, agents: subagents, commands, listing } = client;
  const hidden = [...client.hidden, ...client.hiddenAgents, ...client.hiddenCommands];
  const there = roots.filter(({ exists }) => exists);
  const facts = [
    `sees ${sees.length}`,
    ...(client.hidden.length > 0 ? [`does not see ${client.hidden.length}`] : []),
    ...(subagents !== null && subagents.length > 0 ? [counted(subagents.length, 'agent')] : []),
    ...(commands !== null && commands.length > 0 ? [counted(commands.length, 'command')] : []),
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
    ...(isAll ? hidden.map((skill) => [skill]) : groupsBy(hidden, ({ message }) => message)).map(hiddenLine),
    ...listingLines(sees),
    ...uncertainLines(sees),
  ];
}

/** One line for all skills that are not seen for the same reason. */
function hiddenLine(group: readonly Pick<UnseenSkill, 'name' | 'path' | 'message'>[]): string {
  const [first, ...others] = group;
  const what =
    others.length === 0
      ? (first?.path ?? '')
      : listUpTo(
          5,
          group.map(({ name }) => name),
        );
  return `  not seen: ${printable(what)}: ${printable(first?.message ?? '')}`;
}

function groupsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** One line per cause, with the first few names; a single problem in full. */
function groupLines(context: Context, group: ProblemGroup, isAll: boolean): readonly string[] {
  const [first, ...others] = group.problems;
  const isWhole = others.length === 0 || aboutAgents.has(group.code);
  if (isWhole || isAll) return group.problems.flatMap((one) => problemLines(context, one));
  const { stdout } = context.terminal;
  const colour = colourOf(stdout, group.severity);
  const common = commonTexts[group.code];
  const sentence = meaningOf(group.code) ?? common?.sentence ?? first.message;
  const fix = common?.fix ?? first.fix;
  const names = listUpTo(5, group.problems.map(problemName));
  return [
    `${colour(group.severity)}  ${group.problems.length}: ${printable(sentence)} (${group.code})`,
    `    ${printable(names)}`,
    ...(fix === null ? [] : [`    fix: ${printable(fix)}`]),
  ];
}

/** There is at most one for each agent or folder of it, which names the agent and all skills concerned. */
const aboutAgents: ReadonlySet<string> = new Set([
  'not-seen',
  'listing-full',
  'description-cut',
  'folder-limit',
]);

/** For several problems whose own sentences name one skill. */
const commonTexts: Readonly<Record<string, { readonly sentence: string; readonly fix?: string }>> = {
  'scan-block': {
    sentence: 'The scanner blocks the skill, so Coppice gives it to no agent.',
    fix: 'coppice scan shows why; coppice archive --blocked keeps them from agents that read their folders themselves',
  },
  'scan-warn': { sentence: 'The scanner warns of the skill.', fix: 'coppice scan' },
  copy: { sentence: 'The skill is a copy of another, which Coppice loads instead.' },
};

function meaningOf(code: string): string | undefined {
  const codes: Readonly<Record<string, string>> = { ...diagnosticCodes, ...locationCodes };
  return codes[code];
}

function colourOf({ colours }: Context['terminal']['stdout'], severity: Problem['severity']) {
  return { error: colours.red, warning: colours.yellow, info: colours.dim }[severity];
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

/** One line for all skills that the same condition may hide. */
function uncertainLines(sees: ClientView['sees']): readonly string[] {
  const uncertain = sees.filter(({ mayBeHidden }) => mayBeHidden !== null);
  return groupsBy(uncertain, ({ mayBeHidden }) => mayBeHidden ?? '').map((group) => {
    const names = listUpTo(
      5,
      group.map(({ name }) => name),
    );
    return `  may be hidden: ${printable(names)}: ${printable(group[0]?.mayBeHidden ?? '')}`;
  });
}

function problemLines({ terminal: { stdout } }: Context, problem: Problem): readonly string[] {
  const { code, severity, path, line, message, fix } = problem;
  const colour = colourOf(stdout, severity);
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
