import { ServerWatch } from './server-watch';

const never = (): Promise<void> => new Promise(() => undefined);

/** A server that answers what it is asked on a new connection, or not. */
class FakeServer {
  answer: () => Promise<void> = () => Promise.resolve();
  asked = 0;
  readonly watch = new ServerWatch(() => {
    this.asked += 1;
    return this.answer();
  });
}

const later = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

describe('A server', () => {
  let server: FakeServer;
  beforeEach(() => {
    jest.useFakeTimers();
    server = new FakeServer();
  });
  afterEach(() => {
    server.watch.close();
    jest.useRealTimers();
  });

  it('that answers is not asked', async () => {
    for (let count = 0; count < 10; count++) {
      const answered = server.watch.expectAnswer();
      await later(1000);
      answered();
    }
    expect([server.asked, server.watch.isSilent]).toEqual([0, false]);
  });

  it('is not asked for one statement that takes long while others are answered', async () => {
    server.watch.expectAnswer();
    await later(1000);
    server.watch.expectAnswer()();
    await later(60_000);
    expect(server.asked).toBe(0);
  });

  it.each<[string, () => Promise<void>]>([
    ['with a result', () => Promise.resolve()],
    ['with an error, such as that there are too many connections', () => Promise.reject(new Error('Too many connections'))],
  ])('that only takes long for what it does answers a question %s, and is not silent', async (_, answer) => {
    server.answer = answer;
    server.watch.expectAnswer();
    await later(2499);
    expect(server.asked).toBe(0);
    await later(10_000);
    expect([server.asked, server.watch.isSilent]).toEqual([1, false]);
  });

  it('is silent if it answers no question either, within 5 seconds', async () => {
    server.answer = never;
    server.watch.expectAnswer();
    await later(3499);
    expect(server.watch.isSilent).toBe(false);
    await later(1);
    expect(server.watch.isSilent).toBe(true);
  });

  it('is silent although the pool still hands out connections', async () => {
    server.answer = never;
    server.watch.expectAnswer();
    for (let count = 0; count < 34; count++) {
      server.watch.expectConnection()();
      await later(100);
    }
    expect(server.watch.isSilent).toBe(false);
    await later(100);
    expect(server.watch.isSilent).toBe(true);
  });

  it('that is silent is told once to those who wait for others', async () => {
    const messages: string[] = [];
    server.watch.onSilence(({ message }) => messages.push(message));
    server.watch.refuseIfSilent();
    server.answer = never;
    server.watch.expectAnswer();
    await later(60_000);
    expect(messages).toEqual(['The database does not answer. Try again in a moment.']);
    expect(() => server.watch.refuseIfSilent()).toThrow('The database does not answer. Try again in a moment.');
  });

  it('is silent if no connection can be had', async () => {
    server.answer = never;
    server.watch.expectConnection();
    await later(3500);
    expect(server.watch.isSilent).toBe(true);
  });

  it('is asked again and again, and is back within 2 seconds after it answers', async () => {
    server.answer = never;
    server.watch.expectAnswer();
    await later(60_000);
    expect(server.watch.isSilent).toBe(true);
    server.answer = () => Promise.resolve();
    await later(1500);
    expect(server.watch.isSilent).toBe(false);
    const { asked } = server;
    await later(60_000);
    expect(server.asked).toBe(asked);
  });

  it('that is back has lost the connections on which it does not answer, and no others', async () => {
    const dropped: string[] = [];
    const [waiting, idle, alive, closed, later1] = ['waiting', 'idle', 'alive', 'closed', 'later'].map((name) => ({
      drop: () => void dropped.push(name),
    }));
    for (const each of [waiting!, idle!, alive!, closed!]) server.watch.add(each);
    server.watch.remove(closed!);
    server.answer = never;
    server.watch.expectAnswer(waiting);
    const answered = server.watch.expectAnswer(alive);
    await later(10_000);
    server.answer = () => Promise.resolve();
    await jest.advanceTimersToNextTimerAsync();
    while (server.watch.isSilent) {
      answered();
      server.watch.add(later1!);
      await later(50);
    }
    expect(dropped).toEqual(['waiting', 'idle']);
  });

  it.each(['before', 'after'])('that falls silent %s the service is about to end is not waited for', async (when) => {
    const drop = jest.fn();
    server.watch.add({ drop });
    server.answer = never;
    server.watch.expectAnswer();
    if (when === 'after') server.watch.prepareToClose();
    await later(3499);
    expect(drop).not.toHaveBeenCalled();
    await later(1);
    if (when === 'before') server.watch.prepareToClose();
    expect(drop).toHaveBeenCalledTimes(1);
  });

  it('that answers is waited for when the service is about to end', async () => {
    const drop = jest.fn();
    server.watch.add({ drop });
    server.watch.expectAnswer();
    server.watch.prepareToClose();
    await later(60_000);
    expect(drop).not.toHaveBeenCalled();
  });

  it('is not waited for when the service ends', async () => {
    const drop = jest.fn();
    server.watch.add({ drop });
    server.watch.close();
    await later(1999);
    expect(drop).not.toHaveBeenCalled();
    await later(1);
    expect(drop).toHaveBeenCalledTimes(1);
  });

  it('is not asked any more when the service ends', async () => {
    server.answer = never;
    server.watch.expectAnswer();
    await later(10_000);
    server.watch.close();
    await later(2000);
    const { asked } = server;
    await later(10_000);
    expect(server.asked).toBe(asked);
  });
});
