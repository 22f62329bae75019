import { apiClient, pointersOf, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { Automations, idIn, update } from './support/automations';
import { queryRows } from './support/database';
import { RecruiterApi } from './support/recruiter-api';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2027-03-10T01:00:00Z' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const CARD = { name: 'White card', kind: 'document', documentTypeID: 3, warnDays: 30 };
const LICENCE = { name: 'Licence', kind: 'document', documentTypeID: 2, warnDays: 60, required: false };
const REFERENCES = { name: 'References checked', kind: 'statement' };
const [DRAFT, APPROVED, STARTED, ENDED] = [1, 2, 3, 4] as const;

interface World {
  readonly checklistID: number;
  readonly itemIDs: readonly number[];
  readonly jobID: number;
  readonly candidateID: number;
}

/** A job whose checklist has these items, and a candidate. */
async function world(...items: object[]): Promise<World> {
  const checklist = await createRecord('Configuration/Checklists', { name: 'Sites', items });
  const { jobID, candidateID } = await new RecruiterApi(service).vacancy({ complianceChecklistID: checklist.id, candidatesRequired: 9 });
  return { checklistID: checklist.id, itemIDs: (checklist['items'] as RecordBody[]).map(({ id }) => id), jobID, candidateID };
}

const TERMS = { startDate: '2027-04-01', endDate: '2027-09-30' };
const placementOf = ({ jobID, candidateID }: World, more: Body = {}): Promise<RecordBody> =>
  createRecord('Placements?allowOverlappingPlacement=true', { jobID, candidateID, ...TERMS, ...more });
const document = ({ candidateID }: World, more: Body = {}): Promise<RecordBody> =>
  createRecord('Documents', { candidateID, typeID: 3, name: 'Card.jpg', isVerified: true, ...more });
const complianceOf = ({ id }: RecordBody): Promise<Body> => getRecord(`Placements/${id}/Compliance`);
const itemsOf = (compliance: Body): Body[] => compliance['items'] as Body[];
const statesOf = async (placement: RecordBody): Promise<unknown[]> => itemsOf(await complianceOf(placement)).map(({ state }) => state);
const approve = ({ id }: RecordBody) => service.http.post(`/api/Placements/${id}/Approve`).send();
const state = ({ id }: RecordBody, itemID: number, more: Body = {}): Promise<RecordBody> =>
  createRecord(`Placements/${id}/Compliance/Statements`, { itemID, text: 'Two referees confirmed it.', ...more });
const withdraw = ({ id }: RecordBody, statementID: number, body?: Body) =>
  service.http.post(`/api/Placements/${id}/Compliance/Statements/${statementID}/Withdraw`).send(body);

describe('The compliance of a placement', () => {
  it('shows each item with what there is for it', async () => {
    const here = await world(CARD, LICENCE, REFERENCES);
    const placement = await placementOf(here);
    const card = await document(here, { expiryDate: '2028-01-31' });
    expect(await complianceOf(placement)).toEqual({
      placementID: placement.id,
      reference: null,
      placementStatusID: DRAFT,
      candidateID: here.candidateID,
      candidateName: 'Charlotte Nguyen',
      checklistID: here.checklistID,
      checklistName: 'Sites',
      status: 'incomplete',
      mayBeApproved: false,
      items: [
        {
          itemID: here.itemIDs[0],
          name: 'White card',
          kind: 'document',
          required: true,
          documentTypeID: 3,
          documentTypeName: 'Certificate',
          state: 'met',
          isMet: true,
          isExpiring: false,
          documentID: card.id,
          documentName: 'Card.jpg',
          statementID: 0,
          validUntil: '2028-01-31T00:00:00.000Z',
        },
        {
          itemID: here.itemIDs[1],
          name: 'Licence',
          kind: 'document',
          required: false,
          documentTypeID: 2,
          documentTypeName: 'Licence',
          state: 'missing',
          isMet: false,
          isExpiring: false,
          documentID: 0,
          documentName: null,
          statementID: 0,
        },
        {
          itemID: here.itemIDs[2],
          name: 'References checked',
          kind: 'statement',
          required: true,
          documentTypeID: 0,
          documentTypeName: null,
          state: 'missing',
          isMet: false,
          isExpiring: false,
          documentID: 0,
          documentName: null,
          statementID: 0,
        },
      ],
    });
  });

  it('is complete without a checklist, and with one that has no items', async () => {
    const { jobID, candidateID } = await new RecruiterApi(service).vacancy();
    const placement = await createRecord('Placements', { jobID, candidateID, startDate: '2027-03-15' });
    expect(await complianceOf(placement)).toMatchObject({ checklistID: 0, checklistName: null, status: 'complete', items: [] });
    await updateRecord(`Jobs/${jobID}`, { complianceChecklistID: 1 });
    expect(await complianceOf(placement)).toMatchObject({ checklistID: 1, checklistName: 'Standard', mayBeApproved: true, items: [] });
    await approve(placement).expect(200);
  });

  it.each<[string, Body, string]>([
    ['has no expiry', {}, 'met'],
    ['expires on the last day of the placement', { expiryDate: '2027-09-30' }, 'met'],
    ['expires before the placement ends', { expiryDate: '2027-09-29' }, 'expiresBeforeEnd'],
    ['expires on the first day of the placement', { expiryDate: '2027-04-01' }, 'expiresBeforeEnd'],
    ['expires before the placement starts', { expiryDate: '2027-03-31' }, 'expired'],
    ['has expired', { expiryDate: '2027-03-09' }, 'expired'],
    ['is not verified', { isVerified: false }, 'unverified'],
    ['is not verified and has expired', { isVerified: false, expiryDate: '2027-03-09' }, 'expired'],
    ['is of another type', { typeID: 2 }, 'missing'],
    ['is deleted', { deleted: true }, 'missing'],
    ["is another candidate's", { candidateID: 0 }, 'missing'],
  ])('of which the document %s', async (_, more, expected) => {
    const here = await world(CARD);
    const placement = await placementOf(here);
    const { deleted, ...fields } = more;
    const own = 'candidateID' in more ? { ...fields, candidateID: await new RecruiterApi(service).candidate() } : fields;
    const filed = await document(here, own);
    if (deleted) await deleteRecord(`Documents/${filed.id}`);
    expect(await statesOf(placement)).toEqual([expected]);
    const may = expected === 'met' || expected === 'expiresBeforeEnd';
    expect(await complianceOf(placement)).toMatchObject({ mayBeApproved: may });
    await approve(placement).expect(may ? 200 : 409);
  });

  it('takes the verified document that is valid longest, then the one to verify, then the one to renew', async () => {
    const here = await world(CARD);
    const placement = await placementOf(here);
    const taken = async () => itemsOf(await complianceOf(placement))[0]!['documentID'];
    const expired = await document(here, { expiryDate: '2027-01-31' });
    expect(await taken()).toBe(expired.id);
    const unverified = await document(here, { isVerified: false, expiryDate: '2029-01-31' });
    expect(await taken()).toBe(unverified.id);
    const soon = await document(here, { expiryDate: '2027-05-31' });
    expect(await taken()).toBe(soon.id);
    const longest = await document(here);
    await document(here, { expiryDate: '2027-12-31' });
    expect(await taken()).toBe(longest.id);
  });

  it('warns so many days ahead as the item says', async () => {
    const here = await world(CARD, LICENCE, { name: 'Visa', kind: 'document', documentTypeID: 5, warnDays: 0 });
    const placement = await placementOf(here, { startDate: '2027-03-10', endDate: null });
    const expiring = async () => itemsOf(await complianceOf(placement)).map(({ isExpiring }) => isExpiring);
    const card = await document(here, { expiryDate: '2027-04-10' });
    const visa = await document(here, { typeID: 5, expiryDate: '2027-03-11' });
    expect(await expiring()).toEqual([false, false, false]);
    expect(await complianceOf(placement)).toMatchObject({ status: 'complete' });
    await updateRecord(`Documents/${card.id}`, { expiryDate: '2027-04-09' });
    await updateRecord(`Documents/${card.id}`, { isVerified: true });
    expect(await expiring()).toEqual([true, false, false]);
    expect(await complianceOf(placement)).toMatchObject({ status: 'expiring', mayBeApproved: true });
    await deleteRecord(`Documents/${visa.id}`);
    expect(await complianceOf(placement)).toMatchObject({ status: 'incomplete' });
  });

  it('of a placement that nobody has is not found', async () => {
    await service.http.get('/api/Placements/999999/Compliance').expect(404);
    await service.http.get('/api/Placements/999999/Compliance/Statements').expect(404);
    await expectProblem('post', 'Placements/999999/Compliance/Statements', { itemID: 1, text: 'x' }, 404);
    await expectProblem('post', 'Placements/999999/Compliance/Statements/1/Withdraw', {}, 404);
  });
});

describe('Without what its checklist requires, a placement is not', () => {
  let here: World;
  let problem: object;
  beforeEach(async () => {
    here = await world(CARD, LICENCE, REFERENCES);
    problem = {
      type: '/problems/placement-not-compliant',
      title: 'The placement does not meet the checklist of its job',
      items: [
        { itemID: here.itemIDs[0], name: 'White card', state: 'missing' },
        { itemID: here.itemIDs[2], name: 'References checked', state: 'missing' },
      ],
    };
  });

  it('approved, though it may be a draft and change', async () => {
    const placement = await placementOf(here);
    const { id } = placement;
    expect((await approve(placement).expect(409)).body).toMatchObject({
      ...problem,
      detail:
        `Placement ${id} cannot be approved without White card (missing), References checked (missing): ` +
        `see GET /api/Placements/${id}/Compliance.`,
    });
    expect(await expectProblem('put', `Placements/${id}`, { statusID: APPROVED }, 409)).toMatchObject(problem);
    expect(await updateRecord(`Placements/${id}`, { notes: 'Waits for the card.' })).toMatchObject({ statusName: 'Draft' });
    await document(here);
    expect((await approve(placement).expect(409)).body).toMatchObject({ items: [{ name: 'References checked' }] });
    await state(placement, here.itemIDs[2]!);
    await approve(placement).expect(200);
    expect(await complianceOf(placement)).toMatchObject({ status: 'complete', placementStatusID: APPROVED });
  });

  it.each([APPROVED, STARTED])('created with the status %i', async (statusID) => {
    const { jobID, candidateID } = here;
    const created = await expectProblem('post', 'Placements', { jobID, candidateID, statusID, startDate: '2027-03-15' }, 409);
    expect(created).toMatchObject({
      ...problem,
      detail: expect.stringContaining('The placement cannot be approved without White card (missing)') as string,
    });
    expect(await listRecords('Placements').then((all) => all.filter((each) => each['jobID'] === jobID))).toEqual([]);
  });

  it('created as deleted, or changed while it is, to be approved once it is restored', async () => {
    const { jobID, candidateID } = here;
    const body = { jobID, candidateID, statusID: APPROVED, startDate: '2027-03-15', deleted: true };
    expect(await expectProblem('post', 'Placements', body, 409)).toMatchObject(problem);
    const placement = await placementOf(here);
    await document(here);
    await state(placement, here.itemIDs[2]!);
    await approve(placement).expect(200);
    await deleteRecord(`Placements/${placement.id}`);
    const other = await new RecruiterApi(service).candidate();
    expect(await expectProblem('put', `Placements/${placement.id}`, { candidateID: other }, 409)).toMatchObject(problem);
    expect(await updateRecord(`Placements/${placement.id}`, { deleted: false })).toMatchObject({ statusName: 'Approved' });
  });

  it('approved by an automation', async () => {
    const placement = await placementOf(here);
    const run = () => new Automations(service).run({ eventID: 56, filters: idIn(placement.id), actions: [update('statusID', APPROVED)] });
    const [record] = (await run()).records;
    expect(record).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('White card (missing)') as string });
    await document(here);
    await state(placement, here.itemIDs[2]!);
    expect((await run()).records).toMatchObject([{ outcome: 'processed' }]);
    expect(await getRecord(`Placements/${placement.id}`)).toMatchObject({ statusName: 'Approved' });
  });

  it('started again once it has ended', async () => {
    const ended = await placementOf(here, { startDate: '2027-01-11', endDate: '2027-02-12', statusID: ENDED });
    expect(await expectProblem('put', `Placements/${ended.id}`, { statusID: STARTED, endDate: null }, 409)).toMatchObject(problem);
    await document(here);
    await state(ended, here.itemIDs[2]!);
    expect(await updateRecord(`Placements/${ended.id}`, { statusID: STARTED, endDate: null })).toMatchObject({ statusName: 'Started' });
  });

  it('given to another candidate or moved to another job while it is approved', async () => {
    const placement = await placementOf(here);
    await document(here);
    await state(placement, here.itemIDs[2]!);
    await approve(placement).expect(200);
    const other = await new RecruiterApi(service).candidate();
    expect(await expectProblem('put', `Placements/${placement.id}`, { candidateID: other }, 409)).toMatchObject(problem);
    const stricter = await world(CARD, { name: 'Induction', kind: 'statement' });
    expect(await expectProblem('put', `Placements/${placement.id}`, { jobID: stricter.jobID }, 409)).toMatchObject({
      items: [{ name: 'Induction' }],
    });
  });

  it('approved once it is a draft again; an accepted offer makes a draft', async () => {
    const { jobID, candidateID } = here;
    const application = await createRecord('Applications', { jobID, candidateID });
    const offer = await createRecord('Offers', { applicationID: application.id, amount: 65, amountUnits: 1 });
    await service.http.post(`/api/Offers/${offer.id}/Accept`).send().expect(200);
    const [made] = (await listRecords('Placements')).filter((each) => each['jobID'] === jobID) as RecordBody[];
    expect(made).toMatchObject({ statusName: 'Draft' });
    await updateRecord(`Placements/${made!.id}`, { startDate: '2027-03-15', chargeRate: 92 });
    const card = await document(here);
    await state(made!, here.itemIDs[2]!);
    await approve(made!).expect(200);
    await deleteRecord(`Documents/${card.id}`);
    await updateRecord(`Placements/${made!.id}`, { statusID: DRAFT });
    await approve(made!).expect(409);
  });
});

