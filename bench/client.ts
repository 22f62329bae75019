import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { BenchRequest } from './workloads';

export interface Answer {
  /** In milliseconds, from the request to the last byte of the response. */
  readonly took: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The service gave up: 503. */
export class TimedOut extends Error {
  constructor(readonly after: number) {
    super(`503 after ${after.toFixed(0)} ms`);
  }
}

/** Sends single requests and keeps the responses. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly port: number) {}

  /** @throws TimedOut, or Error for any other response that is not a success */
  async send({ method, path, body }: BenchRequest): Promise<Answer> {
    const begin = performance.now();
    const sent = request({
      host: '127.0.0.1',
      port: this.port,
      agent: this.agent,
      method,
      path,
      headers: { 'Content-Type': 'application/json' },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const took = performance.now() - begin;
    const text = Buffer.concat(chunks).toString();
    const { statusCode = 0, headers } = response;
    if (statusCode === 503) throw new TimedOut(took);
    if (statusCode < 200 || statusCode > 299) throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 1000)}`);
    return { took, headers, text };
  }

  async json(request: BenchRequest): Promise<unknown> {
    return JSON.parse((await this.send(request)).text) as unknown;
  }

  async read<T>(method: BenchRequest['method'], path: string, body?: object): Promise<T> {
    const { text } = await this.send({ method, path, ...(body && { body }) });
    return JSON.parse(text) as T;
  }

  close(): void {
    this.agent.destroy();
  }
}
