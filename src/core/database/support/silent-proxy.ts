import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Forwards connections to a server, and swallows what they send while it is silent. */
export class SilentProxy {
  isSilent = false;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.forward(client));

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /** @returns the proxy, and the same URL through it */
  static async before(url: string): Promise<{ proxy: SilentProxy; url: string }> {
    const target = new URL(url);
    const proxy = new SilentProxy(target.hostname, Number(target.port || 3306));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    Object.assign(target, { hostname: '127.0.0.1', port: String((proxy.server.address() as AddressInfo).port) });
    return { proxy, url: target.href };
  }

  close(): void {
    this.server.close();
    this.dropConnections();
  }

  /** As a network that lost them does. */
  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(client: Socket): void {
    const server = connect(this.port, this.host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (data) => void (this.isSilent || to.write(data)));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  }
}
