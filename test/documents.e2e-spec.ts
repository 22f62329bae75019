import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';

type Answer = Record<string, unknown> & { id: number };
interface Change {
  recordID: number;
  action: string;
  events: number[];
  fields: Record<string, [unknown, unknown]>;
}

let service: TestApp;
beforeAll(async () => void (service = await startApp({ CLOCK_START: '2026-11-20T12:00:00.000Z' })));
afterAll(() => service.close());

const created = async (body: object): Promise<Answer> => (await service.http.post('/api/Documents').send(body).expect(201)).body as Answer;
const found = async (id: number): Promise<Answer> => (await service.http.get(`/api/Documents/${id}`).expect(200)).body as Answer;
const changed = async (id: number, body: object): Promise<Answer> =>
  (await service.http.put(`/api/Documents/${id}`).send(body).expect(200)).body as Answer;
const candidate = async (id: number): Promise<Answer> => (await service.http.get(`/api/Candidates/${id}`).expect(200)).body as Answer;
const activitiesOf = async (path: string): Promise<Answer[]> =>
  (await service.http.get(`/api/${path}/Activities?category=10`).expect(200)).body as Answer[];

const changesOf = async (type: string, id: number): Promise<Change[]> => {
  const rows = await queryRows<Record<'recordID' | 'action' | 'events' | 'fields', string>>(
    service,
    'SELECT recordID, action, events, fields FROM record_change WHERE type = ? AND recordID = ? ORDER BY id',
    [type, id],
  );
  return rows.map(({ recordID, action, events, fields }) => ({
    recordID: Number(recordID),
    action,
    events: JSON.parse(events) as number[],
    fields: JSON.parse(fields) as Change['fields'],
  }));
};

const RESUME = { name: 'Resume.pdf', typeID: 1, url: 'https://files.example.com/r', contentType: 'application/pdf' };

describe('A document', () => {
  it('is returned complete, with a Location where it can be read', async () => {
    const body = { ...RESUME, typeID: 2, candidateID: 1, contactID: 1, clientID: 1, jobID: 1, expiryDate: '2027-06-30T15:00:00+10:00' };
    const response = await service.http.post('/api/Documents').send(body).expect(201);
    const { id } = response.body as Answer;
    expect(response.headers['location']).toBe(`/api/Documents/${id}`);
    expect(response.body).toMatchObject({
      name: 'Resume.pdf',
      typeName: 'Licence',
      candidateName: 'Grace Nguyen',
      clientName: 'Harbour Construction Group',
      jobTitle: expect.any(String) as string,
      contactName: expect.any(String) as string,
      createdByName: 'Amelia Hart',
      expiryDate: '2027-06-30T00:00:00.000Z',
      deleted: false,
    });
    expect(await found(id)).toEqual(response.body);
  });

  it.each<[says: object, pointer: string, detail: string]>([
    [{}, '', 'requires at least one of candidateID, contactID, clientID, jobID'],
    [{ candidateID: 0, contactID: null }, '', ''],
    [{ candidateID: 999_999 }, '/candidateID', ''],
    [{ candidateID: 1, typeID: 99 }, '/typeID', ''],
    [{ candidateID: 1, url: 'javascript:alert(1)' }, '/url', ''],
    [{ candidateID: 1, expiryDate: 'soon' }, '/expiryDate', ''],
    [{ candidateID: 1, content: 'x' }, '/content', ''],
  ])('sent as %j is rejected at "%s"', async (says, pointer, detail) => {
    const { body } = await service.http.post('/api/Documents').send(says).expect(400);
    expect((body as { errors: object[] }).errors).toMatchObject([{ pointer, ...(detail ? { detail } : {}) }]);
  });

  it('can move from one owner to another, and always needs one', async () => {
    const { id } = await created({ candidateID: 1 });
    await service.http.put(`/api/Documents/${id}`).send({ candidateID: null }).expect(400);
    expect(await changed(id, { candidateID: null, jobID: 2 })).toMatchObject({ candidateID: 0, jobID: 2 });
  });

  it('can be deleted, is returned by its id, and can be restored', async () => {
    const { id } = await created({ candidateID: 1 });
    const listed = async (): Promise<unknown> => (await service.http.get(`/api/Documents?ids=${id}`).expect(200)).body;
    await service.http.delete(`/api/Documents/${id}`).expect(204);
    expect([await listed(), (await found(id))['deleted']]).toEqual([[], true]);
    await changed(id, { deleted: false });
    expect(await listed()).toHaveLength(1);
    expect((await changesOf('Document', id)).map(({ action }) => action)).toEqual(['created', 'deleted', 'restored']);
  });

  it('returns 404 for an unknown id', async () => {
    await service.http.get('/api/Documents/999999').expect(404);
    await service.http.put('/api/Documents/999999').send({}).expect(404);
    await service.http.delete('/api/Documents/999999').expect(404);
  });
});

