import { expect, test } from 'vitest';
import type { EnsureOptions } from '../../src/client/ensure/ensure.js';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import { lockIn } from '../../src/client/ensure/project-files.js';
import type { Remote } from '../../src/client/remote/remote.js';
import type { Consent } from '../../src/client/rules/telemetry-consent.js';
import { previewTelemetry, sendTelemetry } from '../../src/client/telemetry/send-telemetry.js';
import { folderTag } from '../../src/library/folders/project.js';
import type { UsageEventInput } from '../../src/registry/api/routes/usage.js';
import { CoppiceError } from '../../src/text/errors.js';
import { sha256Hex } from '../../src/text/hash.js';
import { dayMs } from '../../src/text/time.js';
import { UsageStore } from '../../src/usage/store.js';

const all: Consent = { installs: true, use: true, offBy: undefined };
const hash = sha256Hex('/project').slice(0, 16);

class TelemetryWorld extends EnsureWorld {
  now = Date.UTC(2026, 0, 10, 12);
  readonly sent: (readonly UsageEventInput[])[] = [];
  reportUsage: Remote['reportUsage'] = async (events) => {
    this.sent.push(events);
  };

  readonly usage = new UsageStore({
    path: `${this.home}/usage.json`,
    files: this.files,
    clock: { now: () => this.now },
  });

  telemetryDeps(limitMs?: number) {
    const { files, home, links } = this;
    return {
      libraryOptions: {
        files,
        home,
        clock: { now: () => this.now },
        userHome: '/user',
        platform: 'linux',
        workingFolder: this.project,
        environment: {},
      },
      links,
      openRemote: async () => ({ reportUsage: this.reportUsage }),
      ...(limitMs !== undefined && { limitMs }),
    };
  }

  /** An ensure, and what follows it. */
  async ensureAndTell({ consent = all, limitMs, ...options }: Telling = {}) {
    const { installed } = await this.ensure(options);
    await sendTelemetry(this.telemetryDeps(limitMs), { ...this.about(), consent, installed });
    return this.sent.splice(0);
  }

  about() {
    const lock = lockIn(this.files, this.project);
    if (lock === undefined) throw new Error('nothing is locked');
    return { project: this.project, lock };
  }

  use(id: string, count = 1): void {
    for (let at = 0; at < count; at += 1) this.usage.record(id, 'use');
  }
}

interface Telling extends Partial<EnsureOptions> {
  readonly consent?: Consent;
  readonly limitMs?: number;
}

async function world(agents: readonly string[] = ['claude']): Promise<TelemetryWorld> {
  const { disk, remote } = EnsureWorld.inMemory();
  const made = new TelemetryWorld({ disk, remote });
  await made.remote.put('lib@1.0.0');
  await made.remote.put('app@1.0.0', { requires: ['lib'] });
  made.manifest(['app'], agents);
  return made;
}

const libId = `claude@${folderTag('/project')}:lib`;
const useOf = (count: number, day = '2026-01-10') => ({
  skill_id: 'lib',
  kind: 'skill',
  event: 'use',
  project_hash: hash,
  count,
  day,
});

test('what was installed is reported in one request, with these fields and no other', async () => {
  const made = await world();
  const event = { kind: 'skill', event: 'install', project_hash: hash, count: 1 };
  expect(await made.ensureAndTell()).toEqual([
    [
      { ...event, skill_id: 'lib' },
      { ...event, skill_id: 'app' },
    ],
  ]);
  expect(await made.ensureAndTell()).toEqual([]);
});

test('what comes from no registry is reported to none', async () => {
  const made = await world();
  made.sources.put('./mine', '---\nname: mine\ndescription: d\n---\n');
  made.manifest([], ['claude'], '[[skills]]\nslug = "mine"\npath = "./mine"\n');
  expect(await made.ensureAndTell()).toEqual([]);
});

test('use is reported once a day, and only what is new', async () => {
  const made = await world();
  await made.ensureAndTell();
  made.use(libId, 3);
  made.usage.record(libId, 'view');
  expect(await made.ensureAndTell()).toEqual([]);
  made.now += dayMs;
  expect(await made.ensureAndTell()).toEqual([[useOf(3)]]);
  made.use(libId);
  expect(await made.ensureAndTell()).toEqual([]);
  made.now += dayMs;
  expect(await made.ensureAndTell()).toEqual([[useOf(1, '2026-01-11')]]);
  made.now += dayMs;
  expect(await made.ensureAndTell()).toEqual([]);
});

test('a package that several agents have is one, by whichever id it was used', async () => {
  const made = await world(['claude', 'agents']);
  await made.ensureAndTell();
  made.use(libId);
  made.use(`agents@${folderTag('/project')}:lib`, 2);
  made.use('claude:lib', 10);
  made.use('claude@00000000:lib', 10);
  made.now += dayMs;
  expect(await made.ensureAndTell()).toEqual([[useOf(3)]]);
});

