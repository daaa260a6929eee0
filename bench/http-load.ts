/*
 * Asks a server as fast as it answers, over a number of connections that are kept open, and tells how long a request
 * takes it: the time of a round divided by the requests in it, of the best round.
 */

import { Agent, request } from 'node:http';

export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections?: number;
  readonly requests?: number;
  readonly rounds?: number;
}

/** In microseconds for one request. */
export async function microsecondsPerRequest({
  url,
  headers = {},
  connections = 32,
  requests = 4_000,
  rounds = 4,
}: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = () => get(url, headers, agent);
  try {
    let best = Number.POSITIVE_INFINITY;
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      let left = requests;
      const started = performance.now();
      await Promise.all(
        Array.from({ length: connections }, async () => {
          for (; left > 0; left -= 1) await ask();
        }),
      );
      if (round > 0) best = Math.min(best, ((performance.now() - started) * 1_000) / requests);
    }
    return best;
  } finally {
    agent.destroy();
  }
}

function get(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
