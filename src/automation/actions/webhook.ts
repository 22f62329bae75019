import type { Transaction } from '../../core/database';
import { readResponses, type RecordResponse } from '../../core/records';
import { isVisiblyPrivate, type NewDelivery } from '../../deliveries';
import { AUTOMATION_RECORD_TYPES } from '../catalogue/modules';
import { webhookType } from '../catalogue/webhook-type';
import type { Action } from './action';
import { defineAction } from './action-definition';
import type { Param } from './params/param';
import { params, type ParamsOf } from './params/params';
import { dedupeKey, type ActionContext, type RecordAndTarget } from './performing/action-context';
import { allChanged, oneOrMany } from './performing/one-or-many';
import { queueForEach } from './performing/queue-deliveries';

const WEB_ADDRESS: Param<string> = {
  schema: {
    type: 'string',
    maxLength: 500,
    pattern: '^https?://[^\\s/@]+(/\\S*)?$',
    description: 'an https URL of at most 500 characters; http only if the service is configured to allow it',
  },
  environmentError: async (url, _, { settings }) => {
    if (!URL.canParse(url)) return 'must be a URL with a valid host';
    if (settings.webhookAllowPrivate) return undefined;
    if (url.startsWith('http:')) return 'must be an https URL; http is allowed only with WEBHOOK_ALLOW_PRIVATE';
    return isVisiblyPrivate(new URL(url))
      ? 'must be on the public internet; others are allowed only with WEBHOOK_ALLOW_PRIVATE'
      : undefined;
  },
};

const PARAMS = params({ url: WEB_ADDRESS });

/** Queues the complete record for a program outside. */
export const webhook = defineAction({
  type: 'webhook',
  title: 'Call a webhook',
  changes: 'Queues a signed POST of the complete record to the URL; changes nothing in the service.',
  actsOn: AUTOMATION_RECORD_TYPES,
  params: PARAMS,
  describe: ({ url }) => `call the webhook ${url}`,
  // its effects are outside the service
  effects: () => [],
  contacts: null,
  ...oneOrMany<ParamsOf<typeof PARAMS>>(2, async (transaction, action, subjects, context) => {
    const records = await recordsOf(transaction, subjects);
    await queueForEach(transaction, subjects, (subject) =>
      deliveryOf(transaction, context, action, subject, records.get(subject.target.id)),
    );
    return allChanged(subjects);
  }),
});

/** The complete targets, all of one type, by their ids. */
async function recordsOf(transaction: Transaction, subjects: readonly RecordAndTarget[]): Promise<ReadonlyMap<unknown, RecordResponse>> {
  const [first] = subjects;
  if (!first) return new Map();
  const ids = subjects.map(({ target }) => target.id);
  return new Map((await readResponses(transaction, first.target.type, ids)).map((record) => [record['id'], record]));
}

function deliveryOf(
  { now }: Transaction,
  context: ActionContext,
  action: Action<ParamsOf<typeof PARAMS>>,
  { recordID, target }: RecordAndTarget,
  record: RecordResponse | undefined,
): NewDelivery {
  const { definition, run } = context;
  const data = {
    automationId: run.automationID,
    runId: run.id,
    module: definition.event.module,
    recordType: target.type.name,
    recordId: target.id,
    record,
  };
  return {
    kind: 'webhook',
    to: action.params.url,
    body: JSON.stringify({ type: webhookType(definition.event, run.trigger), timestamp: now.toISOString(), data }),
    about: { type: target.type.name, id: target.id },
    dedupeKey: dedupeKey(context, recordID, action),
  };
}
