import { connect, type Socket } from 'node:net';
import type { BenchRequest } from './workloads';

const HEAD_END = '\r\n\r\n';

/**
 * A keep-alive connection that sends one request at a time and parses as little of the response as possible, because the
 * benchmark shares the processors with the servers.
 */
export class Connection {
  private readonly chunks: Buffer[] = [];
  private receivedBytes = 0;
  /** The length of the response including its head, once the head has been received. */
  private responseLength: number | undefined;
  private done: ((length: number) => void) | undefined;
  private failed: ((error: Error) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', (error) => this.failed?.(error));
    socket.on('close', () => this.failed?.(new Error('The server closed the connection.')));
  }

  static async to(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket.setNoDelay());
  }

  /** @returns the size of the response in bytes */
  send({ method, path, body }: BenchRequest): Promise<number> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    return new Promise((resolve, reject) => {
      [this.done, this.failed] = [resolve, reject];
      this.socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${text}`);
    });
  }

  close(): void {
    this.failed = undefined;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.receivedBytes += chunk.length;
    this.responseLength ??= this.readResponseLength();
    if (this.responseLength === undefined || this.receivedBytes < this.responseLength) return;
    const length = this.responseLength;
    this.chunks.length = 0;
    [this.receivedBytes, this.responseLength] = [0, undefined];
    this.done?.(length);
  }

  private readResponseLength(): number | undefined {
    const received = Buffer.concat(this.chunks);
    const end = received.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const head = received.toString('latin1', 0, end);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
      this.failed?.(new Error(`Unexpected response: ${received.toString('utf8', 0, 2000)}`));
      return undefined;
    }
    return end + HEAD_END.length + Number(length);
  }
}
