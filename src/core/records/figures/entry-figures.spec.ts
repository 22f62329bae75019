import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute, rows } from '../../database/rows';
import { sql } from '../../sql';
import { insertRecords } from '../writing/writer';
import { refreshFiguresOfEntries } from './entry-figures';

const [OPEN, HIRED] = [2, 7];

describe('When entries of a lookup list change', () => {
  let own: TestStore;
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));

  beforeAll(async () => {
    own = await openStore();
    await write(async (em) => {
      await insertRecords(
        em,
        recordTypeNamed('Client'),
        [1, 2, 3].map((id) => ({ id, name: `client ${id}` })),
      );
      const jobs = Array.from({ length: 405 }, (_, index) => ({ id: index + 1, clientID: index < 3 ? index + 1 : null, stageID: OPEN }));
      await insertRecords(em, recordTypeNamed('Job'), [
        ...jobs,
        { id: 1000, clientID: 1, stageID: OPEN },
        { id: 1001, clientID: 3, stageID: 8 },
      ]);
      const applications = Array.from({ length: 405 }, (_, index) => ({
        id: index + 1,
        jobID: index + 1,
        candidateID: null,
        stageID: HIRED,
      }));
      await insertRecords(em, recordTypeNamed('Application'), [...applications, { id: 999, jobID: 1000, stageID: 1 }]);
    });
  });
  afterAll(() => own.close());
  beforeEach(() =>
    write(async (em) => {
      await execute(em, sql`UPDATE client_figure SET openJobs = 77, contacts = 77`);
      await execute(em, sql`UPDATE job_figure SET green = 77, placements = 77`);
    }),
  );

  const openJobs = (em: EntityManager): Promise<unknown[]> => rows(em, sql`SELECT id, openJobs FROM client_figure ORDER BY id`);
  const green = (em: EntityManager): Promise<unknown[]> =>
    rows(em, sql`SELECT id, green FROM job_figure WHERE id IN (1, 200, 201, 400, 401, 405, 1000, 1001) ORDER BY id`);

  it('the figures of the records concerned by those on them are computed anew, by all that they ask for', async () => {
    await write(async (em) => {
      await refreshFiguresOfEntries(em, 'jobStage', [OPEN]);
      expect(await rows(em, sql`SELECT id, openJobs, contacts FROM client_figure ORDER BY id`)).toEqual([
        [1, 2, 0],
        [2, 1, 0],
        [3, 1, 0],
      ]);
    });
  });

  it('of which no record is on any, no figure changes', async () => {
    await write(async (em) => {
      await refreshFiguresOfEntries(em, 'jobStage', [3, 4]);
      await refreshFiguresOfEntries(em, 'jobStage', []);
      await refreshFiguresOfEntries(em, 'placementStatus', [OPEN]);
      expect(await openJobs(em)).toEqual([
        [1, 77],
        [2, 77],
        [3, 77],
      ]);
    });
  });

  it('the figures of others stay', async () => {
    await write(async (em) => {
      await refreshFiguresOfEntries(em, 'jobStage', [8]);
      expect(await openJobs(em)).toEqual([
        [1, 77],
        [2, 77],
        [3, 1],
      ]);
      expect(await green(em)).toContainEqual([1, 77]);
    });
  });

  it('those of many records are, however many there are on an entry', async () => {
    await write(async (em) => {
      await refreshFiguresOfEntries(em, 'applicationStage', [HIRED]);
      expect(await green(em)).toEqual([
        [1, 1],
        [200, 1],
        [201, 1],
        [400, 1],
        [401, 1],
        [405, 1],
        [1000, 77],
        [1001, 77],
      ]);
    });
  });

  it('so are those of records on one of several entries', async () => {
    await write(async (em) => {
      await refreshFiguresOfEntries(em, 'applicationStage', [1, HIRED]);
      expect(await green(em)).toEqual([...[1, 200, 201, 400, 401, 405].map((id) => [id, 1]), [1000, 0], [1001, 77]]);
    });
  });
});
