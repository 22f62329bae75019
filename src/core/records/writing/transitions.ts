import type { Transaction } from '../../database';
import { rows } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { entryNames } from '../../lookups';
import { Conflict, InvalidRequest, type ProblemKind } from '../../problems';
import { displayName } from '../display-name';

/** The states of a record type, as entries of a lookup list, and the transitions allowed between them. */
export interface Transitions<F extends string = string> {
  readonly field: F;
  readonly list: string;
  /**
   * The states that may follow each state. Entries added by the firm are not listed: any transition from or to them is
   * allowed, except out of a final state.
   */
  readonly allowed: Readonly<Record<number, readonly number[]>>;
}

/** The record cannot move from its current state to the requested one. */
export class ForbiddenTransition extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/transition',
    status: 409,
    title: 'Transition not allowed',
    meaning: 'The record cannot move from its state to the one that was asked for.',
    remedy: 'The detail names the states that may follow. Move the record to one of them, or restore it first if it is deleted.',
  };
}

type WithState<F extends string> = { readonly id?: number; readonly deleted: boolean } & { readonly [K in F]: number | null };

/** @throws ForbiddenTransition naming the states that may follow, also for a deleted record; InvalidRequest when the state is cleared */
export async function checkTransition<F extends string>(
  transaction: Transaction,
  type: RecordType,
  { field, list, allowed }: Transitions<F>,
  before: WithState<F>,
  after: WithState<F>,
): Promise<void> {
  const [from, to] = [before[field], after[field]];
  if (from === to || from === null) return;
  if (to === null) throw InvalidRequest.because([{ pointer: `/${field}`, detail: 'must not be cleared' }]);
  const isDeleted = before.deleted && after.deleted;
  if (!isDeleted && isAllowed(allowed, from, to)) return;
  const names = await namesOf(transaction, list);
  if (isDeleted)
    throw new ForbiddenTransition(`The ${displayName(type)} ${before.id} is deleted: restore it before it becomes ${names.get(to)}.`);
  const next = allowed[from]?.map((each) => names.get(each) ?? String(each)) ?? [];
  const advice = next.length > 0 ? `it can only become ${oneOf(next)}` : 'that is a final state';
  throw new ForbiddenTransition(
    `The ${displayName(type)} ${before.id} is ${names.get(from)} and cannot become ${names.get(to)}: ${advice}.`,
  );
}

function isAllowed(allowed: Transitions['allowed'], from: number, to: number): boolean {
  const next = allowed[from];
  return !next || next.includes(to) || (next.length > 0 && !(to in allowed));
}

async function namesOf({ em }: Transaction, list: string): Promise<Map<number, string>> {
  const found = await rows(em, entryNames(list));
  return new Map(found.map(([id, name]) => [id as number, name as string]));
}

const oneOf = (names: readonly string[]): string => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
