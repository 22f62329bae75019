import { connect, type Socket } from 'node:net';
import type { AskedRequest } from './workloads';

const HEAD_END = '\r\n\r\n';

/**
 * A kept-alive connection that asks one request at a time and reads no more of an answer than it must: whoever measures
 * shares the processors with what is measured.
 */
export class Connection {
  private readonly pieces: Buffer[] = [];
  private have = 0;
  /** The length of the answer with its head, once that is there. */
  private whole: number | undefined;
  private done: ((length: number) => void) | undefined;
  private failed: ((error: Error) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (piece: Buffer) => this.take(piece));
    socket.on('error', (error) => this.failed?.(error));
    socket.on('close', () => this.failed?.(new Error('The server closed the connection.')));
  }

  static async to(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket.setNoDelay());
  }

  /** @returns how many bytes the answer has */
  ask({ method, path, body }: AskedRequest): Promise<number> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const about = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    return new Promise((resolve, reject) => {
      [this.done, this.failed] = [resolve, reject];
      this.socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${about}\r\n${text}`);
    });
  }

  close(): void {
    this.failed = undefined;
    this.socket.destroy();
  }

  private take(piece: Buffer): void {
    this.pieces.push(piece);
    this.have += piece.length;
    this.whole ??= this.lengthSaid();
    if (this.whole === undefined || this.have < this.whole) return;
    const length = this.whole;
    this.pieces.length = 0;
    [this.have, this.whole] = [0, undefined];
    this.done?.(length);
  }

  private lengthSaid(): number | undefined {
    const begun = Buffer.concat(this.pieces);
    const end = begun.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const head = begun.toString('latin1', 0, end);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
      this.failed?.(new Error(`An answer that cannot be measured: ${begun.toString('utf8', 0, 2000)}`));
      return undefined;
    }
    return end + HEAD_END.length + Number(length);
  }
}
