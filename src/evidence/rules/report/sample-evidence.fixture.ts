/*
 * A fortnight of two agents, for the tests of the report: two installed skills and one that is not, a failure that was fixed
 * in two sessions, one that was not, and a correction.
 */

import { hourMs } from '../../../text/time.js';
import type { EvidenceEvent } from '../event.js';
import { evidenceOf, type GivenEvent, happened } from './evidence.world.js';
import { type EvidenceReport, evidenceReport } from './report.js';

export const sampleNow = Date.UTC(2026, 0, 31, 12);

interface Session {
  readonly daysAgo: number;
  readonly agent: string;
  readonly session: string;
  readonly events: readonly GivenEvent[];
}

const asked: GivenEvent = { kind: 'turn', args: 'please deploy the site' };
const load: GivenEvent = { kind: 'skill-load', skill: 'home:deploy', args: '{"skill":"deploy"}' };

function runs(command: string, outcome: GivenEvent = {}): GivenEvent {
  return { skill: 'home:deploy', args: JSON.stringify({ command }), ...outcome };
}

const forbidden = runs('npm publish', {
  isError: true,
  result: 'Exit code 1\nnpm ERR! 403 Forbidden\n  at registry.example',
  cluster: 'npm ERR! # Forbidden',
});

const missingImage = {
  isError: true,
  result:
    "Exit code 125\nUnable to find image 'site-build:latest' locally\ndocker: Error response from daemon",
  cluster: 'Unable to find image <text> locally',
};

/** The image is built first, and then the same command works. */
const builds: readonly GivenEvent[] = [
  runs('docker run site-build', missingImage),
  runs('docker build -t site-build .', { result: 'Successfully tagged site-build:latest' }),
  runs('docker run site-build', { result: 'built' }),
];

const sessions: readonly Session[] = [
  { daysAgo: 10, agent: 'claude', session: 'a1', events: [asked, load, runs('npm test'), forbidden] },
  { daysAgo: 9, agent: 'codex', session: 'b1', events: [asked, {}, {}] },
  { daysAgo: 6, agent: 'claude', session: 'a2', events: [asked, load, ...builds] },
  {
    daysAgo: 4,
    agent: 'claude',
    session: 'a3',
    events: [
      ...[asked, load, runs('npm test'), forbidden],
      { kind: 'turn', skill: 'home:deploy', isCorrection: true, args: 'no, that is the wrong registry' },
    ],
  },
  { daysAgo: 4, agent: 'codex', session: 'b2', events: [asked, load, ...builds] },
  {
    daysAgo: 1,
    agent: 'codex',
    session: 'b3',
    events: [
      { kind: 'turn', args: 'look over my change' },
      { kind: 'skill-load', skill: 'claude:review', args: '{"skill":"review"}' },
      { kind: 'reference-read', skill: 'claude:review', reason: 'reference', args: '{"file":"style.md"}' },
      { tool: 'Read', args: '{"file":"src/main.ts"}' },
      { kind: 'skill-load', skill: 'lost-skill', args: '{"skill":"lost-skill"}' },
    ],
  },
];

const models: Readonly<Record<string, string>> = { claude: 'opus-5', codex: 'gpt-6' };

export const sampleEvents: readonly EvidenceEvent[] = happened(
  sessions.flatMap(({ daysAgo, agent, session, events }) =>
    events.map((event, index) => ({
      at: sampleNow - daysAgo * 24 * hourMs + index * 60_000,
      agent,
      session,
      ...(event.kind !== 'turn' && { model: models[agent], tokens: 20 }),
      ...event,
    })),
  ),
);

export const sampleWeek: EvidenceReport = evidenceReport(evidenceOf(sampleEvents), {
  now: sampleNow,
  days: 7,
});

/** A report in which every text from outside is this one. */
export function reportSaying(text: string): EvidenceReport {
  return {
    ...sampleWeek,
    skill: text,
    failures: sampleWeek.failures.map((failure) => ({
      ...failure,
      cause: text,
      program: text,
      command: text,
      error: text,
      skills: [text],
      fix: failure.fix && { ...failure.fix, commands: [text, text] },
    })),
    corrections: sampleWeek.corrections.map((correction) => ({
      ...correction,
      text,
      skill: text,
      agent: text,
      session: text,
    })),
    models: sampleWeek.models.map((model) => ({ ...model, model: text })),
    skills: sampleWeek.skills.map((skill) => ({ ...skill, id: text, agents: [text, text] })),
    unresolved: [text, text],
    tools: sampleWeek.tools.map((tool) => ({ ...tool, tool: text })),
    clusters: sampleWeek.clusters.map((cluster) => ({
      ...cluster,
      message: text,
      example: text,
      skills: [text],
      tools: [text],
    })),
    recent: sampleWeek.recent.map((row) => ({
      ...row,
      agent: text,
      session: text,
      tool: text,
      skill: text,
      preview: text,
    })),
  };
}