describe('A document has mirror activities', () => {
  it('one for each record it belongs to, kept up to date', async () => {
    const [one, other] = [await seedRecord(service, 'Candidate'), await seedRecord(service, 'Candidate')];
    const { id, createdDate } = await created({ ...RESUME, typeID: 4, candidateID: one, contactID: 3 });
    const [activity] = await activitiesOf(`Candidates/${one}`);
    expect(activity).toMatchObject({
      category: 10,
      type: 'Document',
      entityId: id,
      documentID: id,
      notes: 'Resume.pdf',
      statusName: 'Completed',
      activityDate: createdDate,
      candidateID: one,
      contactID: 3,
      assignedToID: 1,
    });
    await changed(id, { name: 'Contract.pdf', candidateID: other });
    expect(await activitiesOf(`Candidates/${one}`)).toEqual([]);
    expect(await activitiesOf(`Candidates/${other}`)).toMatchObject([{ id: activity?.id, notes: 'Contract.pdf', contactID: 3 }]);
    await service.http.delete(`/api/Documents/${id}`).expect(204);
    expect(await activitiesOf(`Candidates/${other}`)).toEqual([]);
    await changed(id, { deleted: false });
    expect(await activitiesOf(`Candidates/${other}`)).toMatchObject([{ id: activity?.id }]);
    expect((await changesOf('Activity', activity?.id ?? 0)).map(({ action }) => action)).toEqual([
      'created',
      'updated',
      'deleted',
      'restored',
    ]);
  });

  it('and the figures of its owners follow', async () => {
    const contact = await seedRecord(service, 'Contact');
    const { id, createdDate } = await created({ contactID: contact, name: 'Card.jpg' });
    const last = async (): Promise<unknown> =>
      ((await service.http.get(`/api/Contacts/${contact}`).expect(200)).body as Answer)['lastActivityDate'];
    expect(await last()).toBe(createdDate);
    await service.http.delete(`/api/Documents/${id}`).expect(204);
    expect(await last()).toBeUndefined();
  });
});

