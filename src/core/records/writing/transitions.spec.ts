import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute } from '../../database/rows';
import { InvalidRequest } from '../../problems';
import { sql } from '../../sql';
import { checkTransition, ForbiddenTransition, type Transitions } from './transitions';

const [MADE, ACCEPTED, DECLINED, WITHDRAWN, OWN] = [1, 2, 3, 4, 77];
const TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'offerStatus',
  allowed: { [MADE]: [ACCEPTED, DECLINED, WITHDRAWN], [ACCEPTED]: [], [DECLINED]: [MADE], [WITHDRAWN]: [MADE, DECLINED] },
};

describe('A record that moves from one state to another', () => {
  let own: TestStore;
  const offers = recordTypeNamed('Offer');
  type State = number | null;
  const move = (from: State, to: State, deleted = { before: false, after: false }): Promise<void> =>
    own.transactions.write(SYSTEM_CALLER, (transaction) =>
      checkTransition(
        transaction,
        offers,
        TRANSITIONS,
        { id: 9, deleted: deleted.before, statusID: from },
        { id: 9, deleted: deleted.after, statusID: to },
      ),
    );

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, ({ em }) =>
      execute(em, sql`INSERT INTO lookup (list, id, name, folded) VALUES ('offerStatus', ${OWN}, 'In review', 'in review')`),
    );
  });
  afterAll(() => own.close());

  it.each<[string, State, State]>([
    ['may take any of those listed after its state', MADE, WITHDRAWN],
    ['may stay in its state', MADE, MADE],
    ['may stay in a final state', ACCEPTED, ACCEPTED],
    ['may stay without one', null, null],
    ['may begin in any', null, ACCEPTED],
    ["may take one of the firm's own", MADE, OWN],
    ["may leave one of the firm's own", OWN, ACCEPTED],
  ])('%s', async (_, from, to) => expect(await move(from, to)).toBeUndefined());

  it.each<[string, State, State, string]>([
    [
      'cannot take one that is not listed: it is told which it can',
      WITHDRAWN,
      ACCEPTED,
      'The offer 9 is Withdrawn and cannot become Accepted: it can only become Made or Declined.',
    ],
    [
      'is told the only one it can take',
      DECLINED,
      ACCEPTED,
      'The offer 9 is Declined and cannot become Accepted: it can only become Made.',
    ],
    [
      "cannot leave a final state, not even for one of the firm's own",
      ACCEPTED,
      OWN,
      'The offer 9 is Accepted and cannot become In review: that is a final state.',
    ],
    [
      'cannot leave a final state for one that is listed',
      ACCEPTED,
      MADE,
      'The offer 9 is Accepted and cannot become Made: that is a final state.',
    ],
  ])('%s', async (_, from, to, detail) => {
    await expect(move(from, to)).rejects.toBeInstanceOf(ForbiddenTransition);
    await expect(move(from, to)).rejects.toMatchObject({ status: 409, type: '/problems/transition', detail });
  });

  it('is told all that it can take, the last after "or"', async () => {
    const three = { ...TRANSITIONS, allowed: { ...TRANSITIONS.allowed, [MADE]: [ACCEPTED, DECLINED, 99] } };
    const moved = own.transactions.write(SYSTEM_CALLER, (transaction) =>
      checkTransition(transaction, offers, three, { id: 9, deleted: false, statusID: MADE }, { deleted: false, statusID: WITHDRAWN }),
    );
    await expect(moved).rejects.toThrow('it can only become Accepted, Declined or 99.');
  });

  it('cannot lose its state', async () => {
    await expect(move(MADE, null)).rejects.toBeInstanceOf(InvalidRequest);
    await expect(move(MADE, null)).rejects.toMatchObject({
      members: { errors: [{ pointer: '/statusID', detail: 'must not be cleared' }] },
    });
  });

  it('must not be deleted, unless the same change deletes or restores it', async () => {
    const deleted = move(MADE, ACCEPTED, { before: true, after: true });
    await expect(deleted).rejects.toBeInstanceOf(ForbiddenTransition);
    await expect(deleted).rejects.toThrow('The offer 9 is deleted: restore it before it becomes Accepted.');
    expect(await move(MADE, ACCEPTED, { before: true, after: false })).toBeUndefined();
    expect(await move(MADE, ACCEPTED, { before: false, after: true })).toBeUndefined();
  });
});
