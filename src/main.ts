#!/usr/bin/env node
/*
 * argv in, exit code out. Recording an event is a program of its own (record-event.ts), because hooks start it after
 * every call of a tool, and loading the other verbs would take longer than all of its work. So is the version.
 */

const words = process.argv.slice(2);
const { run } = await program();
process.exitCode = await run(words);

async function program() {
  const [first, second] = words;
  if (first === 'evidence' && second === 'record') return await import('./record-event.js');
  const isVersion = words.length === 1 && (first === '--version' || first === '-V');
  return isVersion ? await import('./version.js') : await import('./cli/verbs.js');
}
