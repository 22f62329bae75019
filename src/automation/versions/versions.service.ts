import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { Caller } from '../../core/callers';
import { beyond, countEntities, Transactions, type View } from '../../core/database';
import { countLimitOf, directionOf, Page, slicePage, type ExpectedVersion } from '../../core/http';
import { NotFound } from '../../core/problems';
import { change, checkVisible, findResponse, type RecordResponse } from '../../core/records';
import { automations } from '../automation.records';
import type { Definition } from './defining-fields';
import { differencesBetween, type Difference } from './difference';
import type { AutomationVersionDto, VersionListQuery } from './version.dto';
import { AutomationVersion } from './version.entity';

/** Former versions of automations: shown, compared and restored. */
@Injectable()
export class VersionsService {
  constructor(private readonly transactions: Transactions) {}

  /** The newest first if no other order is requested. @throws NotFound */
  list(caller: Caller, automationID: number, query: VersionListQuery): Promise<Page<AutomationVersionDto>> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, automations, automationID);
      const { order, start, criteria } = directionOf(query, ['versions', automationID], 'DESC');
      const where = start === undefined ? { automationID } : { automationID, version: beyond(start, order) };
      const found = await view.em.find(AutomationVersion, { where, order: { version: order }, take: query.limit + 1 });
      const { shown, cursor } = slicePage(found, query.limit, criteria, ({ version }) => [version]);
      const total =
        start === undefined ? await countEntities(view.em, AutomationVersion, { automationID }, countLimitOf(query)) : undefined;
      return new Page(shown.map(versionResponse), { cursor, total });
    });
  }

  /** What the automation did at a version. @throws NotFound */
  find(caller: Caller, automationID: number, version: number): Promise<AutomationVersionDto> {
    return this.transactions.read(caller, async (view) => versionResponse(await versionAt(view, automationID, version)));
  }

  /** What another version does in another way. @param to by default the present one @throws NotFound */
  differences(caller: Caller, automationID: number, version: number, to?: number): Promise<readonly Difference[]> {
    return this.transactions.read(caller, async (view) => {
      const before = await versionAt(view, automationID, version);
      const after = await versionAt(view, automationID, to);
      return differencesBetween(definitionOf(before), definitionOf(after));
    });
  }

  /** Makes the automation do again what it did at a version, as a new version. @throws as an update does */
  restore(caller: Caller, automationID: number, version: number, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      const former = await versionAt(transaction, automationID, version);
      await change(transaction, automations, automationID, definitionOf(former), { expected });
      return findResponse(transaction, automations, automationID);
    });
  }
}

/** The last one up to a version: saves that change nothing of what it does make a version, too. */
async function versionAt(view: View, automationID: number, version?: number): Promise<AutomationVersion> {
  await checkVisible(view, automations, automationID);
  const where = { automationID, ...(version === undefined ? {} : { version: LessThanOrEqual(version) }) };
  const [found] = await view.em.find(AutomationVersion, { where, order: { version: 'DESC' }, take: 1 });
  if (!found) throw new NotFound(`Version ${version ?? ''} of automation ${automationID} not found.`);
  return found;
}

const definitionOf = ({ definition }: AutomationVersion): Definition => JSON.parse(definition) as Definition;

function versionResponse(found: AutomationVersion): AutomationVersionDto {
  const { automationID, version, createdDate, createdByID } = found;
  return { automationId: automationID, version, createdDate: createdDate.toISOString(), createdByID, ...definitionOf(found) };
}
