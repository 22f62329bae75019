import { recordType } from '../core/fields/record-type';
import { Webhook } from './webhook.entity';
import { FILTER_PARTS } from './webhook-filter';

export const webhooks = recordType({
  name: 'Webhook',
  table: 'webhook',
  entity: Webhook,
  shape: Webhook,
  display: 'name',
  softDeleted: true,
  predicates: { active: 'x.isActive = 1 AND x.deleted = 0' },
  changedParts: FILTER_PARTS,
});
