import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Caller } from '../core/callers';
import { beyond, countEntities, Transactions } from '../core/database';
import { countLimitOf, directionOf, slicePage, Page } from '../core/http';
import { NotFound } from '../core/problems';
import { notificationResponse, type NotificationDto, type NotificationListQuery } from './notification.dto';
import { Notification } from './notification.entity';

/** The caller's own notifications; nobody sees those of other users. */
@Injectable()
export class NotificationsService {
  constructor(private readonly transactions: Transactions) {}

  /** The newest first if no other order is requested. */
  list(caller: Caller, { unread = false, ...page }: NotificationListQuery): Promise<Page<NotificationDto>> {
    const { order, start, criteria } = directionOf(page, unread, 'DESC');
    return this.transactions.read(caller, async ({ em }) => {
      const own = { userID: caller.userID, ...(unread ? { readDate: IsNull() } : {}) };
      const where = { ...own, ...(start === undefined ? {} : { id: beyond(start, order) }) };
      const { shown, cursor } = slicePage(
        await em.find(Notification, { where, order: { id: order }, take: page.limit + 1 }),
        page.limit,
        criteria,
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
