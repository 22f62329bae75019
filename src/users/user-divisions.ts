import { divisionsOfText, requireDivisions, textOfDivisions } from '../core/callers';
import type { FieldChanges } from '../core/changes';
import type { Transaction, View } from '../core/database';
import { rows } from '../core/database/rows';
import { checkDivisionsExist, type RecordResponse } from '../core/records';
import { sql, values } from '../core/sql';
import type { User } from './user.entity';

/** Saves which divisions a user sees. @throws InvalidRequest, Forbidden if the caller does not see them */
export async function saveDivisions(
  transaction: Transaction,
  user: User,
  { divisionIDs: sent }: { divisionIDs?: readonly number[] | null },
): Promise<FieldChanges> {
  if (sent === undefined) return {};
  const before = listOf(user.divisionText);
  const after = sent && [...new Set(sent)].sort((one, other) => one - other);
  if (String(before) === String(after)) return {};
  await checkDivisionsExist(transaction, sent ?? [], before ?? []);
  requireDivisions(transaction.caller, before ?? 'all', 'Changing the divisions of this user');
  requireDivisions(transaction.caller, after ?? 'all', 'Giving access to these divisions');
  user.divisionText = textOfDivisions(after ?? 'all');
  return { divisionIDs: [before, after] };
}

export async function withDivisions({ em }: View, responses: readonly RecordResponse[]): Promise<RecordResponse[]> {
  const ids = responses.map(({ id }) => id as number);
  const found = await rows(em, sql`SELECT id, divisionText FROM user WHERE id IN (${values(ids)})`);
  const texts = new Map(found.map(([id, text]) => [id, text as string | null]));
  return responses.map((response) => ({ ...response, divisionIDs: listOf(texts.get(response['id']) ?? null) }));
}

function listOf(text: string | null): readonly number[] | null {
  const divisions = divisionsOfText(text);
  return divisions === 'all' ? null : divisions;
}
