import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import type { Caller } from '../core/callers';
import { Transactions } from '../core/database';
import { COUNT_LIMIT, slicePage, Page, startAfter } from '../core/http';
import { NotFound } from '../core/problems';
import { notificationResponse, type NotificationDto, type NotificationListQuery } from './notification.dto';
import { Notification } from './notification.entity';

/** The caller's own notifications; nobody sees those of other users. */
@Injectable()
export class NotificationsService {
  constructor(private readonly transactions: Transactions) {}

  /** The newest first. */
  list(caller: Caller, { unread = false, ...page }: NotificationListQuery): Promise<Page<NotificationDto>> {
    const start = startAfter(page, unread);
    return this.transactions.read(caller, async ({ em }) => {
      const own = { userID: caller.userID, ...(unread ? { readDate: IsNull() } : {}) };
      const where = { ...own, ...(start === undefined ? {} : { id: LessThan(start) }) };
      const { shown, cursor } = slicePage(
        await em.find(Notification, { where, order: { id: 'DESC' }, take: page.limit + 1 }),
        page.limit,
        unread,
        ({ id }) => [id],
      );
      const counted =
        start === undefined ? await em.find(Notification, { select: { id: true }, where: own, take: COUNT_LIMIT + 1 }) : undefined;
      return new Page(shown.map(notificationResponse), { cursor, total: counted?.length });
    });
  }

  /** Marks one as read; when it was first read stays. @throws NotFound */
  markRead(caller: Caller, id: number): Promise<NotificationDto> {
    return this.transactions.write(caller, async ({ em, now }) => {
      await em.update(Notification, { id, userID: caller.userID, readDate: IsNull() }, { readDate: now });
      const found = await em.findOneBy(Notification, { id, userID: caller.userID });
      if (!found) throw NotFound.record('notification of yours', id);
      return notificationResponse(found);
    });
  }
}