describe('An approval stays', () => {
  it('when a document is taken back, a statement withdrawn, or the checklist changed; what is lacking is shown', async () => {
    const here = await world(CARD, REFERENCES);
    const placement = await placementOf(here);
    const card = await document(here);
    const statement = await state(placement, here.itemIDs[1]!);
    await approve(placement).expect(200);
    await updateRecord(`Documents/${card.id}`, { isVerified: false });
    await withdraw(placement, statement.id).expect(200);
    const [first, second] = (await getRecord(`Configuration/Checklists/${here.checklistID}`))['items'] as RecordBody[];
    const items = [first, second, { name: 'Induction', kind: 'statement' }];
    await updateRecord(`Configuration/Checklists/${here.checklistID}`, { items });
    expect(await statesOf(placement)).toEqual(['unverified', 'missing', 'missing']);
    expect(await complianceOf(placement)).toMatchObject({ status: 'incomplete', placementStatusID: APPROVED });
    expect(await updateRecord(`Placements/${placement.id}`, { notes: 'Goes on.' })).toMatchObject({ statusName: 'Approved' });
    expect(await updateRecord(`Placements/${placement.id}`, { statusID: STARTED })).toMatchObject({ statusName: 'Started' });
    await updateRecord(`Jobs/${here.jobID}`, { complianceChecklistID: 0 });
    expect(await complianceOf(placement)).toMatchObject({ checklistID: 0, status: 'complete', items: [] });
  });
});

