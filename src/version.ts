/*
 * `coppice --version` alone, which other programs ask for before they do anything: it needs neither the verbs nor their
 * texts. The build puts the version here, because the manifest is in the file with all verbs.
 */

declare const coppiceVersion: string | undefined;

export async function run(words: readonly string[]): Promise<number> {
  // The program with all verbs says what is wrong with the output.
  process.stdout.once('error', async () => {
    const program = await import('./cli/verbs.js');
    process.exitCode = await program.run(words);
  });
  process.stdout.write(`${typeof coppiceVersion === 'string' ? coppiceVersion : 'sources'}\n`);
  return 0;
}
