#!/usr/bin/env node
/*
 * argv in, exit code out. Recording an event is a program of its own (record-event.ts), because hooks start it after
 * every call of a tool, and loading the other verbs would take longer than all of its work.
 */

const words = process.argv.slice(2);
const isRecord = words[0] === 'evidence' && words[1] === 'record';
const { run } = isRecord ? await import('./record-event.js') : await import('./cli/verbs.js');
process.exitCode = await run(words);
