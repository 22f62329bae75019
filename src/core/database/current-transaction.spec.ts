import { AsyncLocalStorage } from 'node:async_hooks';
import { CurrentTransaction } from './current-transaction';

const moment = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('The current transaction', () => {
  beforeEach(async () => {
    jest.restoreAllMocks();
    // tracking of the test before has stopped
    await moment(60);
  });

  it('is known to its own work only, when several are open at once', async () => {
    const current = new CurrentTransaction<string>();
    const work = async (): Promise<unknown> => {
      await moment(5);
      return current.get();
    };
    expect(await Promise.all([current.run('one', work), work(), current.run('other', work)])).toEqual(['one', undefined, 'other']);
    expect(current.get()).toBeUndefined();
  });

  it('is known to work that was not awaited', async () => {
    const current = new CurrentTransaction<string>();
    let late: Promise<unknown> | undefined;
    await current.run('one', async () => {
      late = moment(5).then(() => current.get());
      return Promise.resolve();
    });
    expect(await late).toBe('one');
  });

  it('is known to such work of the last one, when another has ended before', async () => {
    const current = new CurrentTransaction<string>();
    await current.run('one', () => Promise.resolve());
    await moment(40);
    let late: Promise<unknown> | undefined;
    await current.run('other', async () => {
      late = moment(25).then(() => current.get());
      return Promise.resolve();
    });
    expect(await late).toBe('other');
  });

  it('is not tracked any more shortly after the last one has ended', async () => {
    const disabled = jest.spyOn(AsyncLocalStorage.prototype, 'disable');
    const current = new CurrentTransaction<string>();
    await Promise.all([current.run('short', () => Promise.resolve()), current.run('long', () => moment(120))]);
    expect(disabled).not.toHaveBeenCalled();
    await moment(120);
    expect(disabled).toHaveBeenCalledTimes(1);
    expect(await current.run('next', async () => moment(1).then(() => current.get()))).toBe('next');
  });

  it('is not tracked any more after one that has failed', async () => {
    const disabled = jest.spyOn(AsyncLocalStorage.prototype, 'disable');
    const current = new CurrentTransaction<string>();
    await expect(current.run('failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await moment(120);
    expect(disabled).toHaveBeenCalledTimes(1);
  });
});