describe('A statement', () => {
  let here: World;
  let placement: RecordBody;
  beforeEach(async () => {
    here = await world(CARD, REFERENCES);
    placement = await placementOf(here);
  });

  it('says who made it, when, and about whom, and is in the changes', async () => {
    const made = await state(placement, here.itemIDs[1]!, { expiryDate: '2027-12-31' });
    expect(made).toEqual({
      id: made.id,
      placementID: placement.id,
      candidateID: here.candidateID,
      candidateName: 'Charlotte Nguyen',
      itemID: here.itemIDs[1],
      itemName: 'References checked',
      text: 'Two referees confirmed it.',
      expiryDate: '2027-12-31T00:00:00.000Z',
      createdByID: 1,
      createdByName: 'Administrator',
      createdDate: expect.stringMatching(/^2027-03-10T01:/) as string,
      withdrawnByID: 0,
      withdrawnByName: null,
      withdrawalReason: null,
    });
    expect(itemsOf(await complianceOf(placement))[1]).toMatchObject({
      state: 'met',
      statementID: made.id,
      validUntil: '2027-12-31T00:00:00.000Z',
    });
    expect((await changesTo('ComplianceStatement', made.id)).map(({ action }) => action)).toEqual(['created']);
  });

  it('is withdrawn once, with a reason, and no longer counts', async () => {
    const made = await state(placement, here.itemIDs[1]!);
    const { body } = await withdraw(placement, made.id, { withdrawalReason: 'One was a relative.' }).expect(200);
    expect(body).toMatchObject({
      ...made,
      withdrawnDate: expect.stringMatching(/^2027-03-10T01:/) as string,
      withdrawnByID: 1,
      withdrawnByName: 'Administrator',
      withdrawalReason: 'One was a relative.',
    });
    expect((await withdraw(placement, made.id, { withdrawalReason: 'Twice.' }).expect(200)).body).toEqual(body);
    expect(await statesOf(placement)).toEqual(['missing', 'missing']);
    expect(await listRecords(`Placements/${placement.id}/Compliance/Statements`)).toEqual([body]);
    const changes = await changesTo('ComplianceStatement', made.id);
    expect(changes.map(({ action }) => action)).toEqual(['created', 'updated']);
    expect(changes[1]!.fields).toMatchObject({ withdrawnByID: [null, 1], withdrawalReason: [null, 'One was a relative.'] });
    const again = await state(placement, here.itemIDs[1]!);
    expect(await statesOf(placement)).toEqual(['missing', 'met']);
    const listed = await listRecords(`Placements/${placement.id}/Compliance/Statements`);
    expect(listed.map(({ id }) => id)).toEqual([again.id, made.id]);
  });

  it('counts for the candidate and the placement that it is about', async () => {
    await state(placement, here.itemIDs[1]!);
    const other = await placementOf(here, { startDate: '2028-01-10', endDate: '2028-03-10' });
    expect(await statesOf(other)).toEqual(['missing', 'missing']);
    await updateRecord(`Placements/${placement.id}`, { candidateID: await new RecruiterApi(service).candidate() });
    expect(await statesOf(placement)).toEqual(['missing', 'missing']);
    await updateRecord(`Placements/${placement.id}`, { candidateID: here.candidateID });
    expect(await statesOf(placement)).toEqual(['missing', 'met']);
  });

  it('that has expired counts no longer', async () => {
    await state(placement, here.itemIDs[1]!, { expiryDate: '2027-03-31' });
    expect(await statesOf(placement)).toEqual(['missing', 'expired']);
  });

  it.each<[string, Body, string[]]>([
    ['without an item', { itemID: null }, ['/itemID']],
    ['without an item, as 0', { itemID: 0 }, ['/itemID']],
    ['about no item', { itemID: 999_999 }, ['/itemID']],
    ['without a text', { text: ' ' }, ['/text']],
    ['with a text of null', { text: null }, ['/text']],
    ['with another date', { expiryDate: 'soon' }, ['/expiryDate']],
    ['by somebody else', { createdByID: 2 }, ['/createdByID']],
    ['that is withdrawn', { withdrawnDate: '2027-01-01' }, ['/withdrawnDate']],
  ])('%s is refused', async (_, more, pointers) => {
    const body = { itemID: here.itemIDs[1], text: 'Yes.', ...more };
    expect(pointersOf(await expectProblem('post', `Placements/${placement.id}/Compliance/Statements`, body, 400))).toEqual(pointers);
  });

  it('about a document, an item of another checklist or one taken off the list is refused with what is allowed', async () => {
    const path = `Placements/${placement.id}/Compliance/Statements`;
    const other = await world(REFERENCES);
    for (const itemID of [here.itemIDs[0], other.itemIDs[0]])
      expect(await expectProblem('post', path, { itemID, text: 'Yes.' }, 400)).toMatchObject({
        detail: `/itemID must be the id of an item of the kind statement on the checklist of the job: ${here.itemIDs[1]}.`,
      });
    await updateRecord(`Configuration/Checklists/${here.checklistID}`, { items: [] });
    const problem = await expectProblem('post', path, { itemID: here.itemIDs[1], text: 'Yes.' }, 400);
    expect(pointersOf(problem)).toEqual(['/itemID']);
  });

  it('about a deleted placement is refused; that of another placement is not found', async () => {
    const made = await state(placement, here.itemIDs[1]!);
    const other = await placementOf(here, { startDate: '2028-01-10', endDate: '2028-03-10' });
    expect((await withdraw(other, made.id).expect(404)).body).toMatchObject({
      detail: `Placement ${other.id} has no statement ${made.id}.`,
    });
    await deleteRecord(`Placements/${placement.id}`);
    await expectProblem('post', `Placements/${placement.id}/Compliance/Statements`, { itemID: here.itemIDs[1], text: 'Yes.' }, 409);
  });

  it('moves with its candidate in a merge, as the documents do, so that the placement still complies', async () => {
    const survivor = await new RecruiterApi(service).candidate();
    const made = await state(placement, here.itemIDs[1]!);
    const card = await document(here);
    await approve(placement).expect(200);
    await service.http
      .post(`/api/Candidates/${survivor}/Merge`)
      .send({ candidateIDs: [here.candidateID] })
      .expect(200);
    expect(await getRecord(`Placements/${placement.id}`)).toMatchObject({ candidateID: survivor, statusName: 'Approved' });
    expect(await complianceOf(placement)).toMatchObject({
      status: 'complete',
      candidateID: survivor,
      items: [{ documentID: card.id }, { statementID: made.id }],
    });
    expect(await getRecord(`Documents/${card.id}`)).toMatchObject({ candidateID: survivor, isVerified: true });
  });
});

