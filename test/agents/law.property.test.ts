/*
 * The law of the records: for every agent and every kind of item that it reads, `doctor` sees what `ensure` installs in
 * a project, `list` finds it, `verify` checks it, and a session of the agent that uses it is counted. Where a setting
 * of the agent turns the item off, doctor reports it as off and names the setting.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Agent,
  type DefinitionKind,
  itemKinds,
  type Machine,
  type SettingsPath,
} from '../../src/agents/agent.js';
import { type AgentName, agentNamed, agents } from '../../src/agents/index.js';
import { locate } from '../../src/agents/locate.js';
import { agentNames } from '../../src/agents/names.js';
import { sessionAgents } from '../../src/agents/sessions/reader.js';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import { backfill } from '../../src/evidence/backfill.js';
import { ingest } from '../../src/evidence/ingest.js';
import { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import { examine } from '../../src/library/doctor/doctor.js';
import { openLibrary } from '../../src/library/open-library.js';
import { listSkills } from '../../src/library/read/list.js';
import { listDefinitions } from '../../src/library/read/list-definitions.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { UsageStore } from '../../src/usage/store.js';
import { type ReadAgent, usedAt, writeDefinitionSession, writeSession } from './sessions.fixture.js';

const userHome = '/user';
const machine: Machine = { userHome, platform: 'linux', environment: {} };
const clock = fixedClock(Date.parse(usedAt) + 1000);
const slug = fc.stringMatching(/^[a-z][a-z0-9]{0,7}(-[a-z0-9]{1,5}){0,2}$/);
const runs = { numRuns: 4 };

/** Agents with the kinds of items that are installed for them. */
const installs = agents.flatMap(({ name, install }) =>
  itemKinds.filter((kind) => 'folder' in install[kind]).map((kind) => [name, kind] as const),
);

describe.each(installs.filter(([, kind]) => kind === 'skill'))('for %s, a %s', (name) => {
  test('is seen, found, checked and counted', async () => {
    await fc.assert(
      fc.asyncProperty(slug, async (skill) => {
        const world = await installed(name, skill);
        const { seen } = doctorOf(world, name);
        expect(seen).toContain(skill);
        const library = libraryOf(world);
        const found = listSkills(library).skills.find((one) => one.name === skill);
        expect(found?.trusted).toBe(true);
        expect(world.verify()).toMatchObject({ ok: true, checked: 1, skipped: [] });
        const reader = sessionAgents.find((agent): agent is ReadAgent => agent === name);
        if (reader === undefined || found === undefined) return;
        expect(await countedUses(reader, { id: found.id, name: skill, path: found.path })).toBe(1);
      }),
      runs,
    );
  });

  test('is off where its setting says so, and doctor names the setting', async () => {
    const off = offSettings[name];
    if (off === undefined) return;
    await fc.assert(
      fc.asyncProperty(slug, async (skill) => {
        const world = await installed(name, skill);
        const { path, setting } = putSettings(world, name, off(skill));
        const { seen, hidden } = doctorOf(world, name);
        expect(seen).not.toContain(skill);
        const found = hidden.find((one) => one.name === skill);
        expect(found?.reason).toBe('switched-off');
        expect(found?.message).toContain(setting);
        expect(found?.message).toContain(path);
      }),
      runs,
    );
  });
});

const readsBelow = agents.filter(({ skills }: Agent) => skills.nested !== undefined).map(({ name }) => name);

test('some agent reads skills below the working folder', () => expect(readsBelow).toEqual(['claude']));

describe.each(readsBelow)('for %s, a skill below the working folder', (name) => {
  test('is seen, found and counted', async () => {
    await fc.assert(
      fc.asyncProperty(slug, slug, async (folder, skill) => {
        const world = await installed(name, 'other');
        const nested = agentNamed(name).skills.nested ?? '';
        const path = `${world.project}/${folder}/${nested}/${skill}-below/SKILL.md`;
        putFile(world, path, `---\nname: ${skill}-below\ndescription: Is below.\n---\nText.\n`);
        expect(doctorOf(world, name).seen).toContain(`${skill}-below`);
        const found = listSkills(libraryOf(world)).skills.find((one) => one.name === `${skill}-below`);
        expect(found).toMatchObject({ path, trusted: true });
        const reader = sessionAgents.find((agent): agent is ReadAgent => agent === name);
        if (reader === undefined || found === undefined) return;
        expect(await countedUses(reader, { id: found.id, name: found.name, path })).toBe(1);
      }),
      runs,
    );
  });
});

const definitionInstalls = installs.flatMap(([name, kind]) =>
  kind === 'skill' ? [] : [[name, kind] as const],
);

