import { expect, test } from 'vitest';
import { evaluateFake } from '../../eval/eval.world.js';
import { storeResult } from '../../eval/store/results.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { resultsOfSkill } from './results.js';
import { skillContent } from './target.js';

const tide = { id: 'home:tide', folder: '/skills/tide' };

function write(files: ReturnType<typeof memoryFiles>, path: string, text: string): void {
  files.makeFolder(path.slice(0, path.lastIndexOf('/')));
  files.write(path, new TextEncoder().encode(text));
}

async function evaluated() {
  const files = memoryFiles();
  write(files, '/skills/tide/SKILL.md', '---\nname: tide\ndescription: Tides.\n---\nLook it up.\n');
  const { digest } = skillContent(files, tide.folder, 'tide');
  const { result } = await evaluateFake({ runs: 2 });
  return {
    files,
    location: { files, home: '/h' },
    result: { ...result, skill: { ...result.skill, digest } },
  };
}

test('a result has what came of each case, and belongs to the bytes as they were', async () => {
  const { files, location, result } = await evaluated();
  storeResult(location, result, tide.id, 5);
  const [one] = resultsOfSkill(location, tide);
  expect(one).toMatchObject({ isCurrent: true, at: 5, agent: 'claude', costUsd: 0.04 });
  expect(one?.byCase).toEqual([
    {
      name: 'husum',
      source: 'prose',
      difference: 1,
      arms: {
        with: { runs: 2, noResult: 0, score: 1, firing: { fired: 2 }, costUsd: 0.02 },
        without: { runs: 2, noResult: 0, score: 0, firing: { 'not-fired': 2 }, costUsd: 0.02 },
      },
    },
  ]);
  write(files, '/skills/tide/evals/a/prompt.md', 'Another case.\n');
  expect(resultsOfSkill(location, tide)).toMatchObject([{ isCurrent: true }]);
  write(files, '/skills/tide/SKILL.md', '---\nname: tide\ndescription: Tides.\n---\nAsk.\n');
  expect(resultsOfSkill(location, tide)).toMatchObject([{ isCurrent: false, at: 5 }]);
});

test('the newest result is first, and those of other skills are left out', async () => {
  const { location, result } = await evaluated();
  const older = { ...result.skill, digest: 'a'.repeat(64) };
  storeResult(location, { ...result, skill: older }, tide.id, 1);
  storeResult(location, { ...result, skill: { ...older, digest: 'b'.repeat(64) } }, 'home:moon', 2);
  storeResult(location, result, tide.id, 3);
  expect(resultsOfSkill(location, tide).map(({ at, isCurrent }) => [at, isCurrent])).toEqual([
    [3, true],
    [1, false],
  ]);
});

test('a skill whose folder is gone keeps its results, which are those of other bytes', async () => {
  const { files, location, result } = await evaluated();
  storeResult(location, result, tide.id, 1);
  files.remove('/skills/tide/SKILL.md');
  expect(resultsOfSkill(location, tide)).toMatchObject([{ isCurrent: false }]);
  expect(resultsOfSkill({ files: memoryFiles(), home: '/h' }, tide)).toEqual([]);
});
