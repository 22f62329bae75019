import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { DatabaseServer } from '../../config/database-address';

/** A TCP relay to a database server, to simulate network failures. */
export interface Relay {
  readonly address: DatabaseServer;
  cut(): Promise<void>;
  restore(): Promise<void>;
}

export async function relayTo(server: DatabaseServer): Promise<Relay> {
  const sockets = new Set<Socket>();
  const [target] = server.hosts;
  if (!target) throw new Error('This server has no host.');
  const relay = createServer((socket) => {
    const onward = connect(target.port, target.host);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
    }
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => void relay.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = relay.address() as AddressInfo;
  return {
    address: { ...server, hosts: [{ host: '127.0.0.1', port }] },
    restore: () => listen(port),
    cut: () =>
      new Promise((resolve) => {
        relay.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
