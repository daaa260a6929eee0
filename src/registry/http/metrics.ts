/*
 * What the server counts about itself, in the words of Prometheus. Requests are counted by the pattern of their route,
 * never by their address: that would be a time series for every skill.
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry as Register } from 'prom-client';

export interface Metrics {
  /** A request has come. Call what is returned when it is answered; it says how many seconds that took. */
  begin(): (route: string, method: string, status: number) => number;
  /** A figure that is asked for when the metrics are. */
  watch(gauge: WatchedFigure): void;
  text(): Promise<string>;
}

export interface WatchedFigure {
  readonly name: string;
  readonly help: string;
  /** Undefined where it cannot be told for now. */
  read(): number | undefined | Promise<number | undefined>;
}

/** With `process`, also those of Node: memory, the event loop, garbage collection. */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const register = new Register();
  const registers = [register];
  if (options.process) collectDefaultMetrics({ register });
  // Counted here and handed over when asked for: looking labels up takes longer than all else about a request.
  const answered = new Map<string, number>();
  let inFlight = 0;
  new Counter({
    name: 'coppice_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [key, count] of answered) {
        const [method = '', route = '', status = ''] = key.split(' ');
        this.inc({ method, route, status }, count);
      }
    },
  });
  new Gauge({
    name: 'coppice_http_requests_in_flight',
    help: 'Requests being answered',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const seconds = new Histogram({
    name: 'coppice_http_request_duration_seconds',
    help: 'How long answering took',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  return {
    begin() {
      inFlight += 1;
      const stop = seconds.startTimer();
      return (route, method, status) => {
        inFlight -= 1;
        const key = `${method} ${route} ${status}`;
        answered.set(key, (answered.get(key) ?? 0) + 1);
        return stop({ route });
      };
    },
    watch({ name, help, read }) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === undefined) this.reset();
          else this.set(value);
        },
      });
    },
    text: () => register.metrics(),
  };
}
