import { InterviewStatus } from '../../core/terms/numbers';
import type { Interview } from './interview.entity';

const { Scheduled, Rescheduled } = InterviewStatus;

/** Scheduled or rescheduled, and not deleted. */
export const isUpcoming = ({ statusID, deleted }: Interview): boolean => (statusID === Scheduled || statusID === Rescheduled) && !deleted;

/** Whether an upcoming interview gets another time. */
export const isMoved = (before: Interview, after: Interview): boolean =>
  isUpcoming(before) && Boolean(before.startsAt) && before.startsAt?.getTime() !== after.startsAt?.getTime();
