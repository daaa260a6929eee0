/*
 * A home of real skills, from a corpus that is not part of the project: spread over the folders of the agents, with
 * copies, hostile packages and sessions as in an invented home. Nothing of it is ever run.
 */

import { seededRandom } from '../soak/random.js';
import { type HomeWishes, type PlannedFile, type PlannedHome, planHome } from './plan.js';
import { shuffled } from './procedures.js';

export interface RealSkill {
  readonly folder: string;
  readonly bytes: Uint8Array;
}

/** Lines of JSON with `path` and `text`, or `base64` where the bytes are not UTF-8. */
export function readCorpus(lines: readonly string[]): readonly RealSkill[] {
  const skills = new Map<string, RealSkill>();
  for (const line of lines) {
    const { path, text, base64 }: { path: string; text?: string; base64?: string } = JSON.parse(line);
    const bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    const folder = (path.split('/').at(-2) ?? '').replaceAll(/[^\w.-]/g, '-');
    // Two agents may have a folder of one name, but the home has every skill once, copies apart.
    if (folder !== '' && !folder.startsWith('.') && !skills.has(folder))
      skills.set(folder, { folder, bytes });
  }
  return [...skills.values()];
}

/** The planned home, with a real skill in the place of every one that is neither hostile nor broken on purpose. */
export function homeOfRealSkills(
  seed: number,
  wishes: HomeWishes,
  corpus: readonly RealSkill[],
): PlannedHome {
  const home = planHome(seed, wishes);
  const { hostile, broken } = home.planted;
  const invented = new Set([...hostile, ...broken].map(nameOf));
  const left = [...shuffled(seededRandom(seed), corpus)];
  const chosen = new Map<string, RealSkill>();
  const realFor = (name: string): RealSkill | undefined => {
    if (invented.has(name)) return undefined;
    const real = chosen.get(name) ?? left.pop();
    if (real === undefined) throw new Error('the corpus has too few skills');
    chosen.set(name, real);
    return real;
  };
  const folderOf = (name: string) => realFor(name)?.folder ?? name;
  const idFor = (id: string) => `${id.slice(0, id.indexOf(':'))}:${folderOf(nameOf(id))}`;
  const files = home.files.flatMap((file): readonly PlannedFile[] => {
    const [, root = '', name = '', rest = ''] = /^(.*\/skills)\/([^/]+)\/(.*)$/.exec(file.path) ?? [];
    const real = realFor(name);
    if (real === undefined) return [file];
    if (rest !== 'SKILL.md') return [];
    return [{ ...file, path: `${root}/${real.folder}/SKILL.md`, content: real.bytes }];
  });
  const { copies, failing, unused } = home.planted;
  return {
    ...home,
    files,
    seen: home.seen.map(({ id, at }) => ({ id: idFor(id), at })),
    uses: home.uses.map(({ id, at }) => ({ id: idFor(id), at })),
    sessions: home.sessions.map((session) => ({ ...session, skill: folderOf(session.skill) })),
    planted: {
      hostile,
      broken,
      copies: copies.map(idFor),
      failing: failing.map(idFor),
      unused: unused.map(idFor),
    },
  };
}

const nameOf = (id: string) => id.slice(id.indexOf(':') + 1);
