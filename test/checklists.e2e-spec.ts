import { apiClient, pointersOf, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const PATH = 'Configuration/Checklists';
const CARD = { name: 'White card', kind: 'document', documentTypeID: 3 };
const LICENCE = { name: 'Licence', kind: 'document', documentTypeID: 2, warnDays: 60, required: false };
const REFERENCES = { name: 'References checked', kind: 'statement' };
const checklist = (...items: object[]): Promise<RecordBody> => createRecord(PATH, { name: 'Sites', items });
const itemsOf = (body: Body): RecordBody[] => body['items'] as RecordBody[];

describe('The checklists of a new firm', () => {
  it('are those that the field of jobs has always named, and require nothing yet', async () => {
    const listed = await listRecords(PATH);
    expect(listed.slice(0, 5)).toEqual(
      ['Standard', 'Healthcare', 'Construction', 'Education', 'Government'].map((name, index) => ({
        id: index + 1,
        name,
        deleted: false,
        items: [],
      })),
    );
    const job = await createRecord('Jobs', { title: 'Site Engineer', complianceChecklistID: 3 });
    expect(job).toMatchObject({ complianceChecklistID: 3, complianceChecklistName: 'Construction' });
    await updateRecord(`${PATH}/3`, { name: 'Building' });
    expect(await getRecord(`Jobs/${job.id}`)).toMatchObject({ complianceChecklistName: 'Building' });
    await updateRecord(`${PATH}/3`, { name: 'Construction' });
    await service.http.get('/api/Configuration/Lookups/complianceChecklist').expect(404);
  });
});

describe('A checklist', () => {
  it('is returned with its items in the order given, and with their defaults', async () => {
    const created = await checklist(CARD, LICENCE, REFERENCES);
    expect(created).toEqual({
      id: created.id,
      name: 'Sites',
      deleted: false,
      items: [
        { id: expect.any(Number) as number, ...CARD, warnDays: 30, required: true },
        { id: expect.any(Number) as number, ...LICENCE },
        { id: expect.any(Number) as number, ...REFERENCES, documentTypeID: 0, warnDays: 30, required: true },
      ],
    });
    expect(await getRecord(`${PATH}/${created.id}`)).toEqual(created);
    expect(await listRecords(`${PATH}?ids=${created.id}`)).toEqual([created]);
  });

  it('keeps items with their ids, takes on new ones and drops the others, and says so in its changes', async () => {
    const { id, ...created } = await checklist(CARD, LICENCE, REFERENCES);
    const [card, , references] = itemsOf(created);
    const changed = await updateRecord(`${PATH}/${id}`, {
      items: [{ ...references, name: 'Referees called' }, { ...CARD, id: card!.id, documentTypeID: 5 }, LICENCE],
    });
    const [first, second, third] = itemsOf(changed);
    expect([first!.id, second!.id]).toEqual([references!.id, card!.id]);
    expect([first, second]).toMatchObject([{ name: 'Referees called' }, { documentTypeID: 5, warnDays: 30, required: true }]);
    expect(third!.id).toBeGreaterThan(references!.id);
    const changes = await changesTo('Checklist', id);
    expect(changes.map(({ action }) => action)).toEqual(['created', 'updated']);
    expect(changes[1]!.fields['items']).toEqual([itemsOf(created), itemsOf(changed)]);
    const history = await listRecords(`${PATH}/${id}/History`);
    expect(history.map(({ action }) => action)).toEqual(['updated', 'created']);
  });

  it('stays as it is when the same items are sent again, or none', async () => {
    const { id, ...created } = await checklist(CARD, REFERENCES);
    expect(await updateRecord(`${PATH}/${id}`, { items: itemsOf(created) })).toEqual({ id, ...created });
    expect(await updateRecord(`${PATH}/${id}`, { name: 'Sites' })).toEqual({ id, ...created });
    expect(await changesTo('Checklist', id)).toHaveLength(1);
    expect(itemsOf(await updateRecord(`${PATH}/${id}`, { items: null }))).toEqual([]);
  });

  it('has a version', async () => {
    const { id } = await checklist(CARD);
    const etag = (await service.http.get(`/api/${PATH}/${id}`).expect(200)).headers['etag'] as string;
    await updateRecord(`${PATH}/${id}`, { items: [] });
    await service.http
      .put(`/api/${PATH}/${id}`)
      .set('If-Match', etag)
      .send({ items: [CARD] })
      .expect(412);
    expect(itemsOf(await getRecord(`${PATH}/${id}`))).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['no name', { name: ' ' }, ['/name']],
    ['no list', { items: {} }, ['/items']],
    ['an item without a name and a kind', { items: [{}] }, ['/items/0/name', '/items/0/kind']],
    ['a blank name', { items: [{ ...CARD, name: ' ' }] }, ['/items/0/name']],
    ['another kind', { items: [{ ...CARD, kind: 'promise' }] }, ['/items/0/kind']],
    ['a document without a type', { items: [REFERENCES, { ...CARD, documentTypeID: 0 }] }, ['/items/1/documentTypeID']],
    ['a type that is not in the list', { items: [{ ...CARD, documentTypeID: 99 }] }, ['/items/0/documentTypeID']],
    ['a statement with a type', { items: [{ ...REFERENCES, documentTypeID: 3 }] }, ['/items/0/documentTypeID']],
    ['one type twice', { items: [CARD, LICENCE, { ...CARD, name: 'Card' }] }, ['/items/2/documentTypeID']],
    ['too many days', { items: [{ ...CARD, warnDays: 366 }] }, ['/items/0/warnDays']],
    ['days before none', { items: [{ ...CARD, warnDays: -1 }] }, ['/items/0/warnDays']],
    ['an id of another item', { items: [{ ...CARD, id: 999_999 }] }, ['/items/0/id']],
    ['an unknown field', { items: [{ ...CARD, expires: true }] }, ['/items/0/expires']],
    ['too many items', { items: Array.from({ length: 51 }, () => REFERENCES) }, ['/items']],
  ])('with %s is refused', async (_, body, pointers) => {
    expect(pointersOf(await expectProblem('post', PATH, { name: 'Sites', items: [CARD], ...body }, 400))).toEqual(pointers);
  });

  it('is refused with an item of another kind than before, with one twice, or with that of another checklist', async () => {
    const [{ id, ...created }, other] = [await checklist(REFERENCES), await checklist(CARD)];
    const [item] = itemsOf(created);
    const refused = (...items: object[]) => expectProblem('put', `${PATH}/${id}`, { items }, 400).then(pointersOf);
    expect(await refused({ ...CARD, id: item!.id })).toEqual(['/items/0/kind']);
    expect(await refused(item!, item!)).toEqual(['/items/1/id']);
    expect(await refused(itemsOf(other)[0]!)).toEqual(['/items/0/id']);
    expect(await getRecord(`${PATH}/${id}`)).toEqual({ id, ...created });
  });

  it('that a job names cannot be deleted, any other can, and be restored', async () => {
    const { id } = await checklist(CARD);
    const job = await createRecord('Jobs', { title: 'Painter', complianceChecklistID: id });
    expect(await expectProblem('delete', `${PATH}/${id}`, undefined, 409)).toMatchObject({
      detail: 'Checklist Sites is used by 1 job: give them another checklist first.',
    });
    await updateRecord(`Jobs/${job.id}`, { complianceChecklistID: 1 });
    await deleteRecord(`${PATH}/${id}`);
    expect(await listRecords(`${PATH}?ids=${id}`)).toEqual([]);
    const problem = await expectProblem('put', `Jobs/${job.id}`, { complianceChecklistID: id }, 400);
    expect(pointersOf(problem)).toEqual(['/complianceChecklistID']);
    expect(itemsOf(await updateRecord(`${PATH}/${id}`, { deleted: false }))).toMatchObject([CARD]);
    await updateRecord(`Jobs/${job.id}`, { complianceChecklistID: id });
  });

  it('is found by nobody under an id that does not exist', async () => {
    await service.http.get(`/api/${PATH}/999999`).expect(404);
    await expectProblem('put', `${PATH}/999999`, { name: 'x' }, 404);
    await expectProblem('delete', `${PATH}/999999`, undefined, 404);
  });

  it('is what jobs are found by', async () => {
    const { id } = await checklist(CARD);
    const job = await createRecord('Jobs', { title: 'Painter', complianceChecklistID: id });
    const query = (field: string, value: unknown) =>
      service.http.post('/api/Jobs/Query').send({ filters: { combinator: 'and', rules: [{ field, operator: '=', value }] } });
    for (const [field, value] of [
      ['complianceChecklistID', id],
      ['complianceChecklistName', 'sites'],
    ] as const)
      expect(((await query(field, value).expect(200)).body as RecordBody[]).map((each) => each.id)).toContain(job.id);
  });
});
