import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import type { RecordType } from '../../fields/record-type';
import { Conflict, InvalidRequest } from '../../http';
import { sql } from '../../query';
import { spoken } from '../spoken';

/** The states that records of a type go through, by the entries of a lookup list. */
export interface Course<F extends string = string> {
  readonly field: F;
  readonly list: string;
  /** Of each state those that may follow. Entries that a firm has added are in no table: from and to them all is free, but out of a final state. */
  readonly moves: Readonly<Record<number, readonly number[]>>;
}

/** A record may not go from the state it is in to the one that is asked for. */
export class ForbiddenTransition extends Conflict {
  override readonly type = '/problems/transition';
  override readonly title = 'The record may not go from its state to that one';
}

type On<F extends string> = { readonly id?: number; readonly deleted: boolean } & { readonly [K in F]: number | null };

/** @throws ForbiddenTransition with the state and those that may follow it, or for a record that is deleted; InvalidRequest when the state is cleared */
export async function mustBeOnCourse<F extends string>(
  unit: Unit,
  type: RecordType,
  { field, list, moves }: Course<F>,
  before: On<F>,
  after: On<F>,
): Promise<void> {
  const [from, to] = [before[field], after[field]];
  if (from === to || from === null) return;
  if (to === null) throw InvalidRequest.because([{ pointer: `/${field}`, detail: 'must not be cleared' }]);
  const isDeleted = before.deleted && after.deleted;
  if (!isDeleted && mayFollow(moves, from, to)) return;
  const names = await namesOf(unit, list);
  if (isDeleted)
    throw new ForbiddenTransition(`The ${spoken(type)} ${before.id} is deleted: restore it before it becomes ${names.get(to)}.`);
  const next = moves[from]?.map((each) => names.get(each) ?? String(each)) ?? [];
  const advice = next.length > 0 ? `from there it may go to ${oneOf(next)}` : 'nothing comes after that';
  throw new ForbiddenTransition(`The ${spoken(type)} ${before.id} is ${names.get(from)} and cannot become ${names.get(to)}: ${advice}.`);
}

function mayFollow(moves: Course['moves'], from: number, to: number): boolean {
  const next = moves[from];
  return !next || next.includes(to) || (next.length > 0 && !(to in moves));
}

async function namesOf({ em }: Unit, list: string): Promise<Map<number, string>> {
  const found = await rows(em, sql`SELECT id, name FROM lookup WHERE list = ${list}`);
  return new Map(found.map(([id, name]) => [id as number, name as string]));
}

const oneOf = (names: readonly string[]): string => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
