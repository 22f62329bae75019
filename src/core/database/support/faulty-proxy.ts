import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What a network, or the server behind it, does with a connection. */
interface Faults {
  /** What is sent is swallowed, in both directions, on new connections, too: as by a server that is stopped. */
  isSilent: boolean;
  /** Each answer comes so much later. */
  delayMs: number;
  /** Connections are reset, as soon as something is sent on them. */
  resets: boolean;
}

/** Forwards connections to a server, well or badly. */
export class FaultyProxy implements Faults {
  isSilent = false;
  delayMs = 0;
  resets = false;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.forward(client));

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /** @returns the proxy, and the same URL through it */
  static async before(url: string): Promise<{ proxy: FaultyProxy; url: string }> {
    const target = new URL(url);
    const proxy = new FaultyProxy(target.hostname, Number(target.port || 3306));
    await proxy.listen(0);
    Object.assign(target, { hostname: '127.0.0.1', port: String(proxy.ownPort) });
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

  /** The open connections stay open, but nothing passes any more. */
  forgetConnections(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data').resume();
  }

  /** As a server that is not there: connections are lost, and new ones refused. @returns brings it back */
  async leave(): Promise<() => Promise<void>> {
    const port = this.ownPort;
    const closed = once(this.server, 'close');
    this.close();
    await closed;
    return () => this.listen(port);
  }

  private get ownPort(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private async listen(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private forward(client: Socket): void {
    const server = connect(this.port, this.host);
    this.pass(client, server, () => this.resets && client.resetAndDestroy());
    this.pass(server, client, () => undefined, true);
  }

  private pass(from: Socket, to: Socket, onData: () => void, isAnswer = false): void {
    this.sockets.add(from);
    from.on('data', (data) => {
      onData();
      const send = (): void => void (this.isSilent || to.destroyed || to.write(data));
      if (isAnswer && this.delayMs > 0) setTimeout(send, this.delayMs).unref();
      else send();
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
    from.on('close', () => this.sockets.delete(from));
  }
}
