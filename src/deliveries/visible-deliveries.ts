import type { Caller } from '../core/callers';
import type { View } from '../core/database';
import { visibleIds } from '../core/records';
import { impliedBy } from '../core/terms/role-scopes';
import type { Delivery } from './delivery.entity';

type About = Pick<Delivery, 'aboutType' | 'aboutID' | 'personType' | 'personID'>;

/** Those whose record and person the caller sees. */
export async function visibleDeliveries<T extends About>(view: View, deliveries: readonly T[]): Promise<T[]> {
  if (view.caller.scope.divisions === 'all') return [...deliveries];
  const ids = new Map<string, number[]>();
  for (const [type, id] of deliveries.flatMap(recordsOf)) ids.set(type, [...(ids.get(type) ?? []), id]);
  const seen = new Map<string, ReadonlySet<number>>();
  for (const [name, sought] of ids)
    seen.set(name, new Set(await visibleIds(view, view.types.named(name), sought, { includeDeleted: true })));
  return deliveries.filter((delivery) => recordsOf(delivery).every(([type, id]) => seen.get(type)?.has(id)));
}

const recordsOf = ({ aboutType, aboutID, personType, personID }: About): [type: string, id: number][] => [
  ...(aboutType !== null && aboutID !== null ? [[aboutType, aboutID] as [string, number]] : []),
  ...(personType !== null && personID !== null ? [[personType, personID] as [string, number]] : []),
];

/** Messages of automations say what these read, so their words are for those who may read automations. */
const SCOPES_OF_WORDS = impliedBy('automation:read');

/** A delivery as a caller sees it: without its words unless the caller may read all that they can be about. */
export const shownTo = <T extends Pick<Delivery, 'subject'>>({ scopes }: Caller, delivery: T): T =>
  SCOPES_OF_WORDS.every((scope) => scopes?.has(scope)) ? delivery : { ...delivery, subject: null, body: '', html: null };
