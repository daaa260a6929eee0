#!/usr/bin/env node
/*
 * argv in, exit code out. Recording an event is a program of its own (record-event.ts), because hooks start it after
 * every call of a tool, and loading the other verbs would take longer than all of its work. Nor does the version need
 * them, which other programs ask for before they do anything.
 */

/** From the manifest, by the build. */
declare const coppiceVersion: string;

const words = process.argv.slice(2);
const [first, second] = words;
if (words.length === 1 && (first === '--version' || first === '-V')) {
  // The verbs say what is wrong with the output.
  process.stdout.once('error', runVerbs);
  process.stdout.write(`${coppiceVersion}\n`);
} else if (first === 'evidence' && second === 'record') {
  const { run } = await import('./record-event.js');
  process.exitCode = await run(words);
} else {
  await runVerbs();
}

async function runVerbs() {
  const { run } = await import('./cli/verbs.js');
  process.exitCode = await run(words);
}
