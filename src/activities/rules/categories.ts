import type { EntityManager } from 'typeorm';
import { numberOf } from '../../core/database/rows';
import { firstEntryBelow, parentOfEntry } from '../../core/lookups';
import { Conflict, InvalidRequest, type ProblemKind } from '../../core/problems';
import { writableFields } from '../../core/records';
import { ActivityCategory } from '../../core/terms/numbers';
import { activities } from '../activities.records';
import type { Activity } from '../activity.entity';

/** The paths of the records that are mirrored as activities, by category. */
const MIRRORED: Readonly<Record<number, string>> = {
  [ActivityCategory.Interview]: '/api/Interviews',
  [ActivityCategory.Submission]: '/api/Applications',
  [ActivityCategory.Placement]: '/api/Placements',
  [ActivityCategory.Document]: '/api/Documents',
};

/** A mirrored activity can be neither created nor changed directly. */
export class MirroredActivity extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/mirrored-activity',
    status: 409,
    title: 'The activity mirrors another record',
    meaning: 'Activities for submissions and interviews follow their application or interview and are not changed themselves.',
    remedy: 'Change the application or interview that the detail names.',
  };
}

/** @throws MirroredActivity if it mirrors another record, which says what it is linked with */
export function refuseIfMirror({ id, category, entityId }: Activity): void {
  const there = MIRRORED[category ?? 0];
  if (there) throw new MirroredActivity(`Activity ${id} mirrors record ${entityId} of ${there}: change that record instead.`);
}

/** What is sent as it is, as by an import of an export, changes nothing. @throws MirroredActivity with the path to use instead */
export function refuseMirrored(before: Activity, after: Activity): void {
  if (before.id !== undefined && !differs(before, after)) return;
  refuseIfMirror(before);
  const there = MIRRORED[after.category ?? 0];
  if (there)
    throw new MirroredActivity(`Activities of category ${after.category} mirror the records of ${there}: create one there instead.`);
}

const differs = (before: Activity, after: Activity): boolean =>
  writableFields(activities).some(({ name }) => before[name as keyof Activity]?.valueOf() !== after[name as keyof Activity]?.valueOf());

type TypeAndCategory = Pick<Activity, 'typeID' | 'category'>;

/** When only one of category and type changes, sets the other to match. */
export async function matchTypeAndCategory(em: EntityManager, before: TypeAndCategory, after: TypeAndCategory): Promise<void> {
  const [isTypeNew, isCategoryNew] = [after.typeID !== before.typeID, after.category !== before.category];
  if (isTypeNew && !isCategoryNew && after.typeID) after.category = (await categoryOf(em, after.typeID)) || after.category;
  if (isCategoryNew && !isTypeNew && after.category) after.typeID = (await firstTypeOf(em, after.category)) || null;
  if (isTypeNew || isCategoryNew) await refuseMismatch(em, before, after);
}

async function refuseMismatch(em: EntityManager, before: TypeAndCategory, { typeID, category }: TypeAndCategory): Promise<void> {
  if (!category && before.category)
    throw InvalidRequest.because([{ pointer: '/category', detail: 'must not be cleared: every activity has a category' }]);
  const own = typeID ? await categoryOf(em, typeID) : 0;
  if (own === 0 || own === category) return;
  throw InvalidRequest.because([{ pointer: '/typeID', detail: `must be a type of the category ${category ?? 0}` }]);
}

/** 0 for an unknown type, or one that fits every category. */
export const categoryOf = (em: EntityManager, typeID: number): Promise<number> => numberOf(em, parentOfEntry('activityType', typeID));

/** 0 if the category has no types. */
const firstTypeOf = (em: EntityManager, category: number): Promise<number> => numberOf(em, firstEntryBelow('activityType', category));
