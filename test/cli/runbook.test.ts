/*
 * Runs the commands of the runbook in docs/operating.md as they are printed there. In place of systemd there is a script
 * that starts and stops the same server, and nothing is installed: the new version is the one that was built.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const program = join(projectRoot, 'dist/main.js');

test('the commands of the runbook back up, upgrade and restore a registry with everything in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-runbook-'));
  // As root, PostgreSQL is another user, who has to pass through.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const environment = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    COPPICE_HOME: join(folder, 'home'),
    COPPICE_REGISTRY_DATA: join(folder, 'pg'),
    COPPICE_LOG_LEVEL: 'silent',
    COPPICE_EMBEDDINGS: 'off',
    COPPICE_STOP_GRACE_SECS: '0',
    BACKUPS: join(folder, 'backups'),
    REGISTRY: `http://127.0.0.1:${port}`,
  };
  const shell = (script: string) => {
    const result = spawnSync('bash', ['--norc', '-euc', script], {
      env: environment,
      cwd: folder,
      encoding: 'utf8',
      timeout: 110_000,
    });
    expect(result.status, `${script}\n${result.stderr}`).toBe(0);
    return result.stdout;
  };
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'backups'));
  for (const [name, body] of Object.entries(standIns(port))) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  onTestFinished(() => {
    spawnSync('systemctl', ['stop', 'coppice-registry'], { env: environment, cwd: folder });
    rmSync(folder, { recursive: true, force: true });
  });

  shell('systemctl start coppice-registry; until curl -fsS "$REGISTRY/readyz"; do sleep 0.1; done');
  shell('coppice registry admin tenant create acme');
  const scopes = 'skills:read skills:publish tenant:admin';
  const made = shell(
    `coppice registry admin token create --tenant acme --name ci --scopes "${scopes}" --json`,
  );
  // The restarts would leave an open connection behind, of which this process learns too late.
  const headers = { authorization: `Bearer ${JSON.parse(made).token}`, connection: 'close' };
  const names = async () => {
    const answer = await fetch(`${environment.REGISTRY}/v1/skills`, { headers });
    return ((await answer.json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug);
  };
  await publish(environment.REGISTRY, headers, folder, 'kept');

  shell(block('backup'));
  expect(readdirSync(join(folder, 'backups'))).toEqual(['before-upgrade']);
  shell(block('upgrade'));
  expect(await names()).toEqual(['kept']);
  await publish(environment.REGISTRY, headers, folder, 'after-the-backup');
  shell(block('restore'));
  // The token was restored, too.
  expect(await names()).toEqual(['kept']);
  expect(readdirSync(folder)).toContain('pg-before-restore');
  expect(readdirSync(join(folder, 'home/registry')).sort()).toEqual(['blobs', 'blobs-before-restore']);
}, 180_000);

function block(name: string): string {
  const page = readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8');
  const found = new RegExp(`<!-- runbook: ${name} -->\n\`\`\`sh\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/operating.md has no runbook for ${name}`);
  return found;
}

function standIns(port: number): Readonly<Record<string, string>> {
  const node = `'${process.execPath}'`;
  return {
    coppice: `exec ${node} '${program}' "$@"`,
    npm: `test "$*" = 'install --global coppice@latest'`,
    curl: `exec ${node} -e 'fetch(process.argv.at(-1)).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))' -- "$@"`,
    systemctl: `test "$2" = coppice-registry || exit 1
case "$1" in
  start) coppice registry serve --port ${port} > /dev/null 2>&1 & echo $! > "$HOME/pid" ;;
  stop) pid=$(cat "$HOME/pid"); kill -TERM "$pid"; while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done ;;
  *) exit 1 ;;
esac`,
  };
}

async function publish(
  url: string,
  headers: Readonly<Record<string, string>>,
  folder: string,
  slug: string,
): Promise<void> {
  mkdirSync(join(folder, slug));
  writeFileSync(join(folder, slug, 'SKILL.md'), `---\nname: ${slug}\ndescription: Does it.\n---\nDo it.\n`);
  const { stdout } = spawnSync('tar', ['-czf', '-', '-C', join(folder, slug), '.']);
  const body = new FormData();
  body.set('metadata', JSON.stringify({ slug, version: '1.0.0' }));
  body.set('bundle', new Blob([stdout]), 'bundle.tar.gz');
  const answer = await fetch(`${url}/v1/skills`, { method: 'POST', headers, body });
  expect(answer.status, await answer.text()).toBe(201);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
