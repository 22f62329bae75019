import { Injectable } from '@nestjs/common';
import type { Caller } from '../../callers';
import { Settings } from '../../config';
import { Transactions, type View } from '../../database';
import { rows } from '../../database/rows';
import { recordTypeNamed } from '../../fields/record-type';
import { InvalidRequest } from '../../http';
import { select, sql, Sql, type Order, type Tree } from '../../query';
import { answersOf, filtersSaid, mustSee, notFound, orderSaid, values, type Answer } from '../../records';
import { audienceOf, type AudienceOf } from '../audience';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { problemsOf } from '../definition/check-definition';
import { audienceOfRun } from '../running/audience-of-run';
import type { ContactFilterSearchDto } from './preview.dto';

/** At most so many contacts in an answer. */
const MOST = 1000;

/** What a preview answers: the contacts, how many matched, and how many of them are not in the answer. */
export interface Preview {
  readonly contacts: Answer[];
  readonly matched: number;
  readonly leftOut: number;
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
      const { matched, taken } = await audienceOf(view, audience);
      // those of the next run are chosen by its order and shown in the one asked for; all others come in that order
      const sorted =
        request.automationId && request.nextRunOnly
          ? await inOrder(view, audience, taken, orderSaid(audience.record, request.orderBy))
          : taken;
      const shown = sorted.slice(0, Math.min(request.maxRecords || MOST, MOST));
      return { contacts: await answersOf(view, audience.record, shown), matched, leftOut: matched - shown.length };
    });
  }

  private async audience(view: View, request: ContactFilterSearchDto): Promise<AudienceOf> {
    const record = recordTypeNamed('Contact');
    const filters = filtersSaid(record, request.filters);
    const order = orderSaid(record, request.orderBy);
    if (!request.automationId) return { record, condition: filters ?? EVERYONE, order, timeZone: this.settings.timeZone };
    const rule = await this.ruleOf(view, request.automationId, filters);
    // all who match, in the order asked for; or those of the next run, who are chosen by its own order
    return request.nextRunOnly
      ? rule
      : { ...rule, order: order.length > 0 ? order : rule.order, processed: undefined, reachableOnly: false, cap: undefined };
  }

  private async ruleOf(view: View, automationID: number, filters: Tree | undefined): Promise<AudienceOf> {
    await mustSee(view, automations, automationID);
    const automation = (await view.em.findOneBy(Automation, { id: automationID })) ?? notFound(automations, automationID);
    const checked = problemsOf(automation, { now: view.now, timeZone: this.settings.timeZone });
    const rule = audienceOfRun(automation, checked, 'manual');
    const ofContacts = rule.record.name === 'Contact';
    if (filters)
      return ofContacts
        ? { ...rule, condition: filters }
        : { record: recordTypeNamed('Contact'), condition: filters, order: [], timeZone: rule.timeZone, cap: rule.cap };
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

const EVERYONE: Tree = { kind: 'everyone' };

/** Those who were chosen, in another order. */
async function inOrder(
  view: View,
  { record, timeZone }: AudienceOf,
  ids: readonly number[],
  order: readonly Order[],
): Promise<readonly number[]> {
  if (order.length === 0 || ids.length === 0) return ids;
  const chosen = select(record, {
    scope: view.caller.scope,
    now: view.now,
    timeZone,
    order,
    also: (each) => [sql`${each.column('id')} IN (${values(ids)})`],
  });
  const found = await rows(
    view.em,
    new Sql(`SELECT r.id FROM ${chosen.from} WHERE ${chosen.where} ORDER BY ${chosen.order}`, chosen.params),
  );
  return found.map(([id]) => id as number);
}
