import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestApp } from './app';

/** An event of a stream; without a name, it is only a position. */
export interface StreamEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: Record<string, unknown>;
}

/** Reads server-sent events as the specification of HTML has them. */
export class EventStream {
  private text = '';
  private ended = false;
  private wake: () => void = () => undefined;

  private constructor(
    private readonly sent: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      this.text += piece;
      this.wake();
    });
    response.on('close', () => {
      this.ended = true;
      this.wake();
    });
    response.on('error', () => undefined);
  }

  static async open(service: TestApp, query: string, headers: Record<string, string> = {}): Promise<EventStream> {
    const { port } = service.app.getHttpServer().address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', path: `/api/Changes/Stream?${query}`, headers });
    sent.on('error', () => undefined).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return new EventStream(sent, response);
  }

  get raw(): string {
    return this.text;
  }

  get events(): StreamEvent[] {
    return this.text.split('\n\n').slice(0, -1).map(eventIn);
  }

  get changes(): Record<string, unknown>[] {
    return this.events.flatMap(({ event, data }) => (event === 'change' && data ? [data] : []));
  }

  /** The id with which a reader would connect again. */
  get lastID(): string | undefined {
    return this.events.findLast(({ id }) => id !== undefined)?.id;
  }

  /** Waits for so many changes. */
  async atLeast(amount: number): Promise<Record<string, unknown>[]> {
    while (this.changes.length < amount && !this.ended) await this.more();
    return this.changes;
  }

  async end(): Promise<void> {
    while (!this.ended) await this.more();
  }

  private more(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }

  close(): void {
    this.sent.destroy();
  }
}

function eventIn(block: string): StreamEvent {
  const fields = block
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(':'))
    .map((line) => line.split(/: (.*)/s) as [string, string]);
  const { data, ...rest } = Object.fromEntries(fields) as Record<string, string>;
  return { ...rest, ...(data === undefined ? {} : { data: JSON.parse(data) as Record<string, unknown> }) };
}
