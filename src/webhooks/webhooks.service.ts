import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { audit, checkStored, lastSequence } from '../core/changes';
import { Transactions, type Transaction } from '../core/database';
import type { View } from '../core/database/transactions';
import { Created, pages, type ExpectedVersion, type Page } from '../core/http';
import { Conflict } from '../core/problems';
import { change, create, findResponse, load, type RecordResponse } from '../core/records';
import {
  queueDelivery,
  WebhookDeliveries,
  type WebhookDeliveryDetailDto,
  type WebhookDeliveryDto,
  type WebhookDeliveryQuery,
} from '../deliveries';
import { lockState } from './lock-state';
import { requireOwnersDivisions } from './owner';
import { pingOf } from './queue/payload';
import { WebhookSecrets } from './secrets/webhook-secrets.service';
import { WEBHOOKS_CHANGED } from './signal';
import { graceHoursOf, type WebhookNewDto, type WebhookReplayDto, type WebhookRotateDto } from './webhook.dto';
import { WebhookState, type Webhook } from './webhook.entity';
import { webhooks } from './webhooks.records';

/** What can be done with a webhook beyond reading and changing it. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: WebhookSecrets,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  /** @throws InvalidRequest, MissingScope, Forbidden */
  create(caller: Caller, body: WebhookNewDto): Promise<Created> {
    return this.transactions.write(caller, async (transaction) => {
      const id = await create(transaction, webhooks, body);
      const secret = await this.secrets.make(transaction, id);
      return new Created({ ...(await findResponse(transaction, webhooks, id)), secret });
    });
  }

  /** @throws NotFound, Forbidden */
  rotate(caller: Caller, id: number, body: WebhookRotateDto): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await accessible(transaction, id);
      const secret = await this.secrets.rotate(transaction, id, graceHoursOf(body));
      return { ...(await findResponse(transaction, webhooks, id)), secret };
    });
  }

  /** Pauses or resumes it. @throws NotFound, Conflict, PreconditionFailed */
  setActive(caller: Caller, id: number, isActive: boolean, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await accessible(transaction, id);
      await change(transaction, webhooks, id, { isActive }, { expected });
      return findResponse(transaction, webhooks, id);
    });
  }

  /** A ping leaves even if the webhook is paused. @throws NotFound, Conflict */
  ping(caller: Caller, id: number): Promise<WebhookDeliveryDetailDto> {
    return this.transactions.write(caller, async (transaction) => {
      const webhook = await accessible(transaction, id);
      const delivery = await queueDelivery(transaction, pingOf(webhook, transaction.now));
      return this.deliveries.find(transaction, id, delivery);
    });
  }

  /** Moves its position. @throws NotFound, ChangesGone */
  replay(caller: Caller, id: number, { after }: WebhookReplayDto): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await accessible(transaction, id);
      const { em } = transaction;
      const { position } = await lockState(transaction, id);
      await checkStored(transaction, after, await lastSequence(em));
      await em.update(WebhookState, { webhookID: id }, { position: after });
      const fields = { position: [Number(position), after] as const };
      await audit(transaction, { type: webhooks.name, recordID: id, action: 'replayed', fields });
      transaction.signalAfterCommit(WEBHOOKS_CHANGED);
      return findResponse(transaction, webhooks, id);
    });
  }

  /** @throws NotFound, Forbidden */
  listDeliveries(caller: Caller, id: number, query: WebhookDeliveryQuery): Promise<Page<WebhookDeliveryDto>> {
    return pages(query, (page) =>
      this.transactions.read(caller, async (view) => {
        await visible(view, id);
        return this.deliveries.list(view, id, page);
      }),
    );
  }

  /** @throws NotFound, Forbidden */
  findDelivery(caller: Caller, id: number, deliveryID: string): Promise<WebhookDeliveryDetailDto> {
    return this.transactions.read(caller, async (view) => {
      await visible(view, id);
      return this.deliveries.find(view, id, deliveryID);
    });
  }

  /** @throws NotFound, Forbidden, Conflict */
  resend(caller: Caller, id: number, deliveryID: string): Promise<WebhookDeliveryDetailDto> {
    return this.transactions.write(caller, async (transaction) => {
      await accessible(transaction, id);
      return this.deliveries.resend(transaction, id, deliveryID);
    });
  }
}

/** Its deliveries show what its user sees. */
async function visible(view: View, id: number): Promise<Webhook> {
  const webhook = await load<Webhook>(view.em, webhooks, id);
  await requireOwnersDivisions(view, webhook);
  return webhook;
}

async function accessible(transaction: Transaction, id: number): Promise<Webhook> {
  const webhook = await visible(transaction, id);
  if (webhook.deleted) throw new Conflict(`The webhook ${id} is deleted: restore it with a PUT of deleted: false first.`);
  return webhook;
}
