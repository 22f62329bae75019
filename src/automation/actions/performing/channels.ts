import type { Activity } from '../../../activities';
import { ActivityCategory, ActivityStatus } from '../../../core/terms/numbers';
import type { DeliveryKind } from '../../../deliveries';

/** A way to reach a person. */
export interface Channel {
  readonly kind: DeliveryKind;
  /** The first of these fields that the type of the person has holds the address. */
  readonly addressFields: readonly string[];
  /** The name of the address in messages. */
  readonly address: string;
  /** The activity that a message leaves. */
  readonly activity: Pick<Activity, 'category' | 'statusID'>;
}

export const EMAIL: Channel = {
  kind: 'email',
  addressFields: ['email1', 'email'],
  address: 'e-mail address',
  activity: { category: ActivityCategory.Email, statusID: ActivityStatus.Completed },
};

export const SMS: Channel = {
  kind: 'sms',
  addressFields: ['mobile_Standardised'],
  address: 'mobile number that can be called',
  activity: { category: ActivityCategory.Sms, statusID: ActivityStatus.Completed },
};
