import { where } from '../core/fields/date-rule';
import { eventsFor } from '../core/fields/record-event';
import { PlacementStatus } from '../core/terms/numbers';
import type { Placement } from './placement.entity';

const { Approved, Ended, Cancelled } = PlacementStatus;
const NOT_OVER = where(['statusID', 'notIn', [Ended, Cancelled]]);
const { created, changed, reaches, dateReached, matchesFilters } = eventsFor<Placement>();

export const placementEvents = {
  created: created(56, 'Placement created'),
  statusChanged: changed(58, 'Placement status changed', 'statusID'),
  approved: reaches(57, 'Placement approved', 'statusID', Approved),
  ended: reaches(61, 'Placement ended', 'statusID', Ended),
  startApproaching: dateReached(59, 'Placement start approaching', { field: 'startDate', way: 'before', only: NOT_OVER }),
  endApproaching: dateReached(60, 'Placement end approaching', { field: 'endDate', way: 'before', only: NOT_OVER }),
  matchesFilters: matchesFilters(62, 'Placement matches filters'),
};