test("the use of somebody's own skill of the same name is theirs", async () => {
  const made = await world();
  made.put('.claude/skills/lib/SKILL.md', '---\nname: lib\ndescription: mine\n---\n');
  await made.ensureAndTell();
  made.use(libId, 3);
  made.now += dayMs;
  expect(await made.ensureAndTell()).toEqual([]);
});

test('copies are ours as long as nobody changes them', async () => {
  const made = await world();
  await made.ensureAndTell({ copy: true });
  made.use(libId, 2);
  made.now += dayMs;
  expect(await made.ensureAndTell({ copy: true })).toEqual([[useOf(2)]]);
});

test('a registry that refuses, or does not answer, fails nothing; the next day sends it again', async () => {
  const made = await world();
  await made.ensureAndTell();
  made.use(libId, 2);
  const { reportUsage } = made;
  let asked = 0;
  const failures: readonly Remote['reportUsage'][] = [
    async () => {
      throw new CoppiceError('unavailable', 'gone');
    },
    () => new Promise(() => undefined),
  ];
  for (const fail of failures) {
    made.now += dayMs;
    made.reportUsage = (events) => {
      asked += 1;
      return fail(events);
    };
    await made.ensureAndTell({ limitMs: 1 });
    await made.ensureAndTell({ limitMs: 1 });
  }
  expect(asked).toBe(2);
  made.now += dayMs;
  made.reportUsage = reportUsage;
  expect(await made.ensureAndTell()).toEqual([[useOf(2)]]);
});

for (const aheadDays of [1, 3])
  test(`a clock that is ${aheadDays} days ahead of the registry loses nothing`, async () => {
    const made = await world();
    let registryNow = made.now;
    const { reportUsage } = made;
    made.reportUsage = async (events) => {
      const today = new Date(registryNow).toISOString().slice(0, 10);
      if (events.some(({ day = today }) => day > today)) throw new CoppiceError('bad-value', 'not yet');
      await reportUsage(events);
    };
    await made.ensureAndTell();
    made.now += aheadDays * dayMs;
    made.use(libId, 2);
    await made.remote.put('more@1.0.0');
    made.manifest(['app', 'more']);
    // What has no day is reported at once.
    expect(await made.ensureAndTell()).toMatchObject([[{ skill_id: 'more', event: 'install' }]]);
    for (let day = 1; day <= aheadDays; day += 1) {
      expect(await made.ensureAndTell()).toEqual([]);
      made.now += dayMs;
      registryNow += dayMs;
    }
    const reported = `2026-01-${10 + aheadDays}`;
    expect(await made.ensureAndTell()).toEqual([[useOf(2, reported)]]);
    made.now += dayMs;
    registryNow += dayMs;
    expect(await made.ensureAndTell()).toEqual([]);
  });

test('what was switched off is neither sent nor stored', async () => {
  const made = await world();
  const off = { installs: false, use: false, offBy: 'DO_NOT_TRACK' };
  expect(await made.ensureAndTell({ consent: off })).toEqual([]);
  expect(made.files.read(`${made.home}/telemetry.json`)).toBeUndefined();
  await made.ensureAndTell();
  made.use(libId, 2);
  made.now += dayMs;
  expect(await made.ensureAndTell({ consent: { ...all, use: false } })).toEqual([]);
});

test('what is remembered is forgotten where it cannot be read, and nothing is reported twice', async () => {
  const made = await world();
  await made.ensureAndTell();
  made.use(libId, 2);
  made.now += dayMs;
  for (const text of ['not json', '{"projects":[]}', `{"projects":{"${hash}":{"items":{"lib":1}}}}`]) {
    made.files.write(`${made.home}/telemetry.json`, new TextEncoder().encode(text));
    expect(await made.ensureAndTell()).toEqual([]);
    made.now += dayMs;
  }
  made.use(libId);
  expect(await made.ensureAndTell()).toEqual([[useOf(1, '2026-01-14')]]);
});

test('a preview is what is then sent, and sends nothing', async () => {
  const made = await world();
  await made.ensureAndTell();
  made.use(libId, 2);
  made.now += dayMs;
  const shown = await previewTelemetry(made.telemetryDeps(), { ...made.about(), consent: all });
  expect(shown.installs.map(({ skill_id: slug }) => slug)).toEqual(['app', 'lib']);
  expect([shown.offBy, shown.sharedOn]).toEqual([undefined, '2026-01-10']);
  expect(made.sent).toEqual([]);
  expect(await made.ensureAndTell()).toEqual([shown.use]);
  const off = { installs: false, use: false, offBy: 'DO_NOT_TRACK' };
  expect(await previewTelemetry(made.telemetryDeps(), { ...made.about(), consent: off })).toMatchObject({
    installs: [],
    use: [],
    offBy: 'DO_NOT_TRACK',
  });
});
