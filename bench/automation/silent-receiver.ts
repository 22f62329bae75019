import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Accepts connections and never answers. As mail server, SMS gateway and receiver of webhooks at once it keeps the sender of the
 * service busy with its first few deliveries, each until its time limit, while all others wait in the queue: queueing is measured with the
 * service as it is, and without what sending costs.
 */
export class SilentReceiver {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SilentReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    const receiver = new SilentReceiver(server);
    server.on('connection', (socket) => receiver.hold(socket));
    await once(server, 'listening');
    return receiver;
  }

  /** Where webhooks are sent to. */
  get webhook(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** The settings of a service that sends everything here. */
  get settings(): Readonly<Record<string, string>> {
    return {
      SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      MAIL_FROM: 'bench@staffing.example.com',
      SMS_GATEWAY_URL: `http://127.0.0.1:${this.port}/sms`,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket
      .on('error', () => socket.destroy())
      .on('close', () => this.sockets.delete(socket))
      .resume();
  }
}
