import type { QueryRunner } from 'typeorm';
import { waitAsLongAsItTakes } from './patience';

const failing = (errno: number): Error => Object.assign(new Error(`Error ${errno}`), { errno });

describe('A statement of a migration that has failed', () => {
  it.each([
    ['for a lock, outside of a transaction', 1205, false, 2],
    ['for a lock, in a transaction, which goes on', 1205, true, 2],
    ['since the node is no member, outside of a transaction', 1047, false, 2],
    ['since the node is no member, in a transaction, which is rolled back', 1047, true, 1],
    ['for another reason', 1064, false, 1],
  ])('%s', async (_, errno, isTransactionActive, expected) => {
    let tried = 0;
    const query = () => (++tried === 1 ? Promise.reject(failing(errno)) : Promise.resolve('done'));
    const runner = { query, isTransactionActive } as object as QueryRunner;
    waitAsLongAsItTakes(runner);
    const outcome = await runner.query('ALTER').catch((error: Error) => error.message);
    expect([outcome, tried]).toEqual([expected === 2 ? 'done' : `Error ${errno}`, expected]);
  });
});