describe.each(definitionInstalls)('for %s, an item of the kind %s', (name, kind) => {
  test('is seen, found, checked and counted', async () => {
    await fc.assert(
      fc.asyncProperty(slug, async (item) => {
        const world = await installed(name, item, kind);
        const [file = ''] = Object.keys(world.seen(targetFolder(name, kind)));
        const path = `${world.project}/${file}`;
        const { definitions } = doctorOf(world, name);
        expect(definitions[kind]).toEqual([{ name: item, path }]);
        const [found, ...others] = listDefinitions(libraryOf(world), kind).items;
        expect(others).toEqual([]);
        expect(found).toMatchObject({ name: item, agent: name, path, root: 'project', trusted: true });
        expect(found?.id).toMatch(new RegExp(`^${name}@[0-9a-f]{8}:${item}$`));
        expect(world.verify()).toMatchObject({ ok: true, checked: 1, skipped: [] });
        const reader = sessionAgents.find((agent): agent is ReadAgent => agent === name);
        const isShown = agentNamed(name).definitions?.[kind]?.uses === 'recorded';
        if (reader !== undefined && isShown) expect(await countedRuns(reader, kind, item)).toBe(1);
        world.takeAway(file);
        expect(world.verify().ok).toBe(false);
        expect(doctorOf(world, name).definitions[kind] ?? []).toEqual([]);
      }),
      runs,
    );
  });

  test('is off where its setting says so, and doctor names the setting', async () => {
    const off = offDefinitions[`${name} ${kind}`];
    if (off === undefined) return;
    await fc.assert(
      fc.asyncProperty(slug, async (item) => {
        const world = await installed(name, item, kind);
        const { path, setting } = putSettings(world, name, off(item));
        const { definitions, hiddenDefinitions } = doctorOf(world, name);
        expect(definitions[kind]).toEqual([]);
        expect(hiddenDefinitions[kind]).toMatchObject([{ name: item, reason: 'switched-off' }]);
        expect(hiddenDefinitions[kind]?.[0]?.message).toContain(setting);
        expect(hiddenDefinitions[kind]?.[0]?.message).toContain(path);
      }),
      runs,
    );
  });
});

test('every folder that ensure installs definitions into is a folder of the record', () => {
  const unread = definitionInstalls.filter(
    ([name, kind]) =>
      !agentNamed(name).definitions?.[kind]?.folders.some(
        ({ path }) => path === `{project}/${targetFolder(name, kind)}`,
      ),
  );
  expect(unread).toEqual([]);
});

test('every switch of definitions is tried', () => {
  const switched = definitionInstalls.filter(
    ([name, kind]) => agentNamed(name).definitions?.[kind]?.switchOf !== undefined,
  );
  expect(Object.keys(offDefinitions).sort()).toEqual(switched.map((one) => one.join(' ')).sort());
});

test('every agent that has switches is tried with one of them', () => {
  const switched = agents.filter(({ settings }) => (settings?.switches.length ?? 0) > 0);
  const installable = switched.filter(({ install }) => 'folder' in install.skill);
  expect(Object.keys(offSettings).sort()).toEqual(installable.map(({ name }) => name).sort());
});

test('every reader of sessions belongs to a record that says where they are', () => {
  const readers = sessionAgents.filter((agent) => agent !== 'generic');
  expect(
    readers.filter((agent) => agentNames.includes(agent) && agentNamed(agent).sessions === undefined),
  ).toEqual([]);
});

/** The user's settings that turn one skill off. */
const offSettings: Readonly<
  Partial<Record<AgentName, (skill: string) => { text: string; setting: string }>>
> = {
  claude: (skill) => ({
    text: JSON.stringify({ skillOverrides: { [skill]: 'off' } }),
    setting: 'skillOverrides',
  }),
  codex: (skill) => ({
    text: `[[skills.config]]\nname = "${skill}"\nenabled = false\n`,
    setting: 'skills.config',
  }),
  gemini: (skill) => ({
    text: `{"skills": {"disabled": ["${skill}"]}} // off`,
    setting: 'skills.disabled',
  }),
  opencode: (skill) => ({
    text: JSON.stringify({ permission: { skill: { [skill]: 'deny' } } }),
    setting: 'permission.skill',
  }),
  hermes: (skill) => ({ text: `skills:\n  disabled:\n    - "${skill}"\n`, setting: 'skills.disabled' }),
  qwen: (skill) => ({ text: `{"skills": {"disabled": ["${skill}"]}}`, setting: 'skills.disabled' }),
  copilot: (skill) => ({ text: `{"disabledSkills": ["${skill}"]}`, setting: 'disabledSkills' }),
};

/** The user's settings that turn one definition off, by agent and kind. */
const offDefinitions: Readonly<Record<string, (item: string) => { text: string; setting: string }>> = {
  'claude agent': (item) => ({
    text: JSON.stringify({ permissions: { deny: [`Agent(${item})`] } }),
    setting: 'permissions.deny',
  }),
  'gemini agent': (item) => ({
    text: JSON.stringify({ agents: { overrides: { [item]: { enabled: false } } } }),
    setting: 'agents.overrides',
  }),
  'opencode agent': (item) => ({
    text: JSON.stringify({ agent: { [item]: { disable: true } } }),
    setting: `agent.${item}.disable`,
  }),
};

