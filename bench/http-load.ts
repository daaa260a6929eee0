/*
 * Sends requests to a server as fast as it answers, over a number of open connections, and measures the time of a request:
 * the time of the best round divided by the number of its requests.
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

  try {
    let best = Number.POSITIVE_INFINITY;
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      let left = requests;
      const started = performance.now();
      await Promise.all(
        Array.from({ length: connections }, async () => {
          for (; left > 0; left -= 1) await get(url, headers, agent);
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
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
