import { Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './sources.js';

/** Rules: they are given data, time and policy, and return data. Rooms as a whole, or single files. */
const pure = [
  'src/skill/',
  'src/search/',
  'src/scan/',
  'src/scan/secrets/',
  'src/skill/bundle/pack-bundle.ts',
  'src/skill/bundle/read-bundle.ts',
  'src/skill/bundle/entry-path.ts',
  'src/skill/bundle/entry-path.ts',
  'src/skill/bundle/tar-header.ts',
  'src/skill/bundle/read-tar.ts',
  'src/skill/bundle/refusal.ts',
  'src/skill/bundle/tar-header.ts',
  'src/skill/bundle/pack-bundle.ts',
  'src/client/rules/install-order.ts',
  'src/client/rules/ensure-result.ts',
  'src/client/link/places.ts',
  'src/client/rules/registry-answer.ts',
  'src/client/rules/registry-answer.ts',
  'src/registry/api/',
  'src/registry/rules/mirror-state.ts',
  'src/registry/rules/',
  'src/registry/rules/access/principal.ts',
  'src/registry/rules/access/auth-cache.ts',
  'src/registry/rules/access/permissions.ts',
  'src/registry/rules/access/permissions.ts',
  'src/registry/rules/access/credential-text.ts',
  'src/registry/rules/access/stored-settings.ts',
  'src/registry/rules/access/tenant-name.ts',
  'src/registry/rules/access/credential-text.ts',
  'src/registry/rules/skill-uri.ts',
  'src/registry/rules/skill-uri.ts',
  'src/usage/rules/counters.ts',
  'src/usage/rules/apply-journal.ts',
  'src/usage/rules/import',
  'src/usage/rules/journal-line.ts',
  'src/usage/rules/record.ts',
  'src/text/shape.ts',
  'src/usage/rules/snapshot.ts',
  'src/text/edit/toml',
  'src/library/doctor/client',
  'src/library/doctor/doctor-clients.ts',
  'src/library/rules/doctor-problem.ts',
  'src/library/rules/filters.ts',
  'src/text/closest.ts',
  'src/library/rules/commands.ts',
  'src/library/rules/commands.ts',
  'src/library/rules/invocation',
  'src/library/rules/invocation.ts',
  'src/library/rules/prompt.ts',
  'src/library/rules/prompt.ts',
  'src/library/rules/commands.ts',
  'src/library/rules/skill-refusals.ts',
  'src/library/rules/ledger-entry.ts',
  'src/library/rules/ledger-lines.ts',
  'src/library/rules/package-path.ts',
  'src/library/rules/patch.ts',
  'src/library/rules/patch.ts',
  'src/curator/rules/schedule.ts',
  'src/curator/rules/plan.ts',
  'src/curator/rules/plan.ts',
  'src/curator/rules/referrers.ts',
  'src/curator/rules/report.ts',
  'src/evidence/rules/event.ts',
  'src/evidence/rules/interpret/',
  'src/agents/sessions/hook-payload.ts',
  'src/evidence/rules/spool-entry.ts',
  'src/evidence/rules/spool-entry.ts',
  'src/agents/sessions/claude',
  'src/agents/sessions/codex',
  'src/agents/sessions/gemini',
  'src/agents/sessions/generic',
  'src/agents/sessions/hermes',
  'src/agents/sessions/fields.ts',
  'src/evidence/sources/lines.ts',
  'src/evidence/sources/opencode-database',
  'src/agents/sessions/keys.ts',
  'src/agents/sessions/keys.ts',
  'src/evidence/rules/zstd-frames.ts',
  'src/evidence/rules/report/',
  'src/evidence/rules/skill-names.ts',
  'src/evidence/rules/merge-event.ts',
  'src/evidence/rules/time-slices.ts',
  'src/evolve/rules/',
  'src/evolve/rules/note/',
  'src/evolve/rules/note-memory.ts',
  'src/evolve/rules/proposal/change.ts',
  'src/evolve/rules/proposal/draft.ts',
  'src/evolve/rules/proposal/model-request.ts',
  'src/evolve/rules/proposal/page.ts',
  'src/evolve/rules/proposal/model-request.ts',
  'src/evolve/rules/proposal/proposal.ts',
  'src/evolve/rules/proposal/page.ts',
  'src/evolve/rules/report.ts',
  'src/evolve/rules/note-memory.ts',
  'src/evolve/rules/proposal/shown-state.ts',
  'src/evolve/rules/schedule/cron.ts',
  'src/evolve/rules/schedule/job.ts',
  'src/evolve/rules/schedule/job.ts',
  'src/evolve/rules/schedule/launchd.ts',
  'src/evolve/rules/schedule/steps.ts',
  'src/evolve/rules/schedule/steps.ts',
  'src/evolve/rules/schedule/systemd.ts',
  'src/evolve/rules/',
  'src/mcp/rules/skill-uri.ts',
  'src/cli/rules/completion.ts',
  'src/cli/rules/demo/transcript.ts',
  'src/cli/rules/demo/transcript.ts',
  'src/cli/rules/help.ts',
  'src/cli/rules/parse-arguments.ts',
  'src/cli/rules/parse-arguments.ts',
  'src/cli/reference/pages.ts',
  'src/app/rules/status.ts',
];

const files = sourceFiles('src').filter(
  ({ path }) => !/\.(test|contract|child|world|fixture|arbitrary)\.ts$/.test(path),
);

test('pure files read no time, no chance, no environment, and import nothing of Node', () => {
  const impure = files
    .filter(({ path }) => pure.some((prefix) => path.startsWith(prefix)))
    .flatMap((file) => effectsIn(file).map((effect) => `${file.path}: ${effect}`));
  expect(impure).toEqual([]);
});

test('every entry of the list names a file or a room that exists', () => {
  expect(pure.filter((prefix) => !files.some(({ path }) => path.startsWith(prefix)))).toEqual([]);
});

test('the environment, the clock and chance are read only at the edge', () => {
  const edge =
    /^src\/(system|main\.ts|cli\/process-context\.ts|cli\/run-program\.ts|registry\/data\/embedded\/|registry\/server\/pino-log\.ts|web)/;
  const inside = files
    .filter(({ path }) => !edge.test(path))
    .flatMap((file) =>
      effectsIn(file)
        .filter((effect) => !effect.startsWith('imports'))
        .map((effect) => `${file.path}: ${effect}`),
    );
  expect(inside).toEqual([]);
});

test('the detector finds what it must find', () => {
  const [found] = sourceFiles('test/meta/samples');
  expect(found && effectsIn(found)).toEqual([
    'imports node:fs',
    'Date.now',
    'new Date()',
    'Math.random',
    'process',
    'performance',
  ]);
});

function effectsIn({ program, imports }: SourceFile): readonly string[] {
  const found = imports.filter((name) => name.startsWith('node:')).map((name) => `imports ${name}`);
  const clock = new Map([
    ['Date', 'now'],
    ['Math', 'random'],
  ]);
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
      if (clock.get(object.name) === property.name) found.push(`${object.name}.${property.name}`);
      if (['process', 'performance'].includes(object.name)) found.push(object.name);
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0)
        found.push('new Date()');
    },
  }).visit(program as Parameters<Visitor['visit']>[0]);
  return found;
}
