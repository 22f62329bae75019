import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import { ServerHosts } from './server-hosts';

Logger.overrideLogger(false);

const [A, B, C] = ['a', 'b', 'c'].map((host) => ({ host, port: 3306 })) as [
  { host: string; port: number },
  ...{ host: string; port: number }[],
];

/** Hosts that say what the test wants them to. */
class FakeHosts {
  readonly states = new Map<string, string | undefined>();
  readonly examined: string[] = [];
  readonly hosts: ServerHosts;
  expected = 0;
  answered = 0;

  constructor(...all: [{ host: string; port: number }, ...{ host: string; port: number }[]]) {
    this.hosts = new ServerHosts(all, ({ host }) => {
      this.examined.push(host);
      const state = this.states.get(host);
      if (state === 'fails') return Promise.reject(new Error('no such user'));
      return state === 'silent' ? new Promise(() => undefined) : Promise.resolve(state);
    });
  }

  watch(): void {
    this.hosts.watch(() => {
      this.expected += 1;
      return () => (this.answered += 1);
    });
  }

  get used(): string {
    return this.hosts.current.host;
  }
}

const later = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

describe('Of several hosts', () => {
  let fake: FakeHosts;
  beforeEach(() => {
    jest.useFakeTimers();
    fake = new FakeHosts(A, B!, C!);
  });
  afterEach(() => {
    fake.hosts.close();
    jest.useRealTimers();
  });

  it.each<[string, Record<string, string>]>([
    ['a', {}],
    ['b', { a: 'is read-only' }],
    ['c', { a: 'is read-only', b: 'cannot be used (connect ECONNREFUSED)' }],
    ['b', { a: 'silent' }],
  ])('the first that can be used is chosen at the start: %s', async (expected, states) => {
    for (const [host, state] of Object.entries(states)) fake.states.set(host, state);
    const chosen = fake.hosts.choose();
    await later(4000);
    await chosen;
    expect(fake.used).toBe(expected);
  });

  it('none can be used: says what is wrong with each', async () => {
    for (const [host, state] of [['a', 'is read-only'] as const, ['b', 'silent'] as const, ['c', 'fails'] as const])
      fake.states.set(host, state);
    const chosen = expect(fake.hosts.choose()).rejects.toThrow(
      'none of its hosts can be used: a:3306 is read-only, b:3306 does not answer, c:3306 cannot be used (no such user)',
    );
    await later(4000);
    await chosen;
  });

  it('one that says that it cannot be used is left within a second, and not taken again when it is back', async () => {
    let moves = 0;
    fake.hosts.onMove(() => (moves += 1));
    fake.watch();
    await later(5000);
    expect([fake.used, moves, fake.expected, fake.answered]).toEqual(['a', 0, 5, 5]);
    fake.states.set('a', 'is read-only');
    await later(1000);
    expect([fake.used, moves]).toEqual(['b', 1]);
    fake.states.delete('a');
    await later(60_000);
    expect([fake.used, moves]).toEqual(['b', 1]);
  });

  it('one is left for the first of the others that answers, though one before that is silent', async () => {
    await fake.hosts.choose();
    fake.watch();
    fake.states.set('a', 'is read-only');
    fake.states.set('b', 'silent');
    await later(1000);
    expect(fake.used).toBe('c');
  });

  it('one that is silent is left only when its watch says so, for one that answers', async () => {
    fake.states.set('a', 'silent').set('b', 'silent');
    fake.watch();
    await later(3000);
    expect([fake.used, fake.answered]).toEqual(['a', 0]);
    void fake.hosts.leaveSilent();
    await later(1000);
    expect(fake.used).toBe('c');
  });

  it('one that is silent is left later, if no other can be used at first', async () => {
    for (const host of ['a', 'b', 'c']) fake.states.set(host, 'silent');
    fake.watch();
    void fake.hosts.leaveSilent();
    await later(20_000);
    expect(fake.used).toBe('a');
    fake.states.delete('c');
    await later(4000);
    expect(fake.used).toBe('c');
  });

  it('one that is silent for a while only is kept', async () => {
    for (const host of ['a', 'b', 'c']) fake.states.set(host, 'silent');
    fake.watch();
    void fake.hosts.leaveSilent();
    await later(5000);
    for (const host of ['a', 'b', 'c']) fake.states.delete(host);
    await later(60_000);
    expect([fake.used, fake.hosts.obstacle]).toEqual(['a', undefined]);
  });

  it('the one in use is kept while no other can be used', async () => {
    for (const host of ['a', 'b', 'c']) fake.states.set(host, 'refuses');
    fake.watch();
    await later(10_000);
    expect(fake.used).toBe('a');
    fake.states.delete('c');
    await later(1000);
    expect(fake.used).toBe('c');
  });

  it('one that answers with an error is left, too, and the others are examined as before', async () => {
    fake.states.set('a', 'fails');
    fake.watch();
    await later(1000);
    expect(fake.used).toBe('b');
    fake.states.set('b', 'fails');
    await later(1000);
    expect(fake.used).toBe('c');
  });

  it('none is examined any more after the end', async () => {
    fake.watch();
    fake.hosts.close();
    await later(10_000);
    expect(fake.examined).toEqual([]);
  });
});

it('A single host is neither examined nor left', async () => {
  const fake = new FakeHosts(A);
  fake.states.set('a', 'is read-only');
  await fake.hosts.choose();
  fake.watch();
  await fake.hosts.leaveSilent();
  expect([fake.used, fake.examined]).toEqual(['a', []]);
});

describe('Connections', () => {
  const servers: Server[] = [];
  const listen = async (): Promise<{ host: string; port: number }> => {
    const server = createServer((socket) => socket.on('error', () => undefined));
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  };
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  it('all lead to the host in use, and end when it is left', async () => {
    const [first, second] = [await listen(), await listen()];
    const isLeft = { value: false };
    const hosts = new ServerHosts([first, second], (host) => Promise.resolve(isLeft.value && host === first ? 'refuses' : undefined));
    hosts.watch(() => () => undefined);
    const old = hosts.connect({ config: {} }).on('error', () => undefined);
    await once(old, 'connect');
    isLeft.value = true;
    const ended = new Promise((resolve) => old.once('close', resolve));
    // as a server does that ends: what is lost makes the host be examined at once
    hosts
      .connect({ config: {} })
      .on('error', () => undefined)
      .destroy();
    await ended;
    const now: Socket = hosts.connect({ config: {} });
    await once(now, 'connect');
    expect([old.destroyed, now.remotePort]).toEqual([true, second.port]);
    hosts.close();
    now.destroy();
  });

  it('to a host that is silent end after all while no other can be used', async () => {
    const [first, second] = [await listen(), await listen()];
    const hosts = new ServerHosts([first, second], () => Promise.resolve('is read-only'));
    hosts.watch(() => () => undefined);
    const waiting = hosts.connect({ config: {} }).on('error', () => undefined);
    await once(waiting, 'connect');
    await hosts.leaveSilent();
    expect([waiting.destroyed, hosts.current]).toEqual([true, first]);
    hosts.close();
  });
});
