import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type View } from '../../core/database';
import { rows } from '../../core/database/rows';
import { InvalidRequest } from '../../core/problems';
import { select, type Order, type FilterTree } from '../../core/query';
import { sql, Sql } from '../../core/sql';
import { readBodies, parseRequestFilter, checkVisible, notFound, parseRequestOrder, values, type Body } from '../../core/records';
import { MAX_AUDIENCE, previewAudience, type AudienceQuery } from '../audience';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { checkAsActive } from '../definition/check-definition';
import { runAudience } from '../running/run-audience';
import type { ContactFilterSearchDto } from './preview.dto';

/** Maximum number of contacts shown. */
const MAX_CONTACTS = 1000;

/** What a preview answers: the contacts, and how many matched, counted as far as pages are. */
export interface Preview {
  readonly contacts: Body[];
  readonly matched: number;
}

/** Shows whom an automation takes, by the description from which its runs are planned too. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound for an automation that is not there, InvalidRequest for filters that cannot be used */
  contacts(caller: Caller, request: ContactFilterSearchDto): Promise<Preview> {
    return this.transactions.read(caller, async (view) => {
      const audience = await this.audience(view, request);
      const most = Math.min(request.maxRecords || MAX_CONTACTS, MAX_CONTACTS);
      // those of the next run are chosen by its order and shown in the requested order; all others come in that order
      const ownOrder = request.automationId && request.nextRunOnly ? parseRequestOrder(audience.record, request.orderBy) : [];
      const { matched, taken } = await previewAudience(view, audience, ownOrder.length > 0 ? MAX_AUDIENCE : most);
      const sorted = await reorder(view, audience, taken, ownOrder);
      return { contacts: await readBodies(view, audience.record, sorted.slice(0, most)), matched };
    });
  }

  private async audience(view: View, request: ContactFilterSearchDto): Promise<AudienceQuery> {
    const record = view.types.named('Contact');
    const filters = parseRequestFilter(view.types, record, request.filters);
    const order = parseRequestOrder(record, request.orderBy);
    if (!request.automationId) return { record, condition: filters ?? EVERYONE, order, timeZone: this.settings.timeZone };
    const rule = await this.automationAudience(view, request.automationId, filters);
    // all who match, in the requested order; or those of the next run, who are chosen by its own order
    return request.nextRunOnly
      ? rule
      : { ...rule, order: order.length > 0 ? order : rule.order, excludeProcessed: undefined, excludeOptedOut: false, cap: undefined };
  }

  private async automationAudience(view: View, automationID: number, filters: FilterTree | undefined): Promise<AudienceQuery> {
    await checkVisible(view, automations, automationID);
    const automation = (await view.em.findOneBy(Automation, { id: automationID })) ?? notFound(automations, automationID);
    const checked = checkAsActive(automation, { types: view.types, now: view.now, timeZone: this.settings.timeZone });
    const rule = runAudience(automation, checked, 'manual');
    const ofContacts = rule.record.name === 'Contact';
    if (filters)
      return ofContacts
        ? { ...rule, condition: filters }
        : { record: view.types.named('Contact'), condition: filters, order: [], timeZone: rule.timeZone, cap: rule.cap };
    if (!ofContacts)
      throw InvalidRequest.because([
        {
          pointer: '/automationId',
          detail: `must be an automation over contacts, or come with filters: ${automationID} is over ${checked.event.module}`,
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
