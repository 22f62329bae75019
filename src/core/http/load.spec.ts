import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { EventEmitter } from 'node:events';
import { Load, Overloaded } from './load';

class FakeResponse extends EventEmitter {
  destroyed = false;
  end(): this {
    return this;
  }
}

interface Sent {
  readonly response: FakeResponse;
  /** What it was told: to go on, or why not; undefined: it waits. */
  outcome?: 'goes on' | Overloaded;
}

function send(step: Load['refuse'], url = '/api/Jobs', headers: object = {}): Sent {
  const sent: Sent = { response: new FakeResponse() };
  const next = (error?: unknown): void => void (sent.outcome = error === undefined ? 'goes on' : (error as Overloaded));
  void step(
    { url, path: url.replace(/\?.*/, ''), headers, accepts: ([, last]: string[]) => last } as Partial<Request> as Request,
    sent.response as Partial<Response> as Response,
    next,
  );
  return sent;
}
/** Long enough for the next one to begin. */
const turn = async (): Promise<void> => {
  for (let count = 0; count < 5; count++) await turnOfEventLoop();
};
const outcomes = (sent: readonly Sent[]) => sent.map(({ outcome }) => (outcome instanceof Overloaded ? 503 : (outcome ?? 'waits')));

describe('The load of a process', () => {
  it('is limited: more requests are refused at once, until one has ended', () => {
    const { refuse } = new Load(2, 1, true);
    const first = [send(refuse), send(refuse), send(refuse)];
    expect(outcomes(first)).toEqual(['goes on', 'goes on', 503]);
    first[0]!.response.emit('close');
    expect(outcomes([send(refuse), send(refuse)])).toEqual(['goes on', 503]);
  });

  it('counts a request by the pages of 100 records that it asks for', () => {
    const { refuse } = new Load(10, 1, true);
    expect(outcomes([send(refuse, '/api/Jobs?limit=900'), send(refuse, '/api/Jobs?limit=101'), send(refuse)])).toEqual([
      'goes on',
      503,
      'goes on',
    ]);
  });

  it('counts a request once while its client reads the response', () => {
    const { refuse, takeTurns } = new Load(10, 9, true);
    const large = send(refuse, '/api/Jobs?limit=1000');
    expect(outcomes([send(refuse)])).toEqual([503]);
    takeTurns({ path: '/api/Jobs', headers: {} } as Request, large.response as Partial<Response> as Response, () => undefined);
    large.response.end();
    expect(outcomes([send(refuse, '/api/Jobs?limit=900'), send(refuse)])).toEqual(['goes on', 503]);
    large.response.emit('close');
    expect(outcomes([send(refuse), send(refuse)])).toEqual(['goes on', 503]);
  });

  it('takes on a request that costs more than may be in the process if there is no other', () => {
    const { refuse } = new Load(2, 1, true);
    const sent = [send(refuse, '/api/Jobs?limit=1000'), send(refuse)];
    expect(outcomes(sent)).toEqual(['goes on', 503]);
    sent[0]!.response.emit('close');
    expect(outcomes([send(refuse)])).toEqual(['goes on']);
  });

  it.each(['/health/ready', '/metrics', '/api/docs/', '/api/openapi.json', '/api/changes'])('never concerns %s', (path) => {
    const load = new Load(0, 0, true);
    expect(outcomes([send(load.refuse, path), send(load.takeTurns, path)])).toEqual(['goes on', 'goes on']);
  });

  it('lets so many requests work at a time, the others in their order, one after each that has ended', async () => {
    const { takeTurns } = new Load(9, 2, true);
    const sent = Array.from({ length: 4 }, () => send(takeTurns));
    expect(outcomes(sent)).toEqual(['goes on', 'goes on', 'waits', 'waits']);
    sent[1]!.response.end();
    expect(outcomes(sent)).toEqual(['goes on', 'goes on', 'waits', 'waits']);
    await turn();
    expect(outcomes(sent)).toEqual(['goes on', 'goes on', 'goes on', 'waits']);
    sent[1]!.response.emit('close');
    await turn();
    expect(outcomes(sent)[3]).toBe('waits');
    sent[0]!.response.emit('close');
    await turn();
    expect(outcomes(sent)[3]).toBe('goes on');
  });

  it('passes over those that wait but whose clients have gone', async () => {
    const { takeTurns } = new Load(9, 1, true);
    const sent = Array.from({ length: 3 }, () => send(takeTurns));
    sent[1]!.response.destroyed = true;
    sent[0]!.response.end();
    await turn();
    expect(outcomes(sent)).toEqual(['goes on', 'waits', 'goes on']);
  });

  it('counts eight requests for one record as one other', () => {
    const { takeTurns } = new Load(99, 2, true);
    const sent = [send(takeTurns), ...Array.from({ length: 9 }, () => send(takeTurns, '/api/Jobs/7'))];
    expect(outcomes(sent)).toEqual([...Array.from({ length: 9 }, () => 'goes on'), 'waits']);
  });

  it('keeps the order of those that wait, whatever they are', async () => {
    const { takeTurns } = new Load(99, 1, true);
    const sent = [send(takeTurns, '/api/Jobs/7'), send(takeTurns), send(takeTurns, '/api/Jobs/8')];
    expect(outcomes(sent)).toEqual(['goes on', 'waits', 'waits']);
    sent[0]!.response.end();
    await turn();
    expect(outcomes(sent)).toEqual(['goes on', 'goes on', 'waits']);
    sent[1]!.response.end();
    await turn();
    expect(outcomes(sent)[2]).toBe('goes on');
  });

  it('lets no more begin in a turn of the event loop that has taken 10 ms', async () => {
    const { takeTurns } = new Load(99, 9, true);
    const now = jest.spyOn(performance, 'now');
    try {
      now.mockReturnValue(1000);
      const sent = [send(takeTurns)];
      now.mockReturnValue(1009.9);
      sent.push(send(takeTurns));
      now.mockReturnValue(1010);
      sent.push(send(takeTurns), send(takeTurns));
      expect(outcomes(sent)).toEqual(['goes on', 'goes on', 'waits', 'waits']);
      await turn();
      expect(outcomes(sent)).toEqual(['goes on', 'goes on', 'goes on', 'goes on']);
    } finally {
      now.mockRestore();
    }
  });

  it('lets a list as lines work besides, since it lasts as long as the client reads', () => {
    const { takeTurns } = new Load(5, 1, true);
    const asLines = send(takeTurns, '/api/Jobs', { accept: 'application/x-ndjson' });
    expect(outcomes([send(takeTurns), asLines, send(takeTurns)])).toEqual(['goes on', 'goes on', 'waits']);
  });

  it.each(['/api/Jobs/Export', '/api/candidates/import'])('lets %s work besides, since it may last', (path) => {
    const { takeTurns } = new Load(9, 1, true);
    expect(outcomes([send(takeTurns), send(takeTurns, path), send(takeTurns)])).toEqual(['goes on', 'goes on', 'waits']);
  });

  it('lets nobody wait for long', () => {
    jest.useFakeTimers();
    try {
      const { takeTurns } = new Load(9, 1, true);
      const sent = [send(takeTurns), send(takeTurns)];
      jest.advanceTimersByTime(10_000);
      expect(outcomes(sent)).toEqual(['goes on', 503]);
    } finally {
      jest.useRealTimers();
    }
  });
});
