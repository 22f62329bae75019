import './support/kind';
import { OthersFirst } from './others-first';
import { openStore, type TestStore } from './support/store';

describe('Of processes that move one counter on', () => {
  let own: TestStore;
  beforeAll(async () => void (own = await openStore()));
  beforeEach(() => onCluster(true));
  afterAll(() => own.close());

  const onCluster = (isOnCluster: boolean): unknown => Object.assign(own.store, { isOnCluster });
  /** Who finds the counter at these positions, one after the other, and wants the same all the time. */
  const process = (wanted: number, ...positions: readonly number[]): OthersFirst => {
    const left = [...positions];
    return new OthersFirst(own.transactions, 1, () => Promise.resolve({ position: left.shift() ?? NaN, wanted }));
  };

  it('the last one that did goes on at once', async () => {
    const last = process(8, 5);
    last.moved(5);
    expect(await last.done()).toBeUndefined();
  });

  it('another leaves it to that one as long as it gets further', async () => {
    const other = process(8, 3, 5, 8);
    other.moved(2);
    expect(await other.done()).toBe(8);
  });

  it('another does what that one leaves', async () => {
    expect(await process(8, 3, 5, 5).done()).toBeUndefined();
  });

  it('none works when there is nothing to do', async () => {
    expect(await process(8, 8).done()).toBe(8);
  });

  it('each works at once on another server than a cluster, where it waits for the others', async () => {
    onCluster(false);
    expect(await process(8, 3).done()).toBeUndefined();
  });
});
