import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** Others may measure on the same machine. */
export async function freePort(): Promise<number> {
  const port = await listenedOn(0);
  if (port === undefined) throw new Error('No port is free.');
  return port;
}

/**
 * The first of so many free ports that follow each other, anywhere in the range: whoever looks for some at the same time finds others.
 * Those below 32768 are not given to connections meanwhile.
 */
export async function freePorts(count: number, from = 14_000, to = 30_000): Promise<number> {
  const places = Math.floor((to - from) / count);
  const begin = Math.floor(Math.random() * places);
  for (let tried = 0; tried < places; tried++) {
    const first = from + ((begin + tried) % places) * count;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(listenedOn))).every((port) => port !== undefined)) return first;
  }
  throw new Error(`No ${count} ports in succession are free from ${from} to ${to}.`);
}

/** @returns undefined if the port is in use */
async function listenedOn(port: number): Promise<number | undefined> {
  const listener = createServer().listen(port, '127.0.0.1');
  try {
    await once(listener, 'listening');
  } catch {
    return undefined;
  }
  const { port: own } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return own;
}

/** Does something listen there? */
export const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
