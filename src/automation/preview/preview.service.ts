import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type View } from '../../core/database';
import { rows } from '../../core/database/rows';
import { countLimitOf, type Count } from '../../core/http';
import { InvalidRequest } from '../../core/problems';
import { select, type Order, type FilterTree } from '../../core/query';
import { sql, Sql } from '../../core/sql';
import {
  checkVisible,
  displayName,
  inTurn,
  notFound,
  parseRequestFilter,
  parseRequestOrder,
  pluralOf,
  readBodies,
  readResponses,
  values,
  type Body,
} from '../../core/records';
import type { RecordType } from '../../core/fields/record-type';
import { findAudience, MAX_AUDIENCE, previewAudience, type AudienceQuery } from '../audience';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { eventOf } from '../catalogue/events';
import { moduleOf, type AutomationRecordType } from '../catalogue/modules';
import { checkAsActive } from '../definition/check-definition';
import { ownerOf, requireOwnersDivisions } from '../owner';
import { runAudience } from '../running/run-audience';
import type { ContactFilterSearchDto, ContactFilterSearchQuery, PreviewDto, PreviewRecordDto, PreviewRequestDto } from './preview.dto';

/** Maximum number of records shown. */
const MAX_RECORDS = 1000;

/** What a preview answers: the contacts, and how many matched. */
export interface Preview {
  readonly contacts: Body[];
  readonly matched: Count;
}

/** Shows whom an automation takes, by the description from which its runs are planned too. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** @throws as {@link contacts} */
  records(caller: Caller, request: PreviewRequestDto): Promise<PreviewDto> {
    return this.transactions.read(caller, async (view) => {
      const record = await recordTypeOf(view, request);
      const audience = await this.audience(view, record, request);
      const most = Math.min(request.maxRecords || MAX_RECORDS, MAX_RECORDS);
      const isNextRun = Boolean(request.automationId && request.nextRunOnly);
      const owners = isNextRun ? await ownersView(view, request.automationId!) : view;
      const { taken, ...counts } = await inTurn(owners, (searched) => findAudience(searched, audience));
      const sorted = await reorder(owners, audience, taken, isNextRun ? parseRequestOrder(caller, record, request.orderBy) : []);
      const shown = sorted.slice(0, most);
      return {
        recordType: record.name as AutomationRecordType,
        module: moduleOf(record.name as AutomationRecordType).name,
        ...counts,
        taken: taken.length,
        records: await named(view, record, shown),
        more: taken.length - shown.length,
      };
    });
  }

  /** @throws NotFound for an automation that is not there, InvalidRequest for filters that cannot be used */
  contacts(caller: Caller, request: ContactFilterSearchDto, query: ContactFilterSearchQuery): Promise<Preview> {
    return this.transactions.read(caller, async (view) => {
      const audience = await this.audience(view, view.types.named('Contact'), request);
      const most = Math.min(request.maxRecords || MAX_RECORDS, MAX_RECORDS);
      // those of the next run are chosen by its order and shown in the requested order; all others come in that order
      const isNextRun = Boolean(request.automationId && request.nextRunOnly);
      const owners = isNextRun ? await ownersView(view, request.automationId!) : view;
      const ownOrder = isNextRun ? parseRequestOrder(caller, audience.record, request.orderBy) : [];
      const limits = { wanted: ownOrder.length > 0 ? MAX_AUDIENCE : most, counted: countLimitOf(query) };
      const { matched, taken } = await previewAudience(owners, audience, limits);
      const sorted = await reorder(owners, audience, taken, ownOrder);
      return { contacts: await readBodies(view, audience.record, sorted.slice(0, most)), matched };
    });
  }

  private async audience(view: View, record: RecordType, request: ContactFilterSearchDto): Promise<AudienceQuery> {
    const filters = parseRequestFilter(view.caller, view.types, record, request.filters);
    const order = parseRequestOrder(view.caller, record, request.orderBy);
    if (!request.automationId) return { record, condition: filters ?? EVERYONE, order, timeZone: this.settings.timeZone };
    const rule = await this.automationAudience(view, record, request.automationId, filters);
    // all who match, in the requested order; or those of the next run, who are chosen by its own order
    return request.nextRunOnly
      ? rule
      : { ...rule, order: order.length > 0 ? order : rule.order, excludeProcessed: undefined, excludeOptedOut: false, cap: undefined };
  }

  private async automationAudience(
    view: View,
    record: RecordType,
    automationID: number,
    filters: FilterTree | undefined,
  ): Promise<AudienceQuery> {
    await checkVisible(view, automations, automationID);
    const automation = (await view.em.findOneBy(Automation, { id: automationID })) ?? notFound(automations, automationID);
    const checked = checkAsActive(automation, { types: view.types, now: view.now, timeZone: this.settings.timeZone });
    const rule = runAudience(automation, checked, 'manual');
    const isOfType = rule.record === record;
    if (filters)
      return isOfType ? { ...rule, condition: filters } : { record, condition: filters, order: [], timeZone: rule.timeZone, cap: rule.cap };
    if (!isOfType)
      throw InvalidRequest.because([
        {
          pointer: '/automationId',
          detail: `must be an automation over ${pluralOf(displayName(record))}, or come with filters: ${automationID} is over ${checked.event.module}`,
        },
      ]);
    const obstacles = checked.errors.filter(({ pointer }) => /^\/(filters|orderBy)JSON/.test(pointer));
    if (obstacles.length > 0)
      throw InvalidRequest.because(
        obstacles.map(({ pointer, detail }) => ({ pointer: '/automationId', detail: `has ${pointer.slice(1)}, which ${detail}` })),
      );
    return rule;
  }
}

/** That of the request, else that of its automation. */
async function recordTypeOf({ em, types }: View, { recordType, automationId }: PreviewRequestDto): Promise<RecordType> {
  if (recordType) return types.named(recordType);
  if (!automationId) throw InvalidRequest.because([{ pointer: '/recordType', detail: 'must be given without automationId' }]);
  const { eventID } = (await em.findOneBy(Automation, { id: automationId })) ?? notFound(automations, automationId);
  return types.named(eventOf(eventID)?.recordType ?? '');
}

/** A run takes the records that its user sees. @throws Forbidden if these are more than the caller sees */
async function ownersView(view: View, automationID: number): Promise<View> {
  const automation = await view.em.findOneByOrFail(Automation, { id: automationID });
  await requireOwnersDivisions(view, automation);
  return { ...view, caller: (await ownerOf(view.em, automation)).caller };
}

async function named(view: View, record: RecordType, ids: readonly number[]): Promise<PreviewRecordDto[]> {
  const names = new Map((await readResponses(view, record, ids)).map((response) => [response['id'], response[record.display] as string]));
  return ids.map((recordId) => ({ recordId, name: names.get(recordId) || null }));
}

const EVERYONE: FilterTree = { kind: 'everyone' };

/** Those who were chosen, in another order. */
async function reorder(
  view: View,
  { record, timeZone }: AudienceQuery,
  ids: readonly number[],
  order: readonly Order[],
): Promise<readonly number[]> {
  if (order.length === 0 || ids.length === 0) return ids;
  const chosen = select(record, {
    types: view.types,
    scope: view.caller.scope,
    now: view.now,
    timeZone,
    order,
    extraConditions: (each) => [sql`${each.column('id')} IN (${values(ids)})`],
  });
  const found = await rows(
    view.em,
    new Sql(`SELECT r.id FROM ${chosen.from} WHERE ${chosen.where} ORDER BY ${chosen.order}`, chosen.params),
  );
  return found.map(([id]) => id as number);
}
