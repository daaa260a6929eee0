/* What the tests use of a package that has no types of its own. */

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    readonly path: string;
    body: unknown;
    status: number;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    on(event: string, listener: (context: unknown, error: unknown) => void): void;
    readonly Grant: new (given: {
      accountId: string;
      clientId: string;
    }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** Keeps everything in memory. */
  export default class MemoryAdapter {}
}
