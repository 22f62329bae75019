import { Injectable } from '@nestjs/common';
import { AuditService } from '../core/audit';
import { requireDivisions, type Caller } from '../core/callers';
import { Transactions, type Transaction, type View } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { holdersIn } from '../core/personal-data';
import { Conflict } from '../core/problems';
import { checkVisible, displayName, erasedDateOf, load, readResponses } from '../core/records';
import { erase } from './erase';
import { personOf } from './person-of';
import type { ErasedDto, PersonalDataDto } from './privacy.dto';

/** What is held about a person, all of it, and its removal. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** @throws NotFound, Forbidden for callers who do not see all divisions */
  personalData(caller: Caller, typeName: string, id: number): Promise<PersonalDataDto> {
    return this.audit.read(caller, async (view) => {
      const type = view.types.named(typeName);
      await checkVisible(view, type, id);
      requireDivisions(caller, 'all', 'Everything held about a person');
      const person = await personOf(view, this.audit, type, id);
      const all = [{ type: typeName, ids: person.ids }, ...person.records];
      const records: Record<string, object[]> = {};
      for (const { type: name, ids } of all) records[name] = await readResponses(view, view.types.named(name), ids);
      const others: Record<string, readonly object[]> = {};
      for (const holder of holdersIn(view.types)) if (holder.read) others[holder.name] = await holder.read(view, person);
      return { type: typeName, id, collectedDate: view.now.toISOString(), records, others, history: await this.audit.about(view, all) };
    });
  }

  /** Erasing a person who has been erased changes nothing. @throws NotFound, Conflict that says what must be done before, Forbidden */
  async erase(caller: Caller, typeName: string, id: number): Promise<ErasedDto> {
    // it knows former names, until the person is erased
    await this.audit.catchUp();
    return this.transactions.write(caller, async (transaction) => {
      const type = transaction.types.named(typeName);
      await checkVisible(transaction, type, id);
      requireDivisions(caller, 'all', 'Erasing a person');
      const erased = erasedDateOf(await load(transaction.em, type, id)) ?? (await eraseNow(transaction, this.audit, type, id));
      return { type: typeName, id, erasedDate: erased.toISOString() };
    });
  }
}

async function eraseNow(transaction: Transaction, audit: AuditService, type: RecordType, id: number): Promise<Date> {
  const { mergedIntoID } = (await load(transaction.em, type, id)) as { mergedIntoID?: number | null };
  if (mergedIntoID)
    throw new Conflict(
      `The ${displayName(type)} ${id} has been merged into ${mergedIntoID}: erase that one, and this one is erased with it.`,
    );
  const person = await personOf(transaction, audit, type, id);
  const obstacles = await obstaclesTo(transaction, person);
  if (obstacles.length > 0) throw new Conflict(`The ${displayName(type)} ${id} cannot be erased now. ${obstacles.join(' ')}`);
  await erase(transaction, person);
  return transaction.now;
}

async function obstaclesTo(view: View, person: Awaited<ReturnType<typeof personOf>>): Promise<string[]> {
  const found: string[] = [];
  for (const holder of holdersIn(view.types)) found.push(...((await holder.obstacles?.(view, person)) ?? []));
  return found;
}
