import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { visibleChanges } from '../changes';
import { Settings, Vault } from '../config';
import { countCapped, Transactions, type View } from '../database';
import { countLimitOf, directionOf, Page, pages, slicePage } from '../http';
import type { RecordsOf } from '../personal-data';
import { InvalidRequest } from '../problems';
import { checkVisible, requestedTimeZone } from '../records';
import { and, identifier, or, sql, sqlMoment, values, Sql } from '../sql';
import { AuditWriter } from './audit-writer.service';
import type { AuditEntryDto, AuditQuery, HistoryQuery } from './audit.dto';
import { entriesInOrder, newestEntries, shownEntries } from './read-entries';

/** Reads the audit: everything that has been committed when it is asked for. */
@Injectable()
export class AuditService {
  constructor(
    private readonly transactions: Transactions,
    private readonly writer: AuditWriter,
    private readonly vault: Vault,
    private readonly settings: Settings,
  ) {}

  /** The newest entries first, without those about records that the caller does not see. @throws InvalidRequest */
  list(caller: Caller, query: AuditQuery): Promise<Page<AuditEntryDto>> {
    return pages(query, (page) => this.matching(caller, page));
  }

  /**
   * What happened to a record, the newest first; only administrators see addresses.
   * @param type the name of its type
   * @throws NotFound
   */
  history(caller: Caller, type: string, id: number, query: HistoryQuery): Promise<Page<AuditEntryDto>> {
    return pages(query, (page) => this.ofRecord(caller, type, id, page));
  }

  /** All entries about records, the newest first. */
  async about(view: View, records: readonly RecordsOf[]): Promise<AuditEntryDto[]> {
    const found: AuditEntryDto[] = [];
    for (const { type, ids } of records.filter((each) => each.ids.length > 0)) {
      const entries = await newestEntries(view, sql`type = ${type} AND recordID IN (${values(ids)})`);
      found.push(...(await shownEntries(view, this.vault, entries)));
    }
    return found;
  }

  /** Reads what has been committed when it is asked for. */
  async read<T>(caller: Caller, work: (view: View) => Promise<T>): Promise<T> {
    await this.catchUp();
    return this.transactions.read(caller, work);
  }

  /** Waits until everything that has been committed so far has its entry. */
  catchUp(): Promise<void> {
    return this.writer.catchUp();
  }

  private async matching(caller: Caller, { limit, cursor, count, orderBy, timeZone, ...others }: AuditQuery): Promise<Page<AuditEntryDto>> {
    const zone = requestedTimeZone({ timeZone }, this.settings.timeZone);
    const [from, to] = [others.from?.from(zone), others.to?.to(zone)];
    const filters = { ...others, from, to };
    if (from && to && from > to) throw InvalidRequest.because([{ pointer: '/from', in: 'query', detail: 'must not be after to' }]);
    return this.read(caller, (view) => this.page(view, conditionOf(filters), { limit, cursor, count, orderBy }, filters));
  }

  private ofRecord(caller: Caller, type: string, id: number, page: HistoryQuery): Promise<Page<AuditEntryDto>> {
    return this.read(caller, async (view) => {
      await checkVisible(view, view.types.named(type), id);
      const { responses, end } = await this.page(view, sql`type = ${type} AND recordID = ${id}`, page, [type, id]);
      return new Page(caller.scopes?.has('administration') ? responses : responses.map(({ address: _, ...entry }) => entry), end);
    });
  }

  private async page(view: View, where: Sql, page: HistoryQuery, list: unknown): Promise<Page<AuditEntryDto>> {
    const { order, start, criteria } = directionOf(page, list, 'DESC');
    const those = start === undefined ? where : sql`${where} AND sequence ${new Sql(order === 'ASC' ? '>' : '<')} ${start}`;
    const found = await entriesInOrder(view, those, order, page.limit + 1);
    const { shown, cursor } = slicePage(found, page.limit, criteria, ({ sequence }) => [sequence]);
    const isCounted = start === undefined && view.caller.scope.divisions === 'all';
    return new Page(await shownEntries(view, this.vault, await visibleChanges(view, shown)), {
      cursor,
      total: isCounted ? await countCapped(view.em, sql`FROM audit_entry WHERE ${where}`, countLimitOf(page)) : undefined,
    });
  }
}

type Filters = Omit<AuditQuery, keyof HistoryQuery | 'timeZone' | 'from' | 'to'> & { readonly from?: Date; readonly to?: Date };

const EQUAL = ['type', 'recordID', 'action', 'userID', 'keyID', 'keyName', 'source', 'runID', 'requestID'] as const;

function conditionOf(filters: Filters): Sql {
  const { eventID, from, to } = filters;
  const conditions = EQUAL.flatMap((name) => (filters[name] === undefined ? [] : [sql`${identifier(name)} = ${filters[name]}`]));
  if (eventID !== undefined) conditions.push(contains(eventID));
  if (from) conditions.push(sql`at >= ${sqlMoment(from)}`);
  if (to) conditions.push(sql`at <= ${sqlMoment(to)}`);
  return and(conditions);
}

/** In a list such as [2,35]. */
const contains = (eventID: number): Sql =>
  or([`[${eventID}]`, `[${eventID},%`, `%,${eventID},%`, `%,${eventID}]`].map((pattern) => sql`events LIKE ${pattern}`));
