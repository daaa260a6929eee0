import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishingIn } from '../../items/publish/publishing.fixture.js';
import { testRegistry } from '../../registry.fixture.js';
import { doDueWork } from '../outbox.js';
import { testMirror } from './mirror.fixture.js';
import { mirrorTopic } from './mirror-topic.js';

test.for([
  ['before', 'kill -9 $$'],
  ['after', 'REAL "$@"; kill -9 $$'],
] as const)(
  'a git that is killed %s any call leaves an intact repository, and the next attempt makes the commit',
  async ([, killing]) => {
    const registry = await testRegistry();
    const mirror = testMirror();
    const team = await publishingIn(registry, 'team');
    const fake = join(mirror.folder, '.git/fake');
    const counter = join(fake, 'count');
    const real = join(mirror.git('--exec-path').trim(), 'git');
    mkdirSync(fake);
    const environment = { ...mirror.environment, PATH: `${fake}:${mirror.environment['PATH']}` };

    for (let killAt = 1; ; killAt += 1) {
      writeFileSync(counter, '');
      const script = `#!/bin/sh
      echo >> '${counter}'
      if [ "$(wc -l < '${counter}')" -eq ${killAt} ]; then ${killing.replace('REAL', real)}; fi
      exec ${real} "$@"\n`;
      writeFileSync(join(fake, 'git'), script, { mode: 0o755 });
      await team.publish(`lib@1.0.${killAt}`, { body: String(killAt) });
      const round = await doDueWork(registry, mirrorTopic({ folder: mirror.folder, environment }));
      const wasKilled = readFileSync(counter, 'utf8').length >= killAt;
      if (wasKilled) {
        expect(round, `call ${killAt}`).toEqual({ done: 0, failed: 1 });
        expect(registry.log.lines.at(-1)?.fields['reason']).toContain('SIGKILL');
        mirror.git('fsck', '--strict');
        registry.clock.advance(60_000);
        await mirror.follow(registry);
      }
      expect(mirror.log(), `call ${killAt}`).toHaveLength(killAt);
      expect(mirror.touched('HEAD')).toEqual([`team/skill/lib/1.0.${killAt}/SKILL.md`]);
      expect(mirror.git('status', '--porcelain')).toBe('');
      if (wasKilled) continue;
      // Every call of an attempt has been killed once.
      expect(killAt).toBeGreaterThan(10);
      break;
    }
    expect(readdirSync(join(mirror.folder, '.git')).filter((name) => name.startsWith('coppice'))).toEqual([]);
    mirror.remove();
    await registry.close();
  },
);
