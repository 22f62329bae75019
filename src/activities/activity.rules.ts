import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import { Conflict, InvalidRequest } from '../http';
import { sql } from '../query';
import { ruledBy } from '../records';
import { Event } from '../terms/events';
import { ActivityCategory, ActivityStatus } from '../terms/numbers';
import { activities } from './activities.records';
import type { Activity } from './activity.entity';
import { withLinks } from './links';
import { linkMainRecords, MAIN } from './main-records';

ruledBy<Activity>(activities, {
  async prepare({ em }, before, after) {
    if (before.entityId !== 0) throw new Conflict(`The activity ${before.id} shows another record (${before.entityId}) and changes only with it.`);
    if (before.typeID !== after.typeID || before.category !== after.category) await keepTypeInCategory(em, after);
  },
  async follow({ em }, before, after) {
    if (Object.values(MAIN).some((field) => before[field] !== after[field])) await linkMainRecords(em, after);
  },
  events: (_, before, after) => [
    ...(!before && after.category === ActivityCategory.Note ? [Event.NoteAdded] : []),
    ...(isCompletedMeeting(after) && !(before && isCompletedMeeting(before)) ? [Event.MeetingCompleted] : []),
  ],
  complete: withLinks,
});

const isCompletedMeeting = ({ category, statusID }: Activity): boolean => category === ActivityCategory.Meeting && statusID === ActivityStatus.Completed;

async function keepTypeInCategory(em: EntityManager, { typeID, category }: Activity): Promise<void> {
  if (typeID === null) return;
  const found = await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'activityType' AND id = ${typeID} AND parentID = ${category ?? 0}`);
  if (found.length === 0) throw InvalidRequest.because([{ pointer: '/typeID', detail: `must be a type of the category ${category ?? 0}` }]);
}
