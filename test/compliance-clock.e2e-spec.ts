import { Housekeeping } from '../src/core/housekeeping';
import { apiClient, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { all, Automations, rule } from './support/automations';
import { queryRows } from './support/database';
import { advanceTo, setClock } from './support/event-processing';
import { eventID } from './support/events';
import { RecruiterApi } from './support/recruiter-api';

const NOW = '2027-01-04T01:00:00Z';
let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false', CLOCK_START: NOW })));
afterAll(() => service.close());
beforeEach(async () => {
  await setClock(service, NOW);
  await queryRows(service, 'DELETE FROM notification');
});
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord } = apiClient(() => service);

const CARD = { name: 'White card', kind: 'document', documentTypeID: 3, warnDays: 30 };
const REFERENCES = { name: 'References checked', kind: 'statement', warnDays: 5 };

interface World {
  readonly placement: RecordBody;
  readonly card: RecordBody;
  readonly candidateID: number;
  readonly itemIDs: readonly number[];
}

/** A draft whose checklist has these items, with a white card that is valid until the day. */
async function world(expiryDate: string, { items = [CARD] as object[], ...more }: Body & { items?: object[] } = {}): Promise<World> {
  const checklist = await createRecord('Configuration/Checklists', { name: 'Sites', items });
  const { jobID, candidateID } = await new RecruiterApi(service).vacancy({ complianceChecklistID: checklist.id });
  const card = await createRecord('Documents', { candidateID, typeID: 3, name: 'Card.jpg', expiryDate, isVerified: true });
  const placement = await createRecord('Placements', { jobID, candidateID, reference: 'PL-7', startDate: '2027-01-04', ...more });
  return { placement, card, candidateID, itemIDs: (checklist['items'] as RecordBody[]).map(({ id }) => id) };
}
const approve = ({ placement: { id } }: World) => service.http.post(`/api/Placements/${id}/Approve`).send();
const catchUp = () => service.app.get(Housekeeping, { strict: false }).catchUp();
const warnings = async () =>
  (await listRecords('Me/Notifications')).map(({ message, aboutType, aboutId }) => ({ message, aboutType, aboutId }));
async function warnedAt(moment: string): Promise<string[]> {
  await setClock(service, moment);
  await catchUp();
  return (await warnings()).map(({ message }) => message as string);
}

/** In summer the day begins in Sydney at 13:00 UTC. */
describe("By the firm's calendar", () => {
  it('a document counts on its last day, and no longer', async () => {
    const here = await world('2027-01-10');
    const state = async () => ((await getRecord(`Placements/${here.placement.id}/Compliance`))['items'] as Body[])[0]!['state'];
    await setClock(service, '2027-01-10T12:50:00Z');
    expect(await state()).toBe('met');
    await setClock(service, '2027-01-10T13:05:00Z');
    expect(await state()).toBe('expired');
    await approve(here).expect(409);
    await setClock(service, '2027-01-10T12:50:00Z');
    await approve(here).expect(200);
  });

  it('an approved placement starts and ends, whatever has expired', async () => {
    const here = await world('2027-01-12', { startDate: '2027-01-11', endDate: '2027-01-15' });
    await approve(here).expect(200);
    await setClock(service, '2027-01-13T01:00:00Z');
    await catchUp();
    expect(await getRecord(`Placements/${here.placement.id}`)).toMatchObject({ statusName: 'Started' });
    await setClock(service, '2027-01-16T01:00:00Z');
    await catchUp();
    expect(await getRecord(`Placements/${here.placement.id}`)).toMatchObject({ statusName: 'Ended' });
  });
});

