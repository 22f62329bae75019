import { eventsFor } from '../../core/fields/record-event';
import { ApplicationStage } from '../../core/terms/numbers';
import { isSubmission } from './submission';
import type { Application } from './application.entity';

const { created, changed, reaches, raisedWhen, written, dateReached, matchesFilters } = eventsFor<Application>();

export const applicationEvents = {
  received: created(44, 'Application received'),
  stageChanged: changed(45, 'Application stage changed', 'stageID'),
  submitted: raisedWhen(46, 'Candidate submitted to client', ({ before, after }) => isSubmission(before, after), {
    causedBy: [written('stageID', ApplicationStage.Submitted), { kind: 'created', having: { stageID: [ApplicationStage.Submitted] } }],
  }),
  rejected: reaches(47, 'Application rejected', 'stageID', ApplicationStage.Rejected),
  unchanged: dateReached(48, 'Application unchanged for N days', { field: 'updatedDate', orElse: 'createdDate', way: 'after' }),
  matchesFilters: matchesFilters(49, 'Application matches filters'),
};