describe('The list of compliance', () => {
  it('has the placements with a checklist that are not over, by their status', async () => {
    const here = await world(CARD);
    const lacking = await placementOf(here);
    const ended = await placementOf(here, { statusID: ENDED, startDate: '2027-01-11', endDate: '2027-02-12' });
    const cancelled = await placementOf(here);
    await updateRecord(`Placements/${cancelled.id}`, { statusID: 5 });
    const deleted = await placementOf(here);
    await deleteRecord(`Placements/${deleted.id}`);
    const [soon, fine] = [await world(CARD), await world(CARD)];
    await document(soon, { expiryDate: '2027-04-02' });
    await document(fine);
    const [expiring, complete] = [await placementOf(soon), await placementOf(fine)];
    await approve(expiring).expect(200);
    const own = [lacking, ended, cancelled, deleted, expiring, complete].map(({ id }) => id);
    const listed = async (query: string): Promise<unknown[]> =>
      (await listRecords(`Placements/Compliance?limit=1000${query}`))
        .filter(({ placementID }) => own.includes(placementID as number))
        .map(({ placementID }) => placementID);
    expect(await listed('')).toEqual([lacking.id, expiring.id, complete.id]);
    expect(await listed('&status=incomplete')).toEqual([lacking.id]);
    expect(await listed('&status=expiring')).toEqual([expiring.id]);
    expect(await listed('&status=COMPLETE')).toEqual([complete.id]);
    for (const each of await listRecords('Placements/Compliance?limit=1000'))
      expect(await getRecord(`Placements/${String(each['placementID'])}/Compliance`)).toEqual(each);
  });

  it('has pages that together are the list, and a total', async () => {
    const whole = (await listRecords('Placements/Compliance?status=incomplete')).map(({ placementID }) => placementID);
    expect(whole.length).toBeGreaterThan(3);
    const read: unknown[] = [];
    let path: string | undefined = '/api/Placements/Compliance?status=incomplete&limit=2';
    while (path !== undefined) {
      const response = await service.http.get(path).expect(200);
      const headers = response.headers as Record<string, string | undefined>;
      if (read.length === 0) expect(headers['x-total-count']).toBe(String(whole.length));
      read.push(...(response.body as Body[]).map(({ placementID }) => placementID));
      path = /<([^>]+)>/.exec(headers['link'] ?? '')?.[1];
    }
    expect(read).toEqual(whole);
  });

  it('refuses another status, and the cursor of another list', async () => {
    expect(pointersOf((await service.http.get('/api/Placements/Compliance?status=bad').expect(400)).body as Body)).toEqual(['/status']);
    const { headers } = await service.http.get('/api/Placements/Compliance?limit=1').expect(200);
    const cursor = /cursor=([^>&]+)/.exec(String(headers['link']))?.[1];
    await service.http.get(`/api/Placements/Compliance?limit=1&status=incomplete&cursor=${cursor}`).expect(400);
  });
});

