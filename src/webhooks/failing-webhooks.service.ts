import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../core/database';
import { Housekeeping } from '../core/housekeeping';
import { DAY_MS } from '../core/time/moments';
import { webhookFailsSince } from '../deliveries';
import { pauseWebhook } from './pause-webhook';
import { Webhook, WebhookState } from './webhook.entity';

const HOUR = 3600;
/** Longer than the attempts of one delivery take, and than a weekend without anybody at the receiver. */
const DAYS = 3;

/** Pauses webhooks to which nothing has been delivered for days. */
@Injectable()
export class FailingWebhooks implements OnModuleInit {
  constructor(private readonly housekeeping: Housekeeping) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'failing webhooks', everySeconds: HOUR, work: pauseFailing });
  }
}

async function pauseFailing(transaction: Transaction): Promise<boolean> {
  const { em, now } = transaction;
  const limit = new Date(now.getTime() - DAYS * DAY_MS);
  for (const { id } of await em.find(Webhook, { where: { isActive: true, deleted: false }, select: { id: true } })) {
    const state = await em.findOneBy(WebhookState, { webhookID: id });
    const since = state && (await webhookFailsSince(transaction, id, state.resumedDate));
    if (since && since <= limit)
      await pauseWebhook(transaction, id, `nothing has arrived since ${since.toISOString()}; its deliveries say why`);
  }
  return false;
}
