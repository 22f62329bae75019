import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const MOST_LISTENERS = 30;

/** By connection; undefined while it waits for its next request. */
type OpenResponses = ReadonlyMap<Duplex, ServerResponse | undefined>;

const known = new WeakMap<Server, OpenResponses>();

/**
 * The responses that a server is giving, by their connections. Begins with the first call, which must come before the server listens.
 *
 * An entry lasts as long as its connection. In a map that grows and shrinks with each request, the tables that V8 leaves behind would hold
 * the requests of then until all garbage is collected, which is much rarer than the collection of short-lived objects.
 */
export function openResponses(server: Server): OpenResponses {
  const found = known.get(server);
  if (found) return found;
  const open = new Map<Duplex, ServerResponse | undefined>();
  known.set(server, open);
  server.on('connection', (socket: Duplex) => {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  // before anything responds
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    if (open.has(socket)) open.set(socket, response);
    // several steps of a request wait for its end, and streams add theirs
    response.setMaxListeners(MOST_LISTENERS);
    response.once('close', () => open.get(socket) === response && open.set(socket, undefined));
  });
  return open;
}
