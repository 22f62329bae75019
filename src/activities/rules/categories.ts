import type { EntityManager } from 'typeorm';
import { numberOf } from '../../database/rows';
import { Conflict, InvalidRequest } from '../../http';
import { sql } from '../../query';
import { ActivityCategory } from '../../terms/numbers';
import type { Activity } from '../activity.entity';

/** Where the records are kept that show themselves as activities of a category. */
const MIRRORED: Readonly<Record<number, string>> = {
  [ActivityCategory.Interview]: '/api/Interviews',
  [ActivityCategory.Submission]: '/api/Applications',
  [ActivityCategory.Placement]: '/api/Placements',
  [ActivityCategory.Document]: '/api/Documents',
};

/** An activity of such a category is neither made nor changed by itself. */
export class MirroredActivity extends Conflict {
  override readonly type = '/problems/mirrored-activity';
  override readonly title = 'The activity shows another record';
}

/** @throws MirroredActivity that says through which path it is done instead */
export function refuseMirrored(before: Activity, after: Activity): void {
  const [here, there] = [before, after].map(({ category }) => MIRRORED[category ?? 0]);
  if (here)
    throw new MirroredActivity(`The activity ${before.id} shows the record ${before.entityId} of ${here} and changes only with it.`);
  if (there) throw new MirroredActivity(`Activities of the category ${after.category} show the records of ${there}: make one there.`);
}

type Sorted = Pick<Activity, 'typeID' | 'category'>;

/** Where only one of category and type is said, the other follows; a change of neither leaves both. */
export async function sortIn(em: EntityManager, before: Sorted, after: Sorted): Promise<void> {
  const [isTypeNew, isCategoryNew] = [after.typeID !== before.typeID, after.category !== before.category];
  if (isTypeNew && !isCategoryNew && after.typeID) after.category = (await categoryOf(em, after.typeID)) || after.category;
  if (isCategoryNew && !isTypeNew && after.category) after.typeID = (await firstTypeOf(em, after.category)) || null;
  if (isTypeNew || isCategoryNew) await refuseUnsorted(em, before, after);
}

async function refuseUnsorted(em: EntityManager, before: Sorted, { typeID, category }: Sorted): Promise<void> {
  if (!category && before.category)
    throw InvalidRequest.because([{ pointer: '/category', detail: 'must not be cleared: every activity has one' }]);
  const own = typeID ? await categoryOf(em, typeID) : 0;
  if (own === 0 || own === category) return;
  throw InvalidRequest.because([{ pointer: '/typeID', detail: `must be a type of the category ${category ?? 0}` }]);
}

/** 0 where there is no such type, or one that fits everywhere. */
const categoryOf = (em: EntityManager, typeID: number): Promise<number> =>
  numberOf(em, sql`SELECT parentID FROM lookup WHERE list = 'activityType' AND id = ${typeID}`);

/** 0 where there is none. */
const firstTypeOf = (em: EntityManager, category: number): Promise<number> =>
  numberOf(em, sql`SELECT MIN(id) FROM lookup WHERE list = 'activityType' AND parentID = ${category}`);
