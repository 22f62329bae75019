import type { RecordTypesSpec } from '../core/fields/record-types';
import { Notification } from './notification.entity';
import { notificationsAboutPersons } from './personal-data';

export { Notification } from './notification.entity';
export { NotificationsModule } from './notifications.module';
export { notify, type NewNotification } from './notify';

export const notificationRecords: RecordTypesSpec = { types: [], tables: [Notification], personalData: [notificationsAboutPersons] };
