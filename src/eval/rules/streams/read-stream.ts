/*
 * The reader for each format, and a whole stream read at once, which is how recordings are read.
 */

import { claudeStream } from './claude-stream.js';
import { codexStream } from './codex-stream.js';
import { geminiStream } from './gemini-stream.js';
import { opencodeStream } from './opencode-stream.js';
import type { StreamFacts, StreamFormat, StreamReader } from './stream.js';

const readers: Readonly<Record<StreamFormat, () => StreamReader>> = {
  claude: claudeStream,
  codex: codexStream,
  gemini: geminiStream,
  opencode: opencodeStream,
};

export function streamReader(format: StreamFormat): StreamReader {
  return readers[format]();
}

export function readStream(format: StreamFormat, lines: readonly string[]): StreamFacts {
  const reader = streamReader(format);
  for (const line of lines) reader.line(line);
  return reader.facts();
}
