import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { lockedRows } from '../../core/records';
import { Sql, sql, values } from '../../core/sql';
import { factsOf, placementOf, type PlacementTerms } from './facts';
import { stateOf, type ItemState } from './item-state';

/** A required item that a placement does not meet. */
export interface LackingItem {
  readonly itemID: number;
  readonly name: string;
  readonly state: ItemState;
}

interface RequiredItem extends LackingItem {
  readonly isMet: boolean;
  readonly documentID: number | null;
  readonly statementID: number | null;
}

/**
 * The required items that a placement does not meet. What meets the others is locked until the transaction ends, so that it cannot be
 * withdrawn in between.
 * @param today 2026-11-24, by the calendar of the firm
 */
export async function lackingItems(transaction: Transaction, placement: PlacementTerms, today: string): Promise<LackingItem[]> {
  const items = await requiredItems(transaction, placement, today);
  const withdrawn = await lockEvidence(
    transaction,
    items.filter(({ isMet }) => isMet),
  );
  return items
    .filter((item) => !item.isMet || withdrawn.has(item))
    .map((item) => ({ itemID: item.itemID, name: item.name, state: withdrawn.has(item) ? withdrawnState(item) : item.state }));
}

const withdrawnState = ({ documentID }: RequiredItem): ItemState => (documentID === null ? 'missing' : 'unverified');

async function requiredItems({ em, types }: Transaction, placement: PlacementTerms, today: string): Promise<RequiredItem[]> {
  const found = await rows(
    em,
    sql`SELECT f.itemID, f.name, f.isMet, f.documentID, f.statementID, f.lastDay, f.day
      FROM (${factsOf(types, placementOf(placement, today))}) f WHERE f.required = 1 ORDER BY f.position`,
  );
  return found.map(([itemID, name, met, documentID, statementID, lastDay, day]) => {
    const isMet = Boolean(Number(met));
    const exists = documentID !== null || statementID !== null;
    const state = stateOf({ isMet, exists, lastDay: lastDay as string, day: day as string, endDay: undefined });
    return { itemID, name, state, isMet, documentID, statementID } as RequiredItem;
  });
}

/** A server reads what was there when the transaction began, but locks what is there now. @returns the items that have lost theirs */
async function lockEvidence({ em, types }: Transaction, items: readonly RequiredItem[]): Promise<ReadonlySet<RequiredItem>> {
  const documents = items.flatMap(({ documentID }) => documentID ?? []);
  const statements = items.flatMap(({ statementID }) => statementID ?? []);
  const verified = new Sql(types.expand('SELECT id FROM {Document} WHERE isVerified = 1 AND deleted = 0 AND id IN ('));
  const [left, made] = [
    documents.length === 0 ? [] : await lockedRows(em, types.named('Document'), sql`${verified}${values(documents)}) ORDER BY id`),
    statements.length === 0
      ? []
      : await lockedRows(
          em,
          types.named('ComplianceStatement'),
          sql`SELECT id FROM compliance_statement WHERE withdrawnDate IS NULL AND id IN (${values(statements)}) ORDER BY id`,
        ),
  ];
  const kept = { documents: new Set(left.map(([id]) => id)), statements: new Set(made.map(([id]) => id)) };
  const isKept = ({ documentID, statementID }: RequiredItem): boolean =>
    documentID === null ? kept.statements.has(statementID) : kept.documents.has(documentID);
  return new Set(items.filter((item) => !isKept(item)));
}
