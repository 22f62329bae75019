import type { Delivery } from '../delivery.entity';
import { NotSent } from '../senders/sender';
import { ATTEMPTS } from './backoff';
import { Channel } from './channel';
import type { AttemptOutcome } from './attempt-outcome';

const HOST = 'hooks.example.com';

describe('A channel', () => {
  /** How much room there is at a host after attempts that fail in the same way, by how many each delivery has had. */
  async function roomAfter(error: NotSent, ...attempts: number[]): Promise<[room: number, states: string[]]> {
    const waiting = attempts.map((each, id) => ({ id, publicID: String(id), host: HOST, attempts: each, traceparent: null }) as Delivery);
    const states: string[] = [];
    let room = Infinity;
    let channel: Channel | undefined;
    await new Promise<void>((ended) => {
      const outbox = {
        claim: (_kind: string, _limit: number, hosts: { room(host: string): number }) => {
          room = hosts.room(HOST);
          const deliveries = waiting.splice(0, 1);
          if (deliveries.length === 0 && states.length === attempts.length) ended();
          return Promise.resolve({ deliveries });
        },
        settle: (_delivery: Delivery, { state }: AttemptOutcome) => Promise.resolve(void states.push(state)),
      };
      channel = new Channel('webhook', { concurrency: 1, timeoutSeconds: 10, send: () => Promise.reject(error) }, outbox);
      channel.wake();
    });
    await channel?.close();
    return [room, states];
  }

  it('lets a host rest that has failed three times, whether deliveries have attempts left or not', async () => {
    const error = new NotSent('The receiver responded with status 503.');
    expect(await roomAfter(error, 1, 1, 1)).toEqual([0, ['failed', 'failed', 'failed']]);
    expect(await roomAfter(error, 1, 1, 1, ATTEMPTS)).toEqual([0, ['failed', 'failed', 'failed', 'dead']]);
  });

  it('lets none rest for what it would refuse again', async () => {
    expect(await roomAfter(NotSent.permanent('The receiver responded with status 400.'), 1, 1, 1)).toEqual([4, ['dead', 'dead', 'dead']]);
  });
});
