import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import type { Caller } from '../core/callers';
import { countEntities, Transactions } from '../core/database';
import { countLimitOf, slicePage, Page, startAfter } from '../core/http';
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
      const total = start === undefined ? await countEntities(em, Notification, own, countLimitOf(page)) : undefined;
      return new Page(shown.map(notificationResponse), { cursor, total });
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
