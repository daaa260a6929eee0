/*
 * A running registry with one tenant, and people who run the program in this process, each with a home and a project of
 * their own.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommandLine } from '../../src/cli/frame/command-line.js';
import { verbs } from '../../src/cli/verbs.js';
import { createTenant, tenantIdBySlug } from '../../src/registry/access/tenants.js';
import { makeToken } from '../../src/registry/access/tokens.js';
import { type Scope, scopes } from '../../src/registry/api/names.js';
import { announce } from '../../src/registry/data/db/changes.js';
import { openPool } from '../../src/registry/data/db/pool.js';
import { createDatabase } from '../../src/registry/data/db/test-database.fixture.js';
import { serve } from '../../src/registry/server/serve.js';
import { serverParts } from '../../src/registry/server/server-parts.js';
import { type Clock, systemClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { silentLog } from '../../src/system/log.js';
import { terminalOf } from '../../src/system/terminal/terminal.js';

export interface ClientWorld {
  readonly url: string;
  readonly tenant: string;
  token(wanted?: readonly Scope[]): Promise<string>;
  /** The projects that have reported an install. */
  installers(): Promise<readonly string[]>;
}

export interface ClientServer {
  /** Creates a tenant. */
  world(): Promise<ClientWorld>;
  stop(): Promise<void>;
}

/** The caller must stop it. */
export async function startServer(): Promise<ClientServer> {
  const { url: databaseUrl, drop } = await createDatabase();
  const home = mkdtempSync(join(tmpdir(), 'coppice-client-'));
  const environment = {
    COPPICE_DATABASE_URL: databaseUrl,
    COPPICE_LOG_LEVEL: 'silent',
    COPPICE_STOP_GRACE_SECS: '0',
  };
  const place = { host: '127.0.0.1', port: 0, home, clock: systemClock, webFolder: join(home, 'web') };
  const server = await serve({ ...place, environment }, serverParts);
  const pool = openPool(databaseUrl, { log: silentLog });
  const changes = { announce, revision: () => undefined, advance: () => undefined };
  const registry = { database: pool.database, clock: systemClock, changes };
  let tenants = 0;
  return {
    world: async () => {
      tenants += 1;
      const tenant = `tenant-${tenants}`;
      await createTenant(registry, { slug: tenant, name: '' });
      const tenantId = await tenantIdBySlug(pool.database, tenant);
      let tokens = 0;
      return {
        url: server.url,
        tenant,
        installers: async () => {
          const reports = pool.database.selectFrom('usage_of_projects').select('project_hash').distinct();
          const rows = await reports
            .where('tenant_id', '=', tenantId)
            .where('event', '=', 'install')
            .execute();
          return rows.map(({ project_hash }) => project_hash);
        },
        token: async (wanted = scopes) => {
          tokens += 1;
          const token = { name: `token ${tokens}`, scopes: [...wanted], patterns: [], expiresAt: null };
          return (await makeToken(registry, tenantId, { service: `service-${tokens}` }, token)).text;
        },
      };
    },
    stop: async () => {
      await pool.close();
      await server.stop();
      await drop();
      rmSync(home, { recursive: true });
    },
  };
}

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class Person {
  readonly place = temporaryFolder();
  readonly project = join(this.place, 'project');
  readonly home = join(this.place, 'home');
  environment: Readonly<Record<string, string>> = {};
  clock: Clock = systemClock;

  constructor() {
    mkdirSync(this.project);
  }

  async coppice(words: readonly string[], { input = '', folder = this.project } = {}): Promise<Answer> {
    const stdout: string[] = [];
    const stderr: string[] = [];
    const out = (text: string) => void stdout.push(text);
    const notes = (text: string) => void stderr.push(text);
    const { environment, clock } = this;
    const code = await runCommandLine(words, verbs, { out, notes }, async () => ({
      files: nodeFiles,
      clock,
      workingFolder: folder,
      home: this.home,
      userHome: this.place,
      platform: process.platform,
      environment,
      terminal: terminalOf({ stdout: { write: out }, stderr: { write: notes }, environment }),
      program: { executable: process.execPath, script: '' },
      readStdin: () => new TextEncoder().encode(input),
    }));
    return { code, stdout: stdout.join(''), stderr: stderr.join('') };
  }

  /** The stdout of a command that must not fail. */
  async run(words: readonly string[], options?: { input?: string; folder?: string }): Promise<string> {
    const { code, stdout, stderr } = await this.coppice(words, options);
    if (code !== 0) throw new Error(`coppice ${words.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  }

  /** The JSON document of a command, whether it fails or not. */
  async document(words: readonly string[], options?: { readonly folder: string }) {
    return JSON.parse((await this.coppice([...words, '--json'], options)).stdout);
  }

  async login({ url, tenant, token }: ClientWorld, wanted?: readonly Scope[]): Promise<void> {
    const words = ['login', url, '--tenant', tenant, '--token-stdin'];
    await this.run(words, { input: `${await token(wanted)}\n` });
  }

  /** The text of a file in the project. */
  text(path: string): string | undefined {
    const full = join(this.project, path);
    return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
  }

  put(path: string, text: string): void {
    const full = join(this.project, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }

  /** Creates a skill in the project, below `skills`. */
  putSkill(name: string, { extra = '', body = `# ${name}\n` } = {}): string {
    const head = `name: ${name}\ndescription: Does ${name}. Use when ${name} is needed.\n${extra}`;
    this.put(`skills/${name}/SKILL.md`, `---\n${head}---\n\n${body}`);
    return `skills/${name}`;
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