function targetFolder(name: AgentName, kind: (typeof itemKinds)[number]): string {
  const target = agentNamed(name).install[kind];
  return 'folder' in target ? target.folder : '';
}

/** A trusted project into which one item was installed for one agent. */
async function installed(
  agent: AgentName,
  item: string,
  kind: (typeof itemKinds)[number] = 'skill',
): Promise<EnsureWorld> {
  const world = EnsureWorld.inMemory();
  world.files.makeFolder(`${world.project}/.git`);
  world.files.makeFolder(userHome);
  putFile(world, `${world.home}/config.toml`, `library.trusted_projects = ["${world.project}"]\n`);
  await world.remote.put(`${item}@1.0.0`, { kind });
  world.manifest([`${kind}:${item}`], [agent]);
  const { ok, installed: done } = await world.ensure();
  expect([ok, done.map((one) => one.slug), world.warnings]).toEqual([true, [item], []]);
  return world;
}

function doctorOf(world: EnsureWorld, agent: AgentName) {
  const { files, home, project } = world;
  const { clients } = examine({
    files,
    home,
    userHome,
    platform: 'linux',
    environment: {},
    workingFolder: project,
    configPath: `${home}/config.toml`,
    usage: new UsageStore({ path: `${home}/usage.json`, files, clock }),
    loadCuratorState: () => undefined,
    only: [],
  });
  const view = clients.find(({ name }) => name === agentNamed(agent).title);
  return {
    seen: view?.sees.map(({ name }) => name) ?? [],
    hidden: view?.hidden ?? [],
    definitions: { agent: view?.agents, command: view?.commands },
    hiddenDefinitions: { agent: view?.hiddenAgents, command: view?.hiddenCommands },
  };
}

function libraryOf({ files, home, project }: EnsureWorld) {
  return openLibrary({
    files,
    clock,
    home,
    userHome,
    platform: 'linux',
    environment: {},
    workingFolder: project,
  });
}

function putSettings(
  world: EnsureWorld,
  agent: AgentName,
  { text, setting }: { text: string; setting: string },
) {
  const record = agentNamed(agent);
  const file = record.settings?.files.find((one): one is SettingsPath => one.scope === 'user');
  const path = locate(record, file?.path ?? '', machine) ?? '';
  putFile(world, path, text);
  return { path, setting };
}

function putFile({ files }: EnsureWorld, path: string, text: string): void {
  files.makeFolder(path.slice(0, path.lastIndexOf('/')));
  files.write(path, new TextEncoder().encode(text));
}

/** How often the skill was used, by a session of the agent in a home on the real disk. */
function countedUses(
  agent: ReadAgent,
  skill: { readonly id: string; readonly name: string; readonly path: string },
): Promise<number> {
  return withSession(
    agent,
    (realHome) => writeSession(agent, realHome, skill),
    ({ store, home, realHome }) => {
      const files = nodeFiles;
      const usage = new UsageStore({ path: join(home, 'usage.json'), files, clock });
      const folder = skill.path.slice(0, skill.path.lastIndexOf('/'));
      const skills = [{ id: skill.id, name: skill.name, folder }];
      ingest({ files, home, store, find: () => [], usage, userHome: realHome, skills, now: clock.now() });
      return usage.get(skill.id)?.useCount ?? 0;
    },
  );
}

/** How often evidence says that the agent used the subagent or command. */
function countedRuns(agent: ReadAgent, kind: DefinitionKind, item: string): Promise<number> {
  return withSession(
    agent,
    (realHome) => writeDefinitionSession(agent, kind, realHome, item),
    ({ store }) => {
      const items = store.items({ from: 0, to: clock.now() });
      return items.find((one) => one.kind === kind && one.name === item && one.agent === agent)?.uses ?? 0;
    },
  );
}

interface ReadSession {
  readonly store: EvidenceStore;
  /** Coppice's home, in the user's. */
  readonly home: string;
  readonly realHome: string;
}

async function withSession(
  agent: ReadAgent,
  write: (realHome: string) => Promise<void>,
  count: (session: ReadSession) => number,
): Promise<number> {
  const realHome = mkdtempSync(join(tmpdir(), 'coppice-law-'));
  onTestFinished(() => rmSync(realHome, { recursive: true, force: true }));
  const home = join(realHome, '.coppice');
  nodeFiles.makeFolder(home);
  await write(realHome);
  const store = await EvidenceStore.open({ path: join(home, 'evidence.sqlite'), files: nodeFiles, clock });
  try {
    const options = { agents: [agent], from: 0, home, userHome: realHome, environment: {} };
    await backfill({ files: nodeFiles, clock, store, find: () => [] }, options);
    return count({ store, home, realHome });
  } finally {
    store.close();
  }
}
