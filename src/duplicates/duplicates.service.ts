import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Transactions, type View } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { countLimitOf, Page, slicePage } from '../core/http';
import { InvalidRequest } from '../core/problems';
import { decodeCursor } from '../core/query/cursor';
import {
  describedKeys,
  displayName,
  inTurn,
  likelyPairs,
  positionOf,
  seenKinds,
  visibleIds,
  type LikelyPair,
  type PairPosition,
} from '../core/records';
import { dismissedAmong, keyOfPair, setDismissed } from './dismissals';
import type { DuplicatePairDto, DuplicatesQuery } from './duplicates.dto';

/** Pairs of records that may be the same. */
@Injectable()
export class DuplicatesService {
  constructor(private readonly transactions: Transactions) {}

  /** The strongest reasons first. @throws InvalidRequest for a cursor of another list */
  list(caller: Caller, typeName: string, query: DuplicatesQuery): Promise<Page> {
    return this.transactions.read(caller, (view) => inTurn(view, () => pageOf(view, view.types.named(typeName), query)));
  }

  /** Declares all pairs among some records distinct, or no longer. @throws InvalidRequest for ids that no record has */
  async setDismissed(caller: Caller, typeName: string, ids: readonly number[], isDismissed: boolean): Promise<void> {
    await this.transactions.write(caller, async (transaction) => {
      const type = transaction.types.named(typeName);
      refuseUnknown(type, ids, await visibleIds(transaction, type, ids));
      await setDismissed(transaction, type, ids, isDismissed);
    });
  }
}

const IS_POSITION = [(value: unknown) => typeof value === 'string', Number.isSafeInteger, Number.isSafeInteger];

/** The first page counts the pairs, too. */
async function pageOf(view: View, type: RecordType, query: DuplicatesQuery): Promise<Page> {
  const { cursor, limit, dismissed } = query;
  const criteria = [type.name, 'duplicates', dismissed, seenKinds(type, view.caller).map(({ name }) => name)];
  const after = cursor === undefined ? undefined : (decodeCursor(cursor, criteria, IS_POSITION) as PairPosition);
  const most = countLimitOf(query);
  const enough = (after ? limit : Math.max(limit, most)) + 1;
  const found = await likelyPairs(view, type, { after, enough, wanted: (pairs) => ofState(view, type, pairs, dismissed) });
  const page = slicePage(found, limit, criteria, positionOf);
  return new Page(await describe(view, type, page.shown), {
    cursor: page.cursor,
    total: after ? undefined : { counted: found.length, most },
  });
}

async function ofState(view: View, type: RecordType, pairs: readonly LikelyPair[], isDismissed: boolean): Promise<LikelyPair[]> {
  const dismissed = await dismissedAmong(
    view,
    type,
    pairs.map(({ ids }) => ids),
  );
  return pairs.filter(({ ids }) => dismissed.has(keyOfPair(ids)) === isDismissed);
}

/** A reason that has gone since the pair was found is left out, and a pair without any. */
async function describe(view: View, type: RecordType, pairs: readonly LikelyPair[]): Promise<DuplicatePairDto[]> {
  const records = await describedKeys(view, type, [...new Set(pairs.flatMap(({ ids }) => ids))]);
  return pairs.flatMap(({ ids, keys }) => {
    const reasons = keys.flatMap((key) => records.get(ids[0])?.reasons.get(key) ?? []);
    return reasons.length === 0 ? [] : [{ records: ids.map((id) => ({ id, name: records.get(id)?.name ?? null })), reasons }];
  });
}

function refuseUnknown(type: RecordType, ids: readonly number[], existing: readonly number[]): void {
  const errors = ids.flatMap((id, index) => {
    if (!existing.includes(id)) return [{ pointer: `/ids/${index}`, detail: `must be the id of an existing ${displayName(type)}` }];
    return ids.indexOf(id) < index ? [{ pointer: `/ids/${index}`, detail: 'must be another id than those before it' }] : [];
  });
  if (errors.length > 0) throw InvalidRequest.because(errors);
}
