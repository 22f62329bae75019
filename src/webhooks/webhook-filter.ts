import { errorsInFilter, type FieldChanges } from '../core/changes';
import type { Transaction } from '../core/database';
import { execute } from '../core/database/rows';
import type { RecordTypes } from '../core/fields/record-types';
import { InvalidRequest } from '../core/problems';
import { sql } from '../core/sql';
import type { Webhook } from './webhook.entity';

/** Which changes a webhook wants, by the names of the feed; an empty list allows all. */
export interface WebhookFilter {
  readonly types: readonly string[];
  readonly actions: readonly string[];
  readonly events: readonly number[];
  readonly fields: readonly string[];
}

/** The former name of `types`, deprecated since 25 November 2026, may be gone from June 2027 on. */
interface FormerName {
  readonly recordTypes?: readonly string[];
}

const NONE: WebhookFilter = { types: [], actions: [], events: [], fields: [] };
export const FILTER_PARTS = ['types', 'actions', 'events', 'fields'] as const;
/** The members of responses. */
export const FILTER_MEMBERS = [...FILTER_PARTS, 'recordTypes'] as const;

/** A filter as it is stored: with the former name, which the version before reads. */
export function webhookFilterOf(text: string | null): WebhookFilter {
  const { recordTypes: types = [], ...others } = JSON.parse(text ?? '{}') as Partial<WebhookFilter> & FormerName;
  return { ...NONE, ...others, types };
}

const textOf = ({ types, ...others }: WebhookFilter): string => JSON.stringify({ recordTypes: types, ...others });

/** The filter in a response. */
export const filterMembers = (filter: WebhookFilter): WebhookFilter & FormerName => ({ ...filter, recordTypes: filter.types });

/** Stores the parts that a body has. @returns what changed in them @throws InvalidRequest */
export async function saveFilter(
  transaction: Transaction,
  { id, filterText }: Webhook,
  body: Partial<WebhookFilter> & FormerName,
): Promise<FieldChanges> {
  const before = webhookFilterOf(filterText);
  const wanted = { ...body, types: wantedTypes(transaction.types, before.types, body) };
  const after: WebhookFilter = { ...before };
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const part of FILTER_PARTS) {
    const items = wanted[part] && [...new Set<string | number>(wanted[part])];
    if (!items || items.join() === before[part].join()) continue;
    Object.assign(after, { [part]: items });
    changes[part] = [before[part], items];
  }
  if (Object.keys(changes).length === 0) return {};
  const errors = errorsInFilter(transaction.types, after, before);
  if (errors.length > 0) throw InvalidRequest.because(errors);
  await execute(transaction.em, sql`UPDATE webhook SET filterText = ${textOf(after)} WHERE id = ${id}`);
  return changes;
}

/** As the feed writes them. Of a record that is sent back as a whole, the name that was changed counts. @throws InvalidRequest for both */
function wantedTypes(known: RecordTypes, before: readonly string[], { types, recordTypes }: Partial<WebhookFilter> & FormerName) {
  const [own, former] = [types, recordTypes].map((names) => names?.map((name) => publishedName(known, name)));
  const isChanged = (names: readonly string[] | undefined): boolean => names !== undefined && names.join() !== before.join();
  if (isChanged(own) && isChanged(former) && own?.join() !== former?.join())
    throw InvalidRequest.because([{ pointer: '/recordTypes', detail: 'must be the same as types, its new name, or be left out' }]);
  return isChanged(former) ? former : own;
}

const publishedName = ({ publishedNames }: RecordTypes, name: string): string =>
  publishedNames.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
