import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import { COUNTED, cutPage, NotFound, Page, startOf } from '../http';
import { notificationAnswer, type NotificationDto, type NotificationListQuery } from './notification.dto';
import { Notification } from './notification.entity';

/** What the caller is to know: nobody sees that of another. */
@Injectable()
export class NotificationsService {
  constructor(private readonly transactions: Transactions) {}

  /** The newest first. */
  list(caller: Caller, { unread = false, ...page }: NotificationListQuery): Promise<Page<NotificationDto>> {
    const start = startOf(page, unread);
    return this.transactions.read(caller, async ({ em }) => {
      const own = { userID: caller.userID, ...(unread ? { readDate: IsNull() } : {}) };
      const where = { ...own, ...(start === undefined ? {} : { id: LessThan(start) }) };
      const { shown, cursor } = cutPage(
        await em.find(Notification, { where, order: { id: 'DESC' }, take: page.limit + 1 }),
        page.limit,
        unread,
        ({ id }) => [id],
      );
      const counted =
        start === undefined ? await em.find(Notification, { select: { id: true }, where: own, take: COUNTED + 1 }) : undefined;
      return new Page(shown.map(notificationAnswer), { cursor, total: counted?.length });
    });
  }

  /** Marks one as read; when it was first read stays. @throws NotFound */
  read(caller: Caller, id: number): Promise<NotificationDto> {
    return this.transactions.write(caller, async ({ em, now }) => {
      await em.update(Notification, { id, userID: caller.userID, readDate: IsNull() }, { readDate: now });
      const found = await em.findOneBy(Notification, { id, userID: caller.userID });
      if (!found) throw NotFound.record('notification of yours', id);
      return notificationAnswer(found);
    });
  }
}
