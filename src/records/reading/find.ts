import { rows } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { select, Sql } from '../../query';
import { answersOf } from './reader';
import type { Answer } from './mapper';
import { notFound } from '../writing/stored';

/** One record whole, as it is answered. A deleted one is still found; one out of the caller's sight is not. @throws NotFound */
export async function findAnswer(view: View, type: RecordType, id: number): Promise<Answer> {
  await mustBeInSight(view, type, id);
  const [answer] = await answersOf(view, type, [id]);
  return answer ?? notFound(type, id);
}

/** For a record that is read afterwards anyway. @throws NotFound when it is out of the caller's sight; nothing is asked for those who see all */
export async function mustBeInSight(view: View, type: RecordType, id: number): Promise<void> {
  if (type.divisions !== undefined && view.caller.scope.divisions !== 'all') await mustSee(view, type, id);
}

/** @throws NotFound when there is no such record or the caller does not see it */
export async function mustSee({ em, caller, now }: View, type: RecordType, id: number): Promise<void> {
  const { from, where, params } = select(type, {
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    deletedToo: true,
    also: (record) => [new Sql(`${record.column('id').text} = ?`, [id])],
  });
  const found = await rows(em, new Sql(`SELECT 1 FROM ${from} WHERE ${where}`, params));
  if (found.length === 0) notFound(type, id);
}
