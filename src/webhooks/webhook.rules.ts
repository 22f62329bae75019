import { requireScopes } from '../core/callers';
import { checkStored, lastSequence } from '../core/changes';
import type { Settings } from '../core/config';
import type { Transaction } from '../core/database';
import type { View } from '../core/database/transactions';
import { execute, numberOf, rows } from '../core/database/rows';
import type { RuledType } from '../core/fields/record-types';
import { InvalidRequest, type ValidationError } from '../core/problems';
import { isoOf, requireFields, ruledBy, type RecordResponse } from '../core/records';
import { sql, sqlMoment, values } from '../core/sql';
import { cancelDeliveriesToWebhook, DELIVERIES_QUEUED, isVisiblyPrivate, isWebAddress, redirectDeliveriesToWebhook } from '../deliveries';
import { ownerOf, requireOwnersDivisions } from './owner';
import { WEBHOOKS_CHANGED } from './signal';
import type { Webhook } from './webhook.entity';
import { FILTER_MEMBERS, filterMembers, saveFilter, webhookFilterOf } from './webhook-filter';
import { webhooks } from './webhooks.records';

export const webhookRules = (settings: Settings): RuledType =>
  ruledBy(webhooks, {
    setDefaults(_, webhook, body: { isActive?: boolean }) {
      webhook.isActive = body.isActive ?? true;
    },
    async prepare(transaction, before, after) {
      requireFields(webhooks, before, after);
      after.userID ??= transaction.caller.userID;
      if (after.url !== before.url) checkUrl(settings, after);
      const isForOwner = after.isActive || after.userID !== before.userID;
      if (isForOwner || after.url !== before.url) await checkRights(transaction, before, after);
      if (isForOwner) await checkOwner(transaction, after);
      if (after.isActive && !before.isActive) await resume(transaction, after);
    },
    saveParts: saveFilter,
    afterSave: followUp,
    completeResponses: withState,
    addedToResponses: [...FILTER_MEMBERS, 'position', 'previousSecretExpiresDate'],
  });

function checkUrl({ webhookAllowPrivate }: Settings, { url }: Webhook): void {
  const detail = urlError(url ?? '', webhookAllowPrivate);
  if (detail !== undefined) throw InvalidRequest.because([{ pointer: '/url', detail }]);
}

function urlError(url: string, allowPrivate: boolean): string | undefined {
  if (!isWebAddress(url)) return 'must be an https URL without a name or password';
  if (allowPrivate) return undefined;
  if (new URL(url).protocol !== 'https:') return 'must be an https URL; http is allowed only with WEBHOOK_ALLOW_PRIVATE';
  return isVisiblyPrivate(new URL(url)) ? 'must be on the public internet; others are allowed only with WEBHOOK_ALLOW_PRIVATE' : undefined;
}

/** Whoever sets up a webhook, or says where it leads, learns what its user sees. @throws MissingScope, Forbidden */
async function checkRights(transaction: Transaction, before: Webhook, after: Webhook): Promise<void> {
  if (after.deleted && after.url === before.url) return;
  requireScopes(transaction.caller, ['changes:read'], 'A webhook');
  for (const each of before.userID === null ? [after] : [before, after]) await requireOwnersDivisions(transaction, each);
}

/** @throws InvalidRequest for a user who may not read the changes */
async function checkOwner(transaction: Transaction, after: Webhook): Promise<void> {
  if (after.deleted) return;
  const { obstacle } = await ownerOf(transaction.em, after);
  const errors: ValidationError[] = obstacle
    ? [{ pointer: '/userID', detail: `must be an active user with the scope changes:read: ${obstacle}` }]
    : [];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

/** It continues where it has stopped. @throws ChangesGone if what it has missed is no longer stored */
async function resume(transaction: Transaction, after: Webhook): Promise<void> {
  after.pausedReason = null;
  if (!after.id) return;
  const position = await numberOf(transaction.em, sql`SELECT position FROM webhook_state WHERE webhookID = ${after.id}`);
  await checkStored(transaction, position, await lastSequence(transaction.em));
}

async function followUp(transaction: Transaction, before: Webhook, after: Webhook): Promise<void> {
  const { em, now } = transaction;
  if (!before.id)
    await execute(
      em,
      sql`INSERT INTO webhook_state (webhookID, position, resumedDate) VALUES (${after.id}, ${await lastSequence(em)}, ${sqlMoment(now)})`,
    );
  else if (after.url !== before.url && after.url !== null) await redirectDeliveriesToWebhook(transaction, after.id, after.url);
  if (after.deleted && !before.deleted) await cancelDeliveriesToWebhook(transaction, after.id);
  if (after.isActive && !before.isActive)
    await execute(em, sql`UPDATE webhook_state SET resumedDate = ${sqlMoment(now)} WHERE webhookID = ${after.id}`);
  transaction.signalAfterCommit(WEBHOOKS_CHANGED);
  transaction.signalAfterCommit(DELIVERIES_QUEUED);
}

async function withState({ em, now }: View, responses: readonly RecordResponse[]): Promise<RecordResponse[]> {
  const ids = responses.map(({ id }) => id as number);
  const found =
    ids.length === 0
      ? []
      : await rows(
          em,
          sql`SELECT w.id, w.filterText, s.position, s.previousUntil FROM webhook w LEFT JOIN webhook_state s ON s.webhookID = w.id WHERE w.id IN (${values(ids)})`,
        );
  const states = new Map(found.map(([id, ...cells]) => [id, cells]));
  return responses.map((response) => {
    const [filterText = null, position = 0, until = null] = states.get(response['id']) ?? [];
    const isValid = until !== null && (until as string) > sqlMoment(now);
    return {
      ...response,
      ...filterMembers(webhookFilterOf(filterText as string | null)),
      position: Number(position),
      previousSecretExpiresDate: isValid ? isoOf(until as string) : null,
    };
  });
}
