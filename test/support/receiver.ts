import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook endpoint that records what it receives; `respond` can be replaced. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  respond: (response: ServerResponse, received: Received) => void = (response) => void response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookReceiver> {
    const server = createHttpServer((request, response) => {
      void text(request).then((body) => {
        const received = { headers: request.headers, body };
        receiver.received.push(received);
        receiver.respond(response, received);
      });
    });
    const receiver = new WebhookReceiver(server);
    await listening(server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}/hook`;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

/** A minimal SMTP server; `respondToRecipient` can be replaced to reject recipients. */
export class MailServer {
  readonly mails: string[] = [];
  /** The response to RCPT TO. */
  respondToRecipient: (recipient: string) => string = () => '250 OK';
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<MailServer> {
    const server = createTcpServer((socket) => mailServer.serve(socket));
    const mailServer = new MailServer(server);
    await listening(server);
    return mailServer;
  }

  get url(): string {
    return `smtp://127.0.0.1:${portOf(this.server)}`;
  }

  close(): Promise<unknown> {
    this.sockets.forEach((socket) => socket.destroy());
    return new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    let mail: string | undefined;
    let rest = '';
    const reply = (line: string): void => void socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (mail !== undefined && line !== '.') mail += `${line.replace(/^\./, '')}\r\n`;
        else if (mail !== undefined) {
          this.mails.push(mail);
          mail = undefined;
          reply('250 queued');
        } else if (/^DATA/i.test(line)) {
          mail = '';
          reply('354 send data');
        } else reply(/^RCPT/i.test(line) ? this.respondToRecipient(line) : '250 OK');
      }
    });
    reply('220 ready');
  }
}

const listening = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
