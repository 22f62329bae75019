export { Notification } from './notification.entity';
export { NotificationsModule } from './notifications.module';
export { notify, type NewNotification } from './notify';
