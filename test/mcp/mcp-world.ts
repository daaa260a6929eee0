/*
 * A home with skills, and clients of the MCP server over it, in this very process. The registry is one that a test makes up.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { SkillLibrary } from '../../src/library/skill-library.js';
import { serveMcp } from '../../src/mcp/server.js';
import type { McpContext, TeamRegistry } from '../../src/mcp/tools/tool.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { CoppiceError } from '../../src/text/errors.js';

/** The protocol with a handshake, and the one without. */
export const eras = ['legacy', 'modern'] as const;
export type Era = (typeof eras)[number];

export interface ToolAnswer {
  readonly isError: boolean;
  /** What the client gets as data, which is what it gets as text. */
  readonly document: Record<string, unknown>;
}

export interface Agent {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  /** The answer of a tool that must not refuse. */
  answerOf(name: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** How a tool refuses that must refuse. */
  refuses(
    name: string,
    given?: Record<string, unknown>,
  ): Promise<{ code: string; message: string; hint?: string }>;
}

export class McpWorld {
  readonly path = temporaryFolder();
  readonly home = join(this.path, '.coppice');
  readonly logged: string[] = [];
  workingFolder = this.path;
  registry: Partial<TeamRegistry> = {};

  /** Writes a file below the folder of the person, with the folders it needs. */
  put(path: string, content: string | Uint8Array): void {
    const target = join(this.path, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), 'utf8');
  }

  /** A skill of the home. */
  skill(name: string, { description = `Does ${name}.`, body = `# ${name}\n` } = {}): void {
    this.put(
      `.coppice/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${description}\n---\n${body}`,
    );
  }

  library(): SkillLibrary {
    return new SkillLibrary({
      files: nodeFiles,
      clock: fixedClock(Date.UTC(2026, 2, 1)),
      home: this.home,
      userHome: this.path,
      workingFolder: this.workingFolder,
      platform: 'linux',
      environment: {},
    });
  }

  async agent({
    isReadOnly = false,
    era = 'legacy',
  }: {
    isReadOnly?: boolean;
    era?: Era;
  } = {}): Promise<Agent> {
    const unreachable = async () => {
      throw new CoppiceError('not-found', 'no registry is known here');
    };
    const context: McpContext = {
      openLibrary: async () => this.library(),
      registry: { search: unreachable, install: unreachable, ...this.registry },
      isReadOnly,
      log: (sentence) => void this.logged.push(sentence),
    };
    const [near, far] = InMemoryTransport.createLinkedPair();
    serveMcp(context, far);
    const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(near);
    onTestFinished(() => client.close());
    return agentOf(client);
  }
}

export function agentOf(client: Client): Agent {
  const call: Agent['call'] = async (name, given = {}) => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given });
    const [block, ...others] = content;
    if (block?.type !== 'text' || others.length > 0) throw new Error('an answer is one text');
    const document: Record<string, unknown> = JSON.parse(block.text);
    if (JSON.stringify(structuredContent) !== block.text) throw new Error('text and data differ');
    return { isError, document };
  };
  return {
    client,
    call,
    answerOf: async (name, given) => {
      const { isError, document } = await call(name, given);
      if (isError) throw new Error(`${name} refused: ${JSON.stringify(document)}`);
      return document;
    },
    refuses: async (name, given) => {
      const { isError, document } = await call(name, given);
      if (!isError) throw new Error(`${name} did not refuse: ${JSON.stringify(document)}`);
      const { code, message, hint, ...more } = Object(document['error']);
      if (Object.keys(more).length > 0) throw new Error(`an error says more: ${Object.keys(more).join()}`);
      return { code, message, ...(hint !== undefined && { hint }) };
    },
  };
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'coppice-mcp-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
