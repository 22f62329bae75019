import type { ChangeFilter, FieldChanges } from '../core/changes';
import type { Transaction } from '../core/database';
import { execute } from '../core/database/rows';
import type { RecordTypes } from '../core/fields/record-types';
import { InvalidRequest, type ValidationError } from '../core/problems';
import { sql } from '../core/sql';
import type { Webhook } from './webhook.entity';

/** Which changes a webhook wants, by the names of its API; an empty list allows all. */
export interface WebhookFilter {
  readonly recordTypes: readonly string[];
  readonly actions: readonly string[];
  readonly events: readonly number[];
  readonly fields: readonly string[];
}

const ALL: WebhookFilter = { recordTypes: [], actions: [], events: [], fields: [] };
/** Its parts, which responses have, too. */
export const FILTER_PARTS = ['recordTypes', 'actions', 'events', 'fields'] as const;

export const webhookFilterOf = (text: string | null): WebhookFilter => ({
  ...ALL,
  ...(JSON.parse(text ?? '{}') as Partial<WebhookFilter>),
});

export const changeFilterOf = ({ recordTypes: types, ...others }: WebhookFilter): ChangeFilter => ({ types, ...others });

/** Stores the parts that a body has. @returns what changed in them @throws InvalidRequest */
export async function saveFilter(
  transaction: Transaction,
  { id, filterText }: Webhook,
  body: Partial<WebhookFilter>,
): Promise<FieldChanges> {
  const before = webhookFilterOf(filterText);
  const after: WebhookFilter = { ...before };
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const part of FILTER_PARTS) {
    const wanted = body[part] && [...new Set<string | number>(body[part])];
    if (!wanted || wanted.join() === before[part].join()) continue;
    Object.assign(after, { [part]: wanted });
    changes[part] = [before[part], wanted];
  }
  if (Object.keys(changes).length === 0) return {};
  refuseUnknown(transaction.types, after);
  await execute(transaction.em, sql`UPDATE webhook SET filterText = ${JSON.stringify(after)} WHERE id = ${id}`);
  return changes;
}

function refuseUnknown(types: RecordTypes, { recordTypes, events }: WebhookFilter): void {
  const known = new Set(types.all.flatMap(({ events: raised }) => raised.filter(({ kind }) => kind === 'C').map(({ id }) => id)));
  const errors: ValidationError[] = [
    ...recordTypes
      .filter((name) => types.publishedAs(name) === undefined)
      .map((name) => ({ pointer: '/recordTypes', detail: `must be names of record types, such as Job: ${name} is none` })),
    ...events
      .filter((id) => !known.has(id))
      .map((id) => ({ pointer: '/events', detail: `must be ids of events that changes raise (kind C): ${id} is none` })),
  ];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}