describe('The owner of a running placement', () => {
  it('is warned once, so many days ahead as the item says', async () => {
    const here = await world('2027-03-31');
    await approve(here).expect(200);
    expect(await warnedAt('2027-02-28T12:50:00Z')).toEqual([]);
    const expected = 'White card (Card.jpg) of Charlotte Nguyen, required by the checklist of placement PL-7, expires on 31 March 2027.';
    expect(await warnedAt('2027-02-28T13:05:00Z')).toEqual([expected]);
    expect(await warnings()).toEqual([{ message: expected, aboutType: 'Placement', aboutId: here.placement.id }]);
    expect(await warnedAt('2027-03-20T01:00:00Z')).toEqual([expected]);
    expect(await warnedAt('2027-04-20T01:00:00Z')).toEqual([expected]);
    await deleteRecord(`Placements/${here.placement.id}`);
  });

  it('is warned again when another document expires, also of what has expired already', async () => {
    const here = await world('2027-03-31');
    await approve(here).expect(200);
    expect(await warnedAt('2027-03-05T01:00:00Z')).toHaveLength(1);
    const renewed = await createRecord('Documents', {
      candidateID: here.candidateID,
      typeID: 3,
      name: 'Renewed.jpg',
      expiryDate: '2027-05-31',
      isVerified: true,
    });
    expect(await warnedAt('2027-04-05T01:00:00Z')).toHaveLength(1);
    const [message] = await warnedAt('2027-06-02T01:00:00Z');
    expect(message).toBe(
      'White card (Renewed.jpg) of Charlotte Nguyen, required by the checklist of placement PL-7, expired on 31 May 2027.',
    );
    await deleteRecord(`Documents/${renewed.id}`);
    await deleteRecord(`Placements/${here.placement.id}`);
  });

  it('is warned of statements, too', async () => {
    const here = await world('2029-03-31', { items: [CARD, REFERENCES] });
    await createRecord(`Placements/${here.placement.id}/Compliance/Statements`, {
      itemID: here.itemIDs[1],
      text: 'Two referees.',
      expiryDate: '2027-02-10',
    });
    await approve(here).expect(200);
    expect(await warnedAt('2027-02-04T01:00:00Z')).toEqual([]);
    expect(await warnedAt('2027-02-05T01:00:00Z')).toEqual([
      'References checked of Charlotte Nguyen, required by the checklist of placement PL-7, expires on 10 February 2027.',
    ]);
    await deleteRecord(`Placements/${here.placement.id}`);
  });

  it('is not warned of drafts, of what nobody has verified, or where the item says never', async () => {
    const draft = await world('2027-01-20');
    const unverified = await world('2027-01-20');
    await approve(unverified).expect(200);
    await updateRecord(`Documents/${unverified.card.id}`, { isVerified: false });
    const silent = await world('2027-01-20', { items: [{ ...CARD, warnDays: 0 }] });
    await approve(silent).expect(200);
    expect(await warnedAt('2027-01-10T01:00:00Z')).toEqual([]);
    for (const { placement } of [draft, unverified, silent]) await deleteRecord(`Placements/${placement.id}`);
  });

  it('is warned of each of many placements, once', async () => {
    const { jobID, candidateID } = await new RecruiterApi(service).vacancy({ candidatesRequired: 200 });
    const checklist = await createRecord('Configuration/Checklists', { name: 'Sites', items: [CARD] });
    await createRecord('Documents', { candidateID, typeID: 3, expiryDate: '2027-01-20', isVerified: true });
    await updateRecord(`Jobs/${jobID}`, { complianceChecklistID: checklist.id });
    for (let each = 0; each < 120; each++)
      await createRecord('Placements?allowOverlappingPlacement=true', {
        jobID,
        candidateID,
        statusID: 2,
        startDate: '2027-01-04',
        typeID: 3,
      });
    await catchUp();
    await catchUp();
    const notifications = await listRecords('Me/Notifications?limit=1000');
    expect(new Set(notifications.map(({ aboutId }) => aboutId)).size).toBe(120);
    expect(notifications).toHaveLength(120);
    await updateRecord(`Jobs/${jobID}`, { complianceChecklistID: 0 });
  });
});

describe('An automation on the expiry of documents', () => {
  it('tells of the candidates of running placements, so many days ahead as it says', async () => {
    const here = await world('2027-03-20');
    await approve(here).expect(200);
    await world('2027-03-20', { startDate: '2027-06-01' });
    await new Automations(service).save({
      triggerID: 1,
      eventID: eventID('Candidate document expiring'),
      schedule: { timeZone: 'Australia/Sydney', offset: { amount: 14, unit: 'day' }, at: '09:00' },
      filters: all({ field: 'placements', match: { mode: 'some' }, value: all(rule('statusID', 'in', [2, 3])) }),
      actions: [{ type: 'notifyUser', params: { user: 1, message: 'A document of {{candidateDisplayName}} expires in two weeks.' } }],
    });
    await advanceTo(service, '2027-03-05T21:50:00Z');
    expect(await warnings()).toEqual([]);
    await advanceTo(service, '2027-03-05T22:10:00Z');
    expect(await warnings()).toMatchObject([{ aboutType: 'Candidate', aboutId: here.candidateID }]);
  });
});
