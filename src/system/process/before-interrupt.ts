/*
 * What is to be put right on the terminal before Ctrl-C ends the process, as it would have done anyway.
 */

/** Until the function that is given back is called. */
export function beforeInterrupt(putRight: () => void): () => void {
  const interrupted = (): void => {
    putRight();
    // Again, now that nobody listens any more.
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupted);
  return () => void process.off('SIGINT', interrupted);
}
