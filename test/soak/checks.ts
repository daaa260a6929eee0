/*
 * What must hold when all is quiet again: every counter, the ledger with its blobs, every skill's bytes, both locks, the
 * registry, and what the program's own checks say.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderAfter } from '../../src/library/rules/ledger-entry.js';
import { parseLedger } from '../../src/library/rules/ledger-lines.js';
import { parseSkill } from '../../src/skill/parse.js';
import { sha256Hex } from '../../src/text/hash.js';
import { type Counters, countedKinds } from './counters.js';
import type { Server } from './server.js';
import { differenceOnDisk, type SkillState } from './skill-state.js';
import type { Project, Publisher } from './team.js';
import { type Document, recordsOf, type World } from './world.js';

/** `names`: what the skill is called now, by what it is counted as. */
export async function checkCounters(
  world: World,
  counters: Counters,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const outcome = await world.run(['usage']);
  const records = recordsOf(outcome.kind === 'done' ? outcome.document : {}, 'records');
  for (const key of counters.skills()) {
    const id = `home:${names.get(key) ?? key}`;
    const record = records.find((one) => one['id'] === id);
    for (const kind of countedKinds) {
      const { least, most } = counters.bounds(key, kind);
      const counted = Number(record?.[kind] ?? 0);
      world.journal.check(
        'every counter is what was acknowledged',
        counted >= least && counted <= most,
        () => `${id} (${key}) has ${kind} ${counted}, not ${least} to ${most}`,
      );
    }
  }
}

/** `acknowledged`: ids of entries that a process acknowledged. */
export function checkLedger(world: World, acknowledged: ReadonlySet<string>): void {
  const { journal, home } = world;
  const reading = parseLedger(readFileSync(join(home, 'ledger.jsonl'), 'utf8'));
  const committed = new Set(reading.entries.flatMap(({ id, state }) => (state === 'committed' ? [id] : [])));
  for (const id of acknowledged)
    journal.check('what was acknowledged is in the ledger', committed.has(id), () => id);
  const last = new Map<string, string | null>();
  for (const entry of reading.entries) {
    journal.check('no entry is left prepared', entry.state !== 'prepared', () => JSON.stringify(entry));
    for (const { path, before, after } of entry.files) {
      for (const state of [before, after]) if (state !== null) checkBlob(world, entry.id, state.sha256);
      if (entry.state !== 'committed') continue;
      if (entry.move !== null) last.delete(join(entry.root, entry.folder, path));
      last.set(join(entry.root, folderAfter(entry), path), after?.sha256 ?? null);
    }
    if (entry.state === 'committed' && entry.move !== null) moveAll(last, entry.root, entry.move);
  }
  for (const [path, sha256] of last) {
    const found = existsSync(path) ? sha256Hex(readFileSync(path)) : null;
    journal.check(
      'the last committed bytes are on disk',
      found === sha256,
      () => `${path}: ${found}, not ${sha256}`,
    );
    if (found === null || !path.endsWith('/SKILL.md')) continue;
    const faults = parseSkill(readFileSync(path)).diagnostics.filter(({ severity }) => severity === 'error');
    journal.check('every skill parses', faults.length === 0, () => `${path}: ${JSON.stringify(faults)}`);
  }
}

/** Files that an entry does not name move with their folder. */
function moveAll(
  last: Map<string, string | null>,
  root: string,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const [left, right] = [`${join(root, from)}/`, `${join(root, to)}/`];
  for (const [path, sha256] of [...last]) {
    if (!path.startsWith(left)) continue;
    last.delete(path);
    last.set(right + path.slice(left.length), sha256);
  }
}

function checkBlob({ journal, home }: World, entry: string, sha256: string): void {
  const path = join(home, 'blobs', sha256);
  const isWhole = existsSync(path) && sha256Hex(readFileSync(path)) === sha256;
  journal.check('every blob is there', isWhole, () => `${sha256} of entry ${entry}`);
}

export async function checkSkills(world: World, skills: readonly SkillState[]): Promise<void> {
  const { journal } = world;
  for (const skill of skills) {
    const difference = differenceOnDisk(join(world.home, 'skills'), skill);
    journal.check('every skill is as it was acknowledged', difference === undefined, () => difference ?? '');
  }
  const list = await world.run(['list']);
  const archived = await world.run(['archived']);
  const names = (document: Document, key: string) => new Set(recordsOf(document, key).map(({ id }) => id));
  const found = {
    active: names(list.kind === 'done' ? list.document : {}, 'skills'),
    archived: names(archived.kind === 'done' ? archived.document : {}, 'skills'),
  };
  for (const { name, place } of skills) {
    if (place === 'gone') continue;
    journal.check('every skill is found', found[place].has(`home:${name}`), () => `${name} is not ${place}`);
  }
}

export async function checkTeam(
  world: World,
  server: Server,
  publisher: Publisher,
  projects: readonly Project[],
): Promise<void> {
  const { journal } = world;
  const headers = { authorization: `Bearer ${server.token}`, 'x-coppice-tenant': 'acme' };
  for (const [name, digest] of publisher.acknowledged) {
    const [slug, version] = name.split('@');
    const answer = await fetch(`${server.url}/v1/skills/${slug}/versions/${version}`, { headers });
    const text = await answer.text();
    journal.check('what was published is there', text.includes(digest), () => `${name} (${digest}): ${text}`);
  }
  for (const { folder, wanted } of projects) {
    const manifest = readFileSync(join(folder, 'coppice.toml'), 'utf8');
    for (const [slug, isWanted] of wanted) {
      const isNamed = manifest.includes(`"${slug}"`);
      journal.check(
        'the manifest is as it was acknowledged',
        isNamed === isWanted,
        () => `${slug} in ${manifest}`,
      );
      const isLinked = existsSync(join(folder, '.claude/skills', slug, 'SKILL.md'));
      journal.check('what is wanted is installed', isLinked || !isWanted, () => `${slug} in ${folder}`);
    }
  }
}

/** The program's own checks. */
export async function checkOwnChecks(world: World, folders: readonly string[]): Promise<void> {
  const { journal } = world;
  for (const workingFolder of folders) {
    const { document } = await documentOf(world, ['doctor'], workingFolder);
    const faults = recordsOf(document, 'problems').filter(({ severity }) => severity === 'error');
    journal.check('doctor finds no error', Array.isArray(document['problems']) && faults.length === 0, () =>
      JSON.stringify(faults),
    );
  }
  for (const words of [['drill'], ['registry', 'admin', 'verify']]) {
    const { isDone, document } = await documentOf(world, words);
    journal.check(`coppice ${words.join(' ')} finds nothing`, isDone, () => JSON.stringify(document));
  }
}

async function documentOf(world: World, words: readonly string[], workingFolder = world.user) {
  const outcome = await world.run(words, { workingFolder });
  if (outcome.kind === 'killed') throw new Error(`coppice ${words.join(' ')} was killed`);
  return { isDone: outcome.kind === 'done', document: outcome.document };
}
