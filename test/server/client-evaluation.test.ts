import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { type ClientWorld, Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

const script = fileURLToPath(new URL('../fixtures/eval/fake-agent.mjs', import.meta.url));

async function ask(
  { url, tenant, token }: ClientWorld,
  method: string,
  path: string,
  body?: string | FormData,
) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await token()}`,
      'x-coppice-tenant': tenant,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, data: JSON.parse(await answer.text()) };
}

/** A tenant that asks for evaluations, and somebody with a skill that has one case. */
async function strictWorld() {
  const world = await server.world();
  const required = JSON.stringify({ require_eval: { min_score: 0.9, min_difference: 0.2 } });
  expect((await ask(world, 'PATCH', '/v1/tenant/settings', required)).data.require_eval).toEqual({
    min_score: 0.9,
    min_difference: 0.2,
  });
  const person = new Person();
  person.environment = { PATH: process.env['PATH'] ?? '' };
  await person.login(world);
  const skill = person.putSkill('tide', { body: 'Answer: 04:12 UTC\n' });
  person.put('skills/tide/evals/husum/prompt.md', 'What is needed to know high water?\n');
  person.put('skills/tide/evals/husum/graders/utc.md', '---\ntype: regex\n---\nUTC\n');
  const evaluate = (behaviour: string) => {
    const agent = `${process.execPath} ${script} claude ${behaviour}`;
    return person.coppice(['eval', skill, '--agent-command', agent, '--yes']);
  };
  return { world, person, skill, evaluate };
}

test('a publish needs the evaluation that the registry asks for, which everybody then sees', async () => {
  const { person, skill, evaluate } = await strictWorld();
  const publish = ['publish', skill, '--version', '1.0.0'];
  expect(await person.coppice(publish)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: `tide` is not published: it has no result of an evaluation of exactly these bytes; this registry asks for a score of at least 0\.9 and a difference to no skill of at least 0\.2; run coppice eval on the skill, then publish it again \(conflict\)$/m,
    ),
  });
  expect((await evaluate('good')).code).toBe(0);
  expect(await person.run([...publish, '--dry-run'])).toContain(
    'with your evaluation on claude (fake-1): score 1.00, +1.00 (+0.21 to +1.00) against no skill: helps; 1 case, 3 runs each\n',
  );
  expect(await person.run(publish)).toContain('with your evaluation on claude (fake-1): score 1.00, ');
  expect(await person.run(['info', 'tide'])).toMatch(
    /^evaluated +service:service-\d+ ran this on claude \(fake-1\) at \d{4}-\d\d-\d\d \d\d:\d\d UTC: score 1\.00, \+1\.00/m,
  );
  expect((await person.document(['info', 'tide'])).evaluations).toMatchObject([
    { agent: 'claude', model: 'fake-1', score: 1, verdict: 'helps', cases: 1, runs: 3 },
  ]);
  person.put(`${skill}/notes.md`, 'A byte more.\n');
  const changed = await person.coppice(['publish', skill, '--bump', 'patch']);
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('exactly these bytes') });
});

test('a result below what is asked for is refused with both numbers', async () => {
  const { person, skill, evaluate } = await strictWorld();
  person.putSkill('tide', { body: 'Nothing of use.\n' });
  await evaluate('good');
  expect(await person.coppice(['publish', skill, '--version', '1.0.0'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('its score is 0.00, and 0.9 is required'),
  });
});

test('hostile results and settings are refused, and the setting is removed with null', async () => {
  const { world } = await strictWorld();
  const good =
    '"agent":"claude","model":null,"ran_at":"2026-01-14T09:00:00Z","difference":null,"verdict":"no-verdict","cases":1,"runs":1';
  const digest = `"digest":"sha256:${'a'.repeat(64)}"`;
  for (const claim of [
    `{${digest},${good},"score":1e999}`,
    `{${digest},${good},"score":-1e308}`,
    `{${digest},${good},"score":null}`,
    `{${digest},${good},"score":1,"agent":"<b>claude</b>"}`,
    `{${good},"score":1}`,
    '[]',
    '"good"',
  ]) {
    const form = new FormData();
    form.set('metadata', `{"slug":"tide","version":"1.0.0","evaluation":${claim}}`);
    form.set('bundle', new Blob(['x']), 'bundle.tar.gz');
    const { status, data } = await ask(world, 'POST', '/v1/skills', form);
    expect([status, data.error], claim).toEqual([400, 'bad_request']);
  }
  for (const setting of [{ min_score: 2 }, { min_score: '0.5' }, { min_difference: -2 }, { best: 1 }, true]) {
    const { status } = await ask(
      world,
      'PATCH',
      '/v1/tenant/settings',
      JSON.stringify({ require_eval: setting }),
    );
    expect(status, JSON.stringify(setting)).toBe(400);
  }
  const lifted = await ask(world, 'PATCH', '/v1/tenant/settings', '{"require_eval":null}');
  expect(lifted.data.require_eval).toBeNull();
});
