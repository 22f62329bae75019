import { setTimeout as pause } from 'node:timers/promises';

export interface NewAutomation {
  readonly triggerID: number;
  readonly eventID: number;
  readonly filters?: object;
  readonly actions: readonly object[];
  /** The most records that a run takes; absent: as many as any. */
  readonly most?: number;
}

/** The requests of the benchmark to the service. */
export class Client {
  constructor(private readonly base: string) {}

  async request<T>(method: string, path: string, body?: object): Promise<{ body: T; location: string }> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`);
    return { body: (text === '' ? undefined : JSON.parse(text)) as T, location: response.headers.get('location') ?? '' };
  }

  /** Creates an active automation. @returns its id */
  async createAutomation({ triggerID, eventID, filters = { all: true }, actions, most = 0 }: NewAutomation): Promise<{ id: number }> {
    const { body } = await this.request<{ id: number }>('POST', '/api/Automation', {
      triggerID,
      eventID,
      statusID: 1,
      filtersJSON: JSON.stringify(filters),
      actionsJSON: JSON.stringify(actions),
      maxNumberOfRecordsToExecute: most,
    });
    return body;
  }

  /** Polls until the run has completed. @throws Error when it ends in any other way */
  async waitForRun(path: string): Promise<{ processed: number }> {
    for (;;) {
      const { body } = await this.request<{ status: string; processed: number; reason?: string }>('GET', path);
      if (body.status === 'completed') return body;
      if (!['queued', 'running'].includes(body.status)) throw new Error(`The run ended as ${body.status}: ${body.reason}`);
      await pause(20);
    }
  }
}
