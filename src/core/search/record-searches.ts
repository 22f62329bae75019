import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions, type View } from '../database';
import type { RecordType } from '../fields/record-type';
import { Created, Page, pages, type ExpectedVersion } from '../http';
import { InvalidRequest, type ValidationError } from '../problems';
import { findResponse, requestedTimeZone, type RecordResponse, type SearchPageQuery } from '../records';
import { mergeCriteria, validateRanges, type Criteria } from './criteria';
import { newestFirst, type NewestFirst } from './newest-first';
import { changeSearch, createSearch, criteriaOf, requireCriteriaScopes, type SavedSearchKind } from './saved';

/** What records have to meet, and where the words begin that are looked for. */
export type Conditions = Pick<NewestFirst, 'extraConditions' | 'beginsElsewhere'>;

/** Reads criteria. @param timeZone whose days bare dates are */
type CriteriaIn<B extends object> = (view: View, timeZone: string) => Promise<Criteria<B>>;

/** Searches for records of one type, and saved ones. @typeParam B the body with the criteria */
@Injectable()
export abstract class RecordSearches<B extends object> {
  /** The records that are found. */
  protected abstract readonly type: RecordType;
  protected abstract readonly kind: SavedSearchKind<B>;

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  protected abstract conditionsOf(view: View, criteria: Criteria<B>): Promise<Conditions>;

  /** What is wrong with criteria, beyond their ranges. */
  protected errorsIn(_view: View, _criteria: Criteria<B>): Promise<ValidationError[]> {
    return Promise.resolve([]);
  }

  /** The records that match, newest created first. @throws NotFound for an unknown saved search, InvalidRequest, MissingScope */
  search(caller: Caller, body: B & { ssid?: number | null }, query: SearchPageQuery): Promise<Page> {
    return this.matching(caller, (view, timeZone) => this.effectiveCriteria(view, body, timeZone), query);
  }

  /** The records that match a saved search now. @throws NotFound for an unknown or deleted search, MissingScope */
  results(caller: Caller, ssid: number, query: SearchPageQuery): Promise<Page> {
    return this.matching(caller, (view) => criteriaOf(view, this.kind, ssid), query);
  }

  /** @throws InvalidRequest, MissingScope */
  create(caller: Caller, body: B): Promise<Created> {
    return this.transactions.write(caller, async (transaction) => {
      const ssid = await createSearch(transaction, this.kind, body, this.settings.timeZone);
      return new Created(await findResponse(transaction, this.kind.type, ssid));
    });
  }

  /** @throws NotFound, InvalidRequest, MissingScope, PreconditionFailed */
  update(caller: Caller, ssid: number, body: B, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await changeSearch(transaction, this.kind, ssid, body, { expected, timeZone: this.settings.timeZone });
      return findResponse(transaction, this.kind.type, ssid);
    });
  }

  private matching(caller: Caller, criteriaIn: CriteriaIn<B>, query: SearchPageQuery): Promise<Page> {
    return pages(query, (page) => this.pageOf(caller, criteriaIn, page));
  }

  private pageOf(caller: Caller, criteriaIn: CriteriaIn<B>, page: SearchPageQuery): Promise<Page> {
    const timeZone = requestedTimeZone(page, this.settings.timeZone);
    return this.transactions.readFromReplica(caller, async (view) => {
      const criteria = await criteriaIn(view, timeZone);
      requireCriteriaScopes(caller, this.kind.shape, criteria);
      const conditions = await this.conditionsOf(view, criteria);
      return Page.of(await newestFirst(view, this.type, { ...conditions, timeZone, criteria: [criteria, caller.userID] }, page));
    });
  }

  /** The criteria of a request, merged over those of the saved search it refers to. */
  private async effectiveCriteria(view: View, body: B & { ssid?: number | null }, timeZone: string): Promise<Criteria<B>> {
    const base = body.ssid ? await criteriaOf(view, this.kind, body.ssid) : {};
    const merged = mergeCriteria(this.kind.shape, base, body, 'stay', timeZone) as { ssid?: number };
    const { ssid: _, ...criteria } = merged;
    const errors = [...validateRanges(criteria, body), ...(await this.errorsIn(view, criteria))];
    if (errors.length > 0) throw InvalidRequest.because(errors);
    return criteria;
  }
}
