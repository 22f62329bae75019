import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../callers';
import { Transactions } from '../../database';
import { rows } from '../../database/rows';
import { Conflict, InvalidRequest, NotFound, type Complaint } from '../../http';
import { sql } from '../../query';
import { Lookup } from '../configuration.entity';
import { changedEntry, entryComplaints, type Surroundings } from './check-entry';
import { closedBy, rulesOfList, titleOf } from './lookup-list';
import type { LookupEntryCreateDto, LookupEntryDto, LookupEntryUpdateDto, LookupListDto } from './lookup.dto';
import { addEntry, isSame, listNamed, lockLists, saveEntries } from './entries';

/** A list has so many entries at the most: answers bring all their names. */
const MOST = 1000;

/** The lookup lists of the firm. */
@Injectable()
export class LookupsService {
  constructor(private readonly transactions: Transactions) {}

  lists(caller: Caller): Promise<LookupListDto[]> {
    return this.transactions.read(caller, async ({ em }) => {
      const found = await rows(em, sql`SELECT list, COUNT(*) FROM lookup GROUP BY list ORDER BY list`);
      return found.map(([list, count]) => described(String(list), Number(count)));
    });
  }

  /** @throws NotFound */
  entries(caller: Caller, said: string): Promise<LookupEntryDto[]> {
    return this.transactions.read(caller, async ({ em }) =>
      (await em.find(Lookup, { where: { list: await listNamed(em, said) }, order: { id: 'ASC' } })).map(answer),
    );
  }

  /** @throws NotFound */
  find(caller: Caller, said: string, id: number): Promise<LookupEntryDto> {
    return this.transactions.read(caller, async ({ em }) => {
      const list = await listNamed(em, said);
      const entry = await em.findOneBy(Lookup, { list, id });
      if (!entry) throw new NotFound(`The list ${list} has no entry with the id ${id}.`);
      return answer(entry);
    });
  }

  /** Adds an entry, unless the very same is there. @throws NotFound, InvalidRequest, Conflict */
  create(caller: Caller, said: string, body: LookupEntryCreateDto): Promise<LookupEntryDto> {
    return this.transactions.write(caller, async (unit) => {
      const list = await listNamed(unit.em, said);
      const { complete } = rulesOfList(list);
      if (complete) throw new Conflict(`No entry can be added to the list ${list}: ${complete}.`);
      const { entries, surroundings } = await locked(unit.em, list);
      const entry = changedEntry(blankEntry(list, entries), body, surroundings);
      refuse(entryComplaints(undefined, entry, surroundings));
      const same = entries.find((each) => isSame(each, entry));
      if (same) return answer(same);
      if (entries.length >= MOST) throw new Conflict(`The list ${list} has ${MOST} entries, and can have no more.`);
      await addEntry(unit, entry, entries);
      return answer(entry);
    });
  }

  /** All the changes or none. @throws NotFound, InvalidRequest, Conflict */
  update(caller: Caller, said: string, changes: readonly LookupEntryUpdateDto[]): Promise<LookupEntryDto[]> {
    return this.transactions.write(caller, async (unit) => {
      const list = await listNamed(unit.em, said);
      const { given } = rulesOfList(list);
      if (given) throw new Conflict(`The list ${list} cannot be changed: ${given}.`);
      const { entries, surroundings } = await locked(unit.em, list);
      refuse(idComplaints(list, entries, changes));
      const changed = changes.map(({ id, ...fields }) => {
        const before = entries.find((entry) => entry.id === id)!;
        return { before, after: changedEntry(before, fields, surroundings) };
      });
      refuse(
        changed.flatMap(({ before, after }, index) =>
          entryComplaints(before, after, surroundings).map((each) => ({ ...each, pointer: `/${index}${each.pointer}` })),
        ),
      );
      await saveEntries(unit, changed, entries);
      return changed.map(({ after }) => answer(after));
    });
  }
}

/** The entries of a list and what they are held against, as nobody else can change them meanwhile. */
async function locked(em: EntityManager, list: string): Promise<{ entries: Lookup[]; surroundings: Surroundings }> {
  const rules = rulesOfList(list);
  await lockLists(em, [...(rules.parent ? [rules.parent] : []), list, ...closedBy(list)]);
  const above = rules.parent ? await em.findBy(Lookup, { list: rules.parent }) : [];
  return {
    entries: await em.find(Lookup, { where: { list }, order: { id: 'ASC' } }),
    surroundings: { rules, above: new Map(above.map((entry) => [entry.id, entry])) },
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
  });

function idComplaints(list: string, entries: readonly Lookup[], changes: readonly LookupEntryUpdateDto[]): Complaint[] {
  const known = new Set(entries.map(({ id }) => id));
  return changes.flatMap(({ id }, index) => {
    if (!known.has(id)) return [{ pointer: `/${index}/id`, detail: `must be the id of an entry of the list ${list}` }];
    return changes.findIndex((each) => each.id === id) < index ? [{ pointer: `/${index}/id`, detail: 'must not be there twice' }] : [];
  });
}

function refuse(complaints: readonly Complaint[]): void {
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

const described = (list: string, count: number): LookupListDto => {
  const { parent = null, coded = false, complete, given } = rulesOfList(list);
  return { list, name: titleOf(list), count, parentList: parent, hasCodes: coded, canGrow: !complete, canBeRenamed: !given };
};

const answer = ({ id, name, code, parentID, closed }: Lookup): LookupEntryDto => ({ id, name, code, parentID, closed });
