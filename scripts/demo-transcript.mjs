// `node scripts/demo-transcript.mjs`, after a build: runs the demo and writes its transcript into README.md (a test fails
// when the transcript is stale).
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { importSource } from './import-source.mjs';
import './steps.mjs';

const { status, stdout } = spawnSync(process.execPath, ['dist/main.js', 'demo', '--json'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) throw new Error(`the demo exited ${status}`);
const { transcript, withTranscript } = await importSource('src/cli/rules/demo/transcript.ts');
const page = readFileSync('README.md', 'utf8');
writeFileSync('README.md', withTranscript(page, transcript(JSON.parse(stdout).steps)));
