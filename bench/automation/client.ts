import { setTimeout as pause } from 'node:timers/promises';

/** What the bench asks of the service. */
export class Client {
  constructor(private readonly base: string) {}

  async ask<T>(method: string, path: string, body?: object): Promise<{ body: T; location: string }> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`);
    return { body: (text === '' ? undefined : JSON.parse(text)) as T, location: response.headers.get('location') ?? '' };
  }

  /** Saves an automation over contacts. @returns its id */
  async automation(said: { triggerID: number; eventID: number; filters?: object; actions: readonly object[] }): Promise<{ id: number }> {
    const { triggerID, eventID, filters = { all: true }, actions } = said;
    const { body } = await this.ask<{ id: number }>('POST', '/api/Automation', {
      triggerID,
      eventID,
      statusID: 1,
      filtersJSON: JSON.stringify(filters),
      actionsJSON: JSON.stringify(actions),
    });
    return body;
  }

  /** Waits for the end of a run. */
  async ended(path: string): Promise<{ processed: number }> {
    for (;;) {
      const { body } = await this.ask<{ status: string; processed: number; reason?: string }>('GET', path);
      if (body.status === 'completed') return body;
      if (!['queued', 'running'].includes(body.status)) throw new Error(`The run ended as ${body.status}: ${body.reason}`);
      await pause(20);
    }
  }
}
