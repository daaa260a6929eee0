/*
 * What became of skills, for a home that has been written: notes that helped and harmed, a changed text, a trial that has
 * ended and one that runs, and an evaluation by the fake agent. Everything is made by the program itself, at other times.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const day = 86_400_000;

/** Two months of use that end today. */
const firstDay = -62;
const noteDay = -30;
const trialDay: number = -16;
const runningDay: number = -4;

/** Runs the program at a time. */
export type RunAt = (words: readonly string[], at: number) => void;

/** The share of tasks that fail before the note day and after it. */
const skills = {
  'ship-it': [0.6, 0.05],
  'fix-lint': [0.15, 0.7],
  'draw-chart': [0.4, 0.35],
  'read-logs': [0.5, 0.45],
  'sort-mail': [0.5, 0.4],
  'rename-files': [0.25, 0.25],
  'make-notes': [0.2, 0.2],
  'count-words': [0.25, 0.2],
} as const;
const noted = ['ship-it', 'fix-lint', 'read-logs', 'sort-mail'];

/** The folder is the home of the user. */
export function writeEffects(folder: string, now: number, run: RunAt): void {
  const at = (days: number, hours = 0) => now + days * day + hours * 3_600_000;
  for (const name of Object.keys(skills)) {
    const says = `Does what ${name} says. Use it for ${name.replace('-', ' ')}.`;
    const body = `# ${name}\n\nRun the step.\n`;
    run(['create', name, '--description', says, '--body', body, '--by', 'agent'], at(firstDay - 2));
  }
  writeSessions(folder, at);
  const backfill = (days: number) => run(['evidence', 'backfill', '--days', '120'], at(days));
  backfill(noteDay);
  const allowed = noted.flatMap((name) => ['--allow-auto-apply-skill', name]);
  const write = [
    'evolve',
    'run',
    '--apply-low-risk',
    '--approve-auto-apply',
    '--days',
    '14',
    '--max-skills',
    '9',
  ];
  run([...write, ...allowed], at(noteDay));
  run(['patch', 'draw-chart', '--find', 'Run the step.', '--replace', 'Run the step twice.'], at(noteDay));
  for (let on = trialDay; on <= 0; on += 1) {
    if (on === trialDay) run(['evolve', 'trial', 'read-logs', '--days', '14'], at(on, -9));
    if (on === runningDay) run(['evolve', 'trial', 'sort-mail', '--days', '14'], at(on, -9));
    run(['evolve', 'run', '--propose', '--max-skills', '1'], at(on, -8));
  }
  writeEvaluation(folder, now, run);
}

function writeSessions(folder: string, at: (days: number, hours?: number) => number): void {
  const lines: string[] = [];
  for (const [index, [skill, rates]] of Object.entries(skills).entries())
    for (let on = firstDay; on < 0; on += 1)
      for (let turn = 0; turn < 2; turn += 1) {
        const session = `${skill}-${on}-${turn}`;
        const rate = rates[on < noteDay ? 0 : 1];
        // Spread evenly, and not on the same days for all.
        const isError = (((on + 100) * 2 + turn + index * 7) * 0.618) % 1 < rate;
        const start = at(on, turn * 2 - 6);
        const output = isError ? 'ssh: port 22 refused' : 'done';
        const call = {
          type: 'call',
          id: 'c',
          tool: 'bash',
          args: { command: `step ${skill}` },
          output,
          isError,
        };
        lines.push(
          JSON.stringify({ type: 'load', session, id: 'l', at: new Date(start).toISOString(), skill }),
          JSON.stringify({ ...call, session, at: new Date(start + 1_000).toISOString() }),
        );
      }
  put(folder, '.coppice/sessions/effects.jsonl', `${lines.join('\n')}\n`);
}

/** A skill with two cases that it decides. */
export function writeEvaluation(folder: string, now: number, run: RunAt): void {
  const text = '---\nname: tide-table\ndescription: Tells when it is high water.\n---\n\nAnswer: 04:12 UTC\n';
  put(folder, '.coppice/skills/tide-table/SKILL.md', text);
  const grader = '---\ntype: regex\n---\nUTC\n';
  for (const name of ['husum', 'buesum']) {
    put(folder, `.coppice/skills/tide-table/evals/${name}/prompt.md`, `When is high water in ${name}?\n`);
    put(folder, `.coppice/skills/tide-table/evals/${name}/graders/utc.md`, grader);
  }
  const agent = `${process.execPath} ${resolve('test/fixtures/eval/fake-agent.mjs')} claude good`;
  run(['eval', 'tide-table', '--agent-command', agent, '--yes'], now - day);
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
