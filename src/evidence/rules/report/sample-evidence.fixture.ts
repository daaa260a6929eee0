/*
 * A fortnight of two agents, for the tests of the report: two skills that a root holds, one that none holds, and an
 * error that comes again.
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
const refused = {
  isError: true,
  args: '{"command":"npm publish | tail -1"}',
  result: 'npm ERR! 403 Forbidden\n  at registry.example',
  cluster: 'npm ERR! # Forbidden',
};

function deploys(outcome: GivenEvent): readonly GivenEvent[] {
  return [
    asked,
    { kind: 'skill-load', skill: 'home:deploy', args: '{"skill":"deploy"}' },
    { skill: 'home:deploy', args: '{"command":"npm test"}' },
    { skill: 'home:deploy', ...outcome },
  ];
}

const sessions: readonly Session[] = [
  { daysAgo: 10, agent: 'claude', session: 'a1', events: deploys(refused) },
  { daysAgo: 9, agent: 'codex', session: 'b1', events: [asked, {}, {}] },
  { daysAgo: 6, agent: 'claude', session: 'a2', events: deploys(refused) },
  {
    daysAgo: 4,
    agent: 'claude',
    session: 'a3',
    events: [
      ...deploys(refused),
      { kind: 'turn', skill: 'home:deploy', isCorrection: true, args: 'no, that is the wrong registry' },
    ],
  },
  { daysAgo: 4, agent: 'codex', session: 'b2', events: deploys({ args: '{"command":"npm publish"}' }) },
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

export const sampleEvents: readonly EvidenceEvent[] = happened(
  sessions.flatMap(({ daysAgo, agent, session, events }) =>
    events.map((event, index) => ({
      at: sampleNow - daysAgo * 24 * hourMs + index * 60_000,
      agent,
      session,
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
