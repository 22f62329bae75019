import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const MOST_LISTENERS = 30;

const known = new WeakMap<Server, Map<Duplex, ServerResponse>>();

/** The responses that a server is giving, by their connections. Begins with the first call, which must come before the server listens. */
export function openResponses(server: Server): ReadonlyMap<Duplex, ServerResponse> {
  const found = known.get(server);
  if (found) return found;
  const open = new Map<Duplex, ServerResponse>();
  known.set(server, open);
  // before anything responds
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    open.set(socket, response);
    // several steps of a request wait for its end, and streams add theirs
    response.setMaxListeners(MOST_LISTENERS);
    response.once('close', () => open.get(socket) === response && open.delete(socket));
  });
  return open;
}
