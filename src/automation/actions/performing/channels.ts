import type { Activity } from '../../../activities';
import { ActivityCategory, ActivityStatus } from '../../../core/terms/numbers';
import type { PersonalChannel } from '../../../deliveries';

/** A way to reach a person. */
export interface Channel {
  readonly kind: PersonalChannel;
  /** The activity that a message leaves. */
  readonly activity: Pick<Activity, 'category' | 'statusID'>;
}

export const EMAIL: Channel = {
  kind: 'email',
  activity: { category: ActivityCategory.Email, statusID: ActivityStatus.Completed },
};

export const SMS: Channel = {
  kind: 'sms',
  activity: { category: ActivityCategory.Sms, statusID: ActivityStatus.Completed },
};
