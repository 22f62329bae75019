import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Somebody who is posted to: keeps what comes, and answers as it is told. */
export class Receiver {
  readonly received: Received[] = [];
  answer: (response: ServerResponse, received: Received) => void = (response) => void response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Receiver> {
    const server = createHttpServer((request, response) => {
      void text(request).then((body) => {
        const received = { headers: request.headers, body };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    });
    const receiver = new Receiver(server);
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

/** A mail server as small as one can be. Refuses whoever it is told to. */
export class MailServer {
  readonly mails: string[] = [];
  /** The answer to a recipient. */
  greet: (recipient: string) => string = () => '250 fine';
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
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (mail !== undefined && line !== '.') mail += `${line.replace(/^\./, '')}\r\n`;
        else if (mail !== undefined) {
          this.mails.push(mail);
          mail = undefined;
          say('250 kept');
        } else if (/^DATA/i.test(line)) {
          mail = '';
          say('354 go on');
        } else say(/^RCPT/i.test(line) ? this.greet(line) : '250 fine');
      }
    });
    say('220 here');
  }
}

const listening = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