describe('The resume fields of a candidate follow the newest resume', () => {
  const resumeOf = async (id: number): Promise<unknown[]> => {
    const { hasResumeViewerDoc, resumeViewerDate, resumeUpdateDate } = await candidate(id);
    return [hasResumeViewerDoc, resumeViewerDate, resumeUpdateDate];
  };
  const of = ({ createdDate, updatedDate }: Answer): unknown[] => [true, createdDate, updatedDate];
  const NONE = [false, undefined, undefined];
  const eventsOf = async (id: number): Promise<number[][]> => (await changesOf('Candidate', id)).map(({ events }) => events);

  it('throughout its life', async () => {
    const id = await seedRecord(service, 'Candidate');
    const first = await created({ ...RESUME, candidateID: id });
    expect(await resumeOf(id)).toEqual(of(first));
    const edited = await changed(first.id, { url: 'https://files.example.com/r2' });
    expect(await resumeOf(id)).toEqual(of(edited));
    const second = await created({ ...RESUME, candidateID: id });
    expect(await resumeOf(id)).toEqual(of(second));
    await service.http.delete(`/api/Documents/${second.id}`).expect(204);
    expect(await resumeOf(id)).toEqual(of(edited));
    const restored = await changed(second.id, { deleted: false });
    expect(await resumeOf(id)).toEqual(of(restored));
    await changed(second.id, { typeID: 5 });
    expect(await resumeOf(id)).toEqual(of(edited));
    await service.http.delete(`/api/Documents/${first.id}`).expect(204);
    expect(await resumeOf(id)).toEqual(NONE);
  });

  it('event 7 is raised when one is added or updated, not when one is removed', async () => {
    const id = await seedRecord(service, 'Candidate');
    const { id: resume, createdDate } = await created({ ...RESUME, candidateID: id });
    await changed(resume, { name: 'Resume 2.pdf' });
    await service.http.delete(`/api/Documents/${resume}`).expect(204);
    await changed(resume, { deleted: false });
    expect(await eventsOf(id)).toEqual([[2, 7], [2, 7], [2], [2, 7]]);
    const [change] = await changesOf('Candidate', id);
    expect(change).toMatchObject({
      action: 'updated',
      fields: { hasResumeViewerDoc: [false, true], resumeViewerDate: [null, createdDate] },
    });
  });

  it('for the candidate that it moved to, and the one that it left', async () => {
    const [one, other] = [await seedRecord(service, 'Candidate'), await seedRecord(service, 'Candidate')];
    const { id } = await created({ ...RESUME, candidateID: one });
    const moved = await changed(id, { candidateID: other });
    expect([await resumeOf(one), await resumeOf(other)]).toEqual([NONE, of(moved)]);
    expect([await eventsOf(one), await eventsOf(other)]).toEqual([[[2, 7], [2]], [[2, 7]]]);
  });

  it('and other documents raise no event', async () => {
    const id = await seedRecord(service, 'Candidate');
    const { id: licence } = await created({ ...RESUME, typeID: 2, candidateID: id });
    await changed(licence, { name: 'Licence 2.pdf' });
    expect([await resumeOf(id), await eventsOf(id)]).toEqual([NONE, []]);
    await created({ ...RESUME, contactID: 1 });
  });

  it('are read-only while there is one, and writable when there is none', async () => {
    const id = await seedRecord(service, 'Candidate');
    const resume = await created({ ...RESUME, candidateID: id });
    const sent = { hasResumeViewerDoc: true, resumeViewerDate: '2020-01-01T00:00:00.000Z', resumeUpdateDate: '2020-02-01T00:00:00.000Z' };
    const write = () => service.http.put(`/api/Candidates/${id}/V2`).send(sent).expect(200);
    await write();
    expect(await resumeOf(id)).toEqual(of(resume));
    await service.http.delete(`/api/Documents/${resume.id}`).expect(204);
    await write();
    expect(await resumeOf(id)).toEqual(Object.values(sent));
    expect((await eventsOf(id)).at(-1)).toEqual([2, 7]);
  });

  it('and match the newest after concurrent writes', async () => {
    const id = await seedRecord(service, 'Candidate');
    const resumes = await Promise.all(Array.from({ length: 8 }, () => created({ ...RESUME, candidateID: id })));
    const newest = resumes
      .sort((one, other) => String(one['createdDate']).localeCompare(String(other['createdDate'])) || one.id - other.id)
      .at(-1);
    expect(await resumeOf(id)).toEqual(of(newest ?? { id: 0 }));
  });
});

describe('Among resumes of the same day', () => {
  const day = (createdDate: string, updatedDate = createdDate) => ({
    createdDate: new Date(createdDate),
    updatedDate: new Date(updatedDate),
  });
  const put = (id: number, body: object) => service.http.put(`/api/Candidates/${id}/V2`).send(body).expect(200);
  const lastEvents = async (id: number): Promise<number[] | undefined> => (await changesOf('Candidate', id)).at(-1)?.events;

  it('the newest is the latest by time, and of two at the same time the one created last', async () => {
    const id = await seedRecord(service, 'Candidate', { version: 1 });
    const resume = (moments: object) => seedRecord(service, 'Document', { ...RESUME, candidateID: id, version: 1, ...moments });
    await resume(day('2026-05-01T15:00:00Z', '2026-05-03T15:00:00Z'));
    await resume(day('2026-05-01T09:00:00Z', '2026-05-04T09:00:00Z'));
    await put(id, { hasResumeViewerDoc: true, resumeUpdateDate: '2020-01-01' });
    expect(await candidate(id)).toMatchObject({
      resumeViewerDate: '2026-05-01T15:00:00.000Z',
      resumeUpdateDate: '2026-05-03T15:00:00.000Z',
    });
    await resume(day('2026-05-01T15:00:00Z', '2026-05-02T15:00:00Z'));
    await put(id, { resumeUpdateDate: '2020-01-01' });
    expect(await candidate(id)).toMatchObject({
      resumeViewerDate: '2026-05-01T15:00:00.000Z',
      resumeUpdateDate: '2026-05-02T15:00:00.000Z',
    });
  });

  it('event 7 is raised by one that is later by hours, not by an earlier one or by another field', async () => {
    const id = await seedRecord(service, 'Candidate', { version: 1 });
    const updates: [object, number[]][] = [
      [{ hasResumeViewerDoc: true, resumeUpdateDate: '2026-05-01T09:00:00Z' }, [2, 7]],
      [{ resumeUpdateDate: '2026-05-01T09:00:00.001Z' }, [2, 7]],
      [{ resumeUpdateDate: '2026-05-01T15:00:00Z' }, [2, 7]],
      [{ resumeUpdateDate: '2026-05-01T12:00:00Z' }, [2]],
      [{ resumeViewerDate: '2026-05-02T12:00:00Z' }, [2]],
    ];
    for (const [body, events] of updates) {
      await put(id, body);
      expect({ body, events: await lastEvents(id) }).toEqual({ body, events });
    }
  });
});

