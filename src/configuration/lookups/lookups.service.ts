import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../core/callers';
import { Transactions } from '../../core/database';
import { rows } from '../../core/database/rows';
import { countedLists, Lookup } from '../../core/lookups';
import { Conflict, InvalidRequest, NotFound, type ValidationError } from '../../core/problems';
import { changedEntry, validateEntry, type EntryContext } from './check-entry';
import { listRulesOf, titleOf } from './lookup-list';
import type { LookupEntryCreateDto, LookupEntryDto, LookupEntryUpdateDto, LookupListDto } from './lookup.dto';
import { addEntry, isSame, findListName, lockLists, saveEntries } from './entries';

/** The most entries of one list: responses contain them all. */
const MAX_ENTRIES = 1000;

/** The lookup lists of the firm. */
@Injectable()
export class LookupsService {
  constructor(private readonly transactions: Transactions) {}

  lists(caller: Caller): Promise<LookupListDto[]> {
    return this.transactions.read(caller, async ({ em }) => {
      const found = await rows(em, countedLists());
      return found.map(([list, count]) => described(String(list), Number(count)));
    });
  }

  /** @throws NotFound */
  entries(caller: Caller, name: string): Promise<LookupEntryDto[]> {
    return this.transactions.read(caller, async ({ em }) =>
      (await em.find(Lookup, { where: { list: await findListName(em, name) }, order: { id: 'ASC' } })).map(toDto),
    );
  }

  /** @throws NotFound */
  find(caller: Caller, name: string, id: number): Promise<LookupEntryDto> {
    return this.transactions.read(caller, async ({ em }) => {
      const list = await findListName(em, name);
      const entry = await em.findOneBy(Lookup, { list, id });
      if (!entry) throw new NotFound(`Entry ${id} of list ${list} not found.`);
      return toDto(entry);
    });
  }

  /** Adds an entry, or returns an identical existing one. @throws NotFound, InvalidRequest, Conflict */
  create(caller: Caller, name: string, body: LookupEntryCreateDto): Promise<LookupEntryDto> {
    return this.transactions.write(caller, async (transaction) => {
      const list = await findListName(transaction.em, name);
      const { fixedReason } = listRulesOf(list);
      if (fixedReason) throw new Conflict(`No entries can be added to list ${list}: ${fixedReason}.`);
      const { entries, context } = await lockList(transaction.em, list);
      const entry = changedEntry(blankEntry(list, entries), body, context);
      throwIfAny(validateEntry(undefined, entry, context));
      const same = entries.find((each) => isSame(each, entry));
      if (same) return toDto(same);
      if (entries.length >= MAX_ENTRIES) throw new Conflict(`List ${list} has reached the maximum of ${MAX_ENTRIES} entries.`);
      await addEntry(transaction, entry, entries);
      return toDto(entry);
    });
  }

  /** Saves all of the changes or none. @throws NotFound, InvalidRequest, Conflict */
  update(caller: Caller, name: string, changes: readonly LookupEntryUpdateDto[]): Promise<LookupEntryDto[]> {
    return this.transactions.write(caller, async (transaction) => {
      const list = await findListName(transaction.em, name);
      const { readOnlyReason } = listRulesOf(list);
      if (readOnlyReason) throw new Conflict(`List ${list} cannot be changed: ${readOnlyReason}.`);
      const { entries, context } = await lockList(transaction.em, list);
      throwIfAny(validateIds(list, entries, changes));
      const changed = changes.map(({ id, ...fields }) => {
        const before = entries.find((entry) => entry.id === id)!;
        return { before, after: changedEntry(before, fields, context) };
      });
      throwIfAny(
        changed.flatMap(({ before, after }, index) =>
          validateEntry(before, after, context).map((each) => ({ ...each, pointer: `/${index}${each.pointer}` })),
        ),
      );
      await saveEntries(transaction, changed, entries);
      return changed.map(({ after }) => toDto(after));
    });
  }
}

/** Locks a list and its parent, and loads its entries. */
async function lockList(em: EntityManager, list: string): Promise<{ entries: Lookup[]; context: EntryContext }> {
  const rules = listRulesOf(list);
  await lockLists(em);
  const parents = rules.parent ? await em.findBy(Lookup, { list: rules.parent }) : [];
  return {
    entries: await em.find(Lookup, { where: { list }, order: { id: 'ASC' } }),
    context: { rules, parents: new Map(parents.map((entry) => [entry.id, entry])) },
  };
}

const blankEntry = (list: string, entries: readonly Lookup[]): Lookup =>
  Object.assign(new Lookup(), {
    list,
    id: Math.max(0, ...entries.map(({ id }) => id)) + 1,
    name: '',
    folded: '',
    code: null,
    parentID: null,
    closed: false,
    payMultiplier: null,
    chargeMultiplier: null,
    amount: null,
  });

function validateIds(list: string, entries: readonly Lookup[], changes: readonly LookupEntryUpdateDto[]): ValidationError[] {
  const known = new Set(entries.map(({ id }) => id));
  return changes.flatMap(({ id }, index) => {
    if (!known.has(id)) return [{ pointer: `/${index}/id`, detail: `must be the id of an entry of list ${list}` }];
    return changes.findIndex((each) => each.id === id) < index ? [{ pointer: `/${index}/id`, detail: 'must not appear twice' }] : [];
  });
}

function throwIfAny(errors: readonly ValidationError[]): void {
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

const described = (list: string, count: number): LookupListDto => {
  const { parent = null, coded = false, fixedReason, readOnlyReason } = listRulesOf(list);
  return { list, name: titleOf(list), count, parentList: parent, hasCodes: coded, canGrow: !fixedReason, canBeRenamed: !readOnlyReason };
};

const toDto = ({ list, id, name, code, parentID, closed, payMultiplier, chargeMultiplier, amount }: Lookup): LookupEntryDto => ({
  ...{ id, name, code, parentID, closed },
  ...(listRulesOf(list).priced ? { payMultiplier, chargeMultiplier, amount } : {}),
});
