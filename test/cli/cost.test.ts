import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

const days = (count: number) => ({
  environment: { COPPICE_NOW: String(Date.UTC(2026, 0, 1) + count * 86_400_000) },
});

test('cost says in one line what every prompt pays, then names the dearest unused skills', () => {
  const { coppice, put } = emptyHome();
  for (let at = 0; at < 12; at += 1)
    put(
      `.claude/skills/s-${at}/SKILL.md`,
      `---\nname: s-${at}\ndescription: ${'d'.repeat(1000)}\n---\n\n# s\n`,
    );
  coppice(['usage', 'record', 's-3', 'use'], days(0));
  const { code, stdout, stderr } = coppice(['cost'], days(10));
  expect(code).toBe(0);
  expect(stdout.split('\n')[0]).toBe(
    'Claude Code: 12 listed, 1 used in 30 days, 3,025 of 2,000 tokens; 5 descriptions are cut',
  );
  expect(stdout.split('\n')[2]).toBe('claude:s-10\tClaude Code\t253\t250\tnever');
  expect(stderr).toContain('Claude Code would need 275 tokens if the unused were quiet\n');
  expect(coppice(['cost', '--days', '5'], days(10)).stdout).toContain(' 0 used in 5 days');
  expect(coppice(['cost', '--agent', 'gemini']).stdout).toBe(
    'Gemini CLI: 0 listed, 0 used in 30 days, 0 tokens (no limit known)\n',
  );
});

test('cost and usage --unused give one figure for a skill', () => {
  const { coppice, put } = emptyHome();
  for (const folder of ['.claude', '.codex'])
    put(`${folder}/skills/one/SKILL.md`, `---\nname: one\ndescription: ${'d'.repeat(400)}\n---\n\n# One\n`);
  const { agents } = JSON.parse(coppice(['cost', '--json'], days(10)).stdout);
  const { skills } = JSON.parse(coppice(['usage', '--unused', '--json'], days(10)).stdout);
  const costs = agents.flatMap(({ unused }: { unused: readonly object[] }) => unused);
  for (const { path, tokens } of skills)
    expect(costs).toContainEqual(expect.objectContaining({ path, tokens }));
  expect(skills.length).toBeGreaterThan(0);
});

test('cost where no agent is used says so', () => {
  expect(emptyHome().coppice(['cost'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'no agent that Coppice knows is used on this machine\n',
  });
});
