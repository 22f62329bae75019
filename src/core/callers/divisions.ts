import { Forbidden } from '../problems/problem';
import type { Caller, Divisions } from './caller';

/**
 * The same, as the caller sees all divisions: for what follows from a request by business rules, and may concern records that who
 * sent it does not see.
 */
export const inAllDivisions = <T extends { readonly caller: Caller }>(context: T): T => ({
  ...context,
  caller: { ...context.caller, scope: { divisions: 'all' } },
});

/** @param text ids with spaces between; null: all */
export const divisionsOfText = (text: string | null): Divisions => (text === null ? 'all' : text.split(' ').map(Number));

/** As it is stored; null: all. */
export const textOfDivisions = (divisions: Divisions): string | null => (divisions === 'all' ? null : divisions.join(' '));

/** @param purpose the subject of the sentence that says why not @throws Forbidden if the caller does not see all of these divisions */
export function requireDivisions({ scope }: Caller, wanted: Divisions, purpose: string): void {
  const own = scope.divisions;
  if (own === 'all' || (wanted !== 'all' && wanted.every((id) => own.includes(id)))) return;
  throw new Forbidden(`${purpose} requires access to ${wanted === 'all' ? 'all divisions' : 'the same divisions'}, which you do not have.`);
}
