import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serveMcp } from '../../src/mcp/server.js';
import { McpWorld } from './mcp-world.js';

const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    method: fc.constantFrom(
      'initialize',
      'tools/list',
      'tools/call',
      'skills/list',
      'resources/read',
      'ping',
      'x',
    ),
    params: fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record({
        name: fc.constantFrom('skills_list', 'skill_view'),
        arguments: fc.jsonValue({ maxDepth: 2 }),
      }),
    ),
  },
  { requiredKeys: [] },
);
const chunk = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
  message.map((value) => Buffer.from(`${JSON.stringify(value)}\n`)),
  message.map((value) => Buffer.from(JSON.stringify(value).slice(0, -5))),
  fc.constant(Buffer.from('\n')),
);

const last = { jsonrpc: '2.0', id: 'the last', method: 'ping' };

test('whatever is sent, only messages come back, and what makes sense is still answered', async () => {
  const world = new McpWorld();
  const context = {
    openLibrary: async () => world.library(),
    registry: { search: async () => [], install: () => Promise.reject(new TypeError('not to be asked')) },
    isReadOnly: true,
    log: () => undefined,
  };
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 12 }), async (chunks) => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      const { ended } = serveMcp(context, new StdioServerTransport(input, output));
      const lines: unknown[] = [];
      createInterface({ input: output }).on('line', (line) => {
        const said = JSON.parse(line);
        lines.push(said);
        if (said.id === last.id) input.end();
      });
      for (const bytes of chunks) input.write(bytes);
      input.write(`\n${JSON.stringify(last)}\n`);
      await ended;
      expect(lines).toContainEqual(expect.objectContaining({ id: last.id }));
      for (const line of lines) expect(line).toMatchObject({ jsonrpc: '2.0' });
    }),
    { numRuns: 200 },
  );
});
