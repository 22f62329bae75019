import { where } from '../core/fields/date-rule';
import { eventsFor, isOfDeleted } from '../core/fields/record-event';
import type { Job } from './job.entity';
import { isNewlyClosed } from './rules/closed-stage';

const { created, updated, changed, reaches, raisedWhen, written, raisedElsewhere, dateReached, matchesFilters, unless } = eventsFor<Job>();

export const jobEvents = {
  created: created(34, 'Job created'),
  ...unless(isOfDeleted, {
    updated: updated(35, 'Job updated', { raisedBy: 'its tags and releases', causedBy: [{ kind: 'tagAdded' }, { kind: 'tagRemoved' }] }),
    stageChanged: changed(36, 'Job stage changed', 'stageID'),
    filled: raisedWhen(37, 'Job filled', ({ before, after }) => Boolean(before && !before.filledDate && after.filledDate), {
      causedBy: [written('filledDate'), written('stageID')],
    }),
    closed: raisedWhen(
      38,
      'Job closed',
      async ({ em, before, after }) => before !== undefined && (await isNewlyClosed(em, before, after)),
      {
        causedBy: [written('stageID'), written('closeDate')],
      },
    ),
    aiMatchesReady: reaches(41, 'AI matches ready for job', 'isAiMatchesReady', true),
  }),
  advertPosted: raisedElsewhere(39, 'Job advert posted', { raisedBy: 'its adverts', causedBy: [] }),
  advertEnded: raisedElsewhere(40, 'Job advert expired or withdrawn', {
    raisedBy: 'its adverts',
    causedBy: [{ kind: 'fieldWritten', type: 'JobAdvert', field: 'statusID' }],
  }),
  deadlineApproaching: dateReached(42, 'Job deadline approaching', {
    field: 'deadline',
    way: 'before',
    only: where(['closeDate', 'null', null]),
  }),
  matchesFilters: matchesFilters(43, 'Job matches filters'),
};
