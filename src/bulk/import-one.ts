import type { Unit } from '../database';
import { failureOf } from '../database/savepoint';
import { INT32 } from '../fields/values';
import { InvalidRequest } from '../http';
import { bindBody } from '../http/bind-body';
import type { Shape } from '../http/body-shape';
import { change, create, mustBeInSight, type How } from '../records';
import type { Bulky } from './columns';
import { failed, failedBy, type Line } from './line';
import type { Row } from './rows';

/** What an import does with its rows: those with an id change that record, those without make one. */
export const MODES = ['upsert', 'create', 'update'] as const;
export type Mode = (typeof MODES)[number];

export interface Manner extends How {
  readonly mode: Mode;
  /** Everything is done and undone. */
  readonly dryRun: boolean;
}

/** Does what a row says, by the rules of its type, or nothing of it. */
export async function importOne(unit: Unit, bulky: Bulky, row: Row, manner: Manner): Promise<Line> {
  if (row.fault !== undefined) return failed(row, `The row ${row.fault}.`);
  const id = idOf(row.body);
  let line: Line | undefined;
  const failure = await failureOf(unit, 'one_row', async () => {
    line = await done(unit, bulky, row, id, manner);
  });
  return failure ? failedBy(row, typeof id === 'number' ? id : undefined, failure.error) : line!;
}

async function done(
  unit: Unit,
  { type, created, updated }: Bulky,
  row: Row,
  id: unknown,
  { mode, dryRun, allowDuplicate }: Manner,
): Promise<Line> {
  if (mode === 'create' || (id === undefined && mode === 'upsert')) {
    const made = await create(unit, type, checked(created, row.body), { allowDuplicate });
    // an id that is undone will be another's
    return { row: row.row, ...(dryRun ? {} : { id: made }), outcome: 'created' };
  }
  if (!isID(id))
    throw InvalidRequest.because([
      { pointer: '/id', detail: mode === 'update' ? 'must be the id of a record' : 'must be the id of a record, or be left out' },
    ]);
  const body = checked(updated, row.body);
  await mustBeInSight(unit, type, id);
  return { row: row.row, id, outcome: (await change(unit, type, id, body, { allowDuplicate })) ? 'updated' : 'unchanged' };
}

function idOf(body: unknown): unknown {
  const said = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return said === null || said === 0 ? undefined : said;
}

const isID = (id: unknown): id is number => Number.isInteger(id) && (id as number) >= INT32.minimum && (id as number) <= INT32.maximum;

/** @throws InvalidRequest */
function checked(shape: Shape, body: unknown): object {
  const { object, complaints } = bindBody(shape, body);
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
  return object;
}
