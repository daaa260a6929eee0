/*
 * The open connections of the server and the requests on them. When the server stops, each connection is closed with the
 * answer after which no other request is waiting: `Connection: close` tells the client to send its next request elsewhere
 * (RFC 9112, 9.6). A request that arrives after that header was sent is not performed, since nobody would get its answer.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class Connections {
  /** For every open connection the answers that are not finished, in the order of their requests. */
  readonly #unfinished = new Map<Socket, ServerResponse[]>();
  /** Answers that close their connection for no other reason. */
  readonly #closedByStop = new WeakSet<ServerResponse>();
  readonly #server: Server;
  #isClosing = false;
  #isEnding = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#unfinished.set(socket, []);
      socket.once('close', () => this.#unfinished.delete(socket));
    });
    server.on('timeout', (socket: Socket) => this.#onTimeout(socket));
  }

  /** Whether the request may be performed. Called for each one, before anything else. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const unfinished = this.#unfinished.get(socket);
    if (unfinished === undefined) return false;
    if (hasUselessBody(request)) response.shouldKeepAlive = false;
    const before = unfinished.at(-1);
    if (before?.shouldKeepAlive === false) {
      if (before.headersSent || !this.#closedByStop.has(before)) return false;
      // The client sent several requests at once, so the connection stays for the answer to the last one.
      before.shouldKeepAlive = true;
    }
    unfinished.push(response);
    if (this.#isClosing) this.#closeWith(response);
    response.once('close', () => {
      unfinished.splice(unfinished.indexOf(response), 1);
      if (this.#isEnding && unfinished.length === 0) socket.destroySoon();
    });
    return true;
  }

  /** From now on, answers close their connection. Idle connections stay open, and are closed with their next answer. */
  closeWithAnswers(): void {
    this.#isClosing = true;
    for (const unfinished of this.#unfinished.values()) {
      const last = unfinished.at(-1);
      if (last && !last.headersSent) this.#closeWith(last);
    }
  }

  #closeWith(response: ServerResponse): void {
    if (response.shouldKeepAlive) this.#closedByStop.add(response);
    response.shouldKeepAlive = false;
  }

  /** Closes the connections without a request, and each other one when its requests are answered. */
  end(): void {
    this.#isEnding = true;
    this.#server.closeIdleConnections();
    // Node does not count a connection as idle before its first request.
    for (const [socket, unfinished] of this.#unfinished)
      if (unfinished.length === 0 && socket.bytesRead === 0) socket.destroy();
  }

  /** A connection on which nothing moves is closed, unless the server itself has not begun to answer. */
  #onTimeout(socket: Socket): void {
    const [current] = this.#unfinished.get(socket) ?? [];
    if (current === undefined || current.headersSent) socket.destroy();
  }
}

/** Nobody reads the body of a GET, and it may have no end. */
function hasUselessBody({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