describe('At the same time', () => {
  it('a placement is approved and its document taken back: the approval comes first, or does not come', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const here = await world(CARD);
        return { placement: await placementOf(here), card: await document(here) };
      }),
    );
    await Promise.all(
      rounds.map(async ({ placement, card }) => {
        const [approved, taken] = await Promise.all([
          approve(placement),
          service.http.put(`/api/Documents/${card.id}`).send({ isVerified: false }),
        ]);
        expect(taken.status).toBe(200);
        expect([200, 409]).toContain(approved.status);
        expect(approved.status === 200).toBe((await getRecord(`Placements/${placement.id}`))['statusName'] === 'Approved');
      }),
    );
    await service.http.get('/api/Audit?limit=1').expect(200);
    for (const { placement, card } of rounds) {
      const [approval] = await sequencesOf('Placement', placement.id, 'statusID');
      const [withdrawal] = await sequencesOf('Document', card.id, 'verifiedDate');
      if (approval !== undefined) expect(approval).toBeLessThan(withdrawal!);
    }
  });

  it('two callers approve a placement', async () => {
    const here = await world(CARD);
    const placement = await placementOf(here);
    await document(here);
    const results = await Promise.all([approve(placement), approve(placement)]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    expect(await sequencesOf('Placement', placement.id, 'statusID')).toHaveLength(1);
  });
});

/** The numbers of the updates of a record that changed a field; reading the audit numbers them all. */
async function sequencesOf(type: string, recordID: number, field: string): Promise<number[]> {
  const rows = await queryRows<{ sequence: number; fields: string }>(
    service,
    "SELECT sequence, fields FROM record_change WHERE type = ? AND recordID = ? AND action = 'updated' ORDER BY sequence",
    [type, recordID],
  );
  return rows.filter(({ fields }) => field in (JSON.parse(fields) as object)).map(({ sequence }) => Number(sequence));
}
