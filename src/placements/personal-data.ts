import type { Settings } from '../core/config';
import { rows } from '../core/database/rows';
import { idsOf, type PersonalDataHolder } from '../core/personal-data';
import { sql, sqlMoment, values } from '../core/sql';
import { PlacementStatus } from '../core/terms/numbers';
import { dayIn } from '../core/time/day';
import { placements } from './placements.records';

const { Approved, Started } = PlacementStatus;

/** Who works for a client, or is about to, is needed by name: until the last day is over where the firm is. */
export const runningPlacements = ({ timeZone }: Pick<Settings, 'timeZone'>): PersonalDataHolder => ({
  name: 'placements',
  async obstacles({ em, now }, person) {
    const ids = idsOf(person, placements.name);
    const found = await rows(
      em,
      sql`SELECT id FROM placement WHERE id IN (${values([0, ...ids])}) AND deleted = 0 AND statusID IN (${Approved}, ${Started})
        AND (endDate IS NULL OR endDate >= ${sqlMoment(dayIn(now, timeZone))}) ORDER BY id`,
    );
    return found.map(([id]) => `The placement ${Number(id)} has not ended. End it first: POST /api/Placements/${Number(id)}/End.`);
  },
});