describe('A document is verified', () => {
  const LICENCE = { name: 'Licence.jpg', typeID: 2, url: 'https://files.example.com/l', candidateID: 1, expiryDate: '2027-06-30' };
  const NOBODY = { isVerified: false, verifiedByID: 0, verifiedByName: null };
  const AMELIA = { isVerified: true, verifiedByID: 1, verifiedByName: 'Amelia Hart' };

  it('by whoever says so, at that time, which is in the changes', async () => {
    const { id, ...filed } = await created(LICENCE);
    expect(filed).toMatchObject(NOBODY);
    expect(filed).not.toHaveProperty('verifiedDate');
    const verified = await changed(id, { isVerified: true });
    expect(verified).toMatchObject({ ...AMELIA, verifiedDate: expect.stringMatching(/^2026-11-20T12:/) as string });
    expect(await changed(id, { isVerified: true, name: 'Driver.jpg' })).toMatchObject({
      ...AMELIA,
      verifiedDate: verified['verifiedDate'],
    });
    expect(await changed(id, { isVerified: false })).toMatchObject(NOBODY);
    const changes = await changesOf('Document', id);
    expect(changes[1]?.fields).toMatchObject({ isVerified: [false, true], verifiedByID: [null, 1] });
    expect(changes.at(-1)?.fields).toMatchObject({ isVerified: [true, false], verifiedByID: [1, null] });
  });

  it('when it is filed', async () => {
    expect(await created({ ...LICENCE, isVerified: true })).toMatchObject(AMELIA);
  });

  it('by nobody else, and at no other time, than the service knows', async () => {
    const claimed = await created({ ...LICENCE, isVerified: true, verifiedByID: 2, verifiedDate: '2020-01-01T00:00:00Z' });
    expect(claimed).toMatchObject({ ...AMELIA, verifiedDate: expect.stringMatching(/^2026-11-20T12:/) as string });
    expect(await created({ ...LICENCE, verifiedByID: 2, verifiedDate: '2020-01-01T00:00:00Z' })).toMatchObject(NOBODY);
  });

  it.each<[string, object]>([
    ['another url', { url: 'https://files.example.com/other' }],
    ['no url', { url: null }],
    ['another type', { typeID: 3 }],
    ['another expiry', { expiryDate: '2028-06-30' }],
    ['no expiry', { expiryDate: null }],
    ['another candidate', { candidateID: 2 }],
    ['a client', { clientID: 1 }],
  ])('only as it is: not with %s, even if the same body says so', async (_, body) => {
    const { id } = await created({ ...LICENCE, isVerified: true });
    expect(await changed(id, { ...body, isVerified: true })).toMatchObject(NOBODY);
    expect(await changed(id, { isVerified: true })).toMatchObject(AMELIA);
  });

  it('still when the same values are sent again, or others that say nothing about it', async () => {
    const { id } = await created({ ...LICENCE, isVerified: true });
    expect(await changed(id, { ...LICENCE, expiryDate: '2027-06-30T00:00:00Z', contentType: 'image/jpeg' })).toMatchObject(AMELIA);
  });
});
