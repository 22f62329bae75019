import { setTimeout as pause } from 'node:timers/promises';
import { Transactions } from '../src/core/database';
import { DOCX, pdfOf } from '../src/core/files/support/made-files';
import { recompute } from '../src/core/records';
import { ROLE_SCOPES } from '../src/core/terms/role-scopes';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import type { RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import { Dice } from './support/oracle/dice';
import { words } from './support/oracle/words';

const RESUME = 1;

interface Hit {
  readonly id: number;
  readonly detail: string;
  readonly matched: readonly { readonly field: string; readonly text: string }[];
}

let service: TestApp;
const send = (method: 'post' | 'put' | 'delete', path: string, body: object = {}) =>
  requestAs(service, ADMIN_KEY, method, `/api/${path}`).send(body);
const create = async (path: string, body: object): Promise<number> => ((await send('post', path, body).expect(201)).body as RecordBody).id;

async function setContent(id: number, bytes: Buffer | string, type = 'text/plain'): Promise<void> {
  await requestAs(service, ADMIN_KEY, 'post', `/api/Documents/${id}/Content`).set('Content-Type', type).send(bytes).expect(200);
  while ((await textState(id)) === 'pending') await pause(10);
}
const textState = async (id: number): Promise<unknown> =>
  ((await requestAs(service, ADMIN_KEY, 'get', `/api/Documents/${id}`).expect(200)).body as RecordBody)['textState'];

async function document(text: string, { name = 'Resume', ...about }: { name?: string; candidateID?: number } = {}): Promise<number> {
  const id = await create('Documents', { name, typeID: RESUME, candidateID, ...about });
  await setContent(id, text);
  return id;
}
async function hits(q: string, key = ADMIN_KEY, limit = 20): Promise<readonly Hit[]> {
  const path = `/api/Search?types=Document&limit=${limit}&q=${encodeURIComponent(q)}`;
  const { body } = await requestAs(service, key, 'get', path).expect(200);
  return (body as { groups: { hits: Hit[] }[] }).groups[0]?.hits ?? [];
}
const found = async (q: string, key?: string): Promise<number[]> => (await hits(q, key)).map(({ id }) => id);

let candidateID: number;
beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, DEMO_DATA: 'false' });
  candidateID = await create('Candidates', { firstName: 'Zoë', lastName: 'Nguyen' });
});
afterAll(() => service.close());

describe('The search finds a document', () => {
  it.each<[what: string, bytes: (text: string) => Promise<Buffer> | Buffer, type: string]>([
    ['a PDF', (text) => pdfOf(text), 'application/pdf'],
    ['a DOCX', (text) => DOCX(text), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['an RTF', (text) => Buffer.from(`{\\rtf1\\ansi ${text}}`), 'application/rtf'],
    ['a text', (text) => Buffer.from(text), 'text/plain'],
  ])('by the words of %s', async (what, bytes, type) => {
    const word = `welder${what.slice(-3).toLowerCase()}`;
    const id = await create('Documents', { name: 'CV', candidateID, typeID: RESUME });
    await setContent(id, await bytes(`Certified Underwater ${word}`), type);
    expect(await found(`cert ${word.slice(0, -1)}`)).toEqual([id]);
  });

  it('by words of its name and its text, and says which matched and whose it is', async () => {
    const id = await document(`${'Sites and plants. '.repeat(60)}Blasting licence since 2019. ${'More. '.repeat(60)}`, {
      name: 'Quarry.txt',
    });
    const [hit] = await hits('quarry BLAST');
    expect(hit).toMatchObject({ id, detail: 'Resume, Zoë Nguyen', matched: [{ field: 'name', text: 'Quarry.txt' }, { field: 'text' }] });
    expect(hit!.matched[1]!.text).toMatch(/^… .*Blasting licence since 2019\. More\. .* …$/);
    expect(await found('quarry blast asphalt')).toEqual([]);
  });

  it('by its present content only, and by none when it is deleted', async () => {
    const id = await document('glazier');
    await setContent(id, 'plasterer');
    expect([await found('glazier'), await found('plasterer')]).toEqual([[], [id]]);
    await requestAs(service, ADMIN_KEY, 'post', `/api/Documents/${id}/Content`)
      .set('Content-Type', 'image/png')
      .send(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=', 'base64'))
      .expect(200);
    expect(await found('plasterer')).toEqual([]);
    await setContent(id, 'tiler');
    await send('delete', `Documents/${id}`).expect(204);
    await send('put', `Documents/${id}`, { deleted: false });
    expect(await found('tiler')).toEqual([]);
    expect(await wordsOf(id)).toBe(0);
  });

  it('by nothing of a person who is erased', async () => {
    const person = await create('Candidates', { lastName: 'Kept Not' });
    const id = await document('fumigator', { candidateID: person });
    expect(await found('fumigator')).toEqual([id]);
    await send('post', `Candidates/${person}/Erase`).expect(200);
    expect(await found('fumigator')).toEqual([]);
    expect(await wordsOf(id)).toBe(0);
  });

  it('by the first 5,000 different words of a long text', async () => {
    const text = Array.from({ length: 6000 }, (_, index) => `lot${index}`).join(' ');
    const id = await document(`${text} lot1 lot2`);
    expect([await found('lot4999'), await found('lot5999')]).toEqual([[id], []]);
    expect(await staleWords()).toEqual([]);
  });

  it('that belongs to records which the caller sees', async () => {
    const [here, elsewhere] = [await create('Divisions', { name: 'Here' }), await create('Divisions', { name: 'Elsewhere' })];
    const hidden = await create('Candidates', { lastName: 'Hidden' });
    await send('put', `Candidates/${hidden}/Assignment`, { divisionIDs: [here] }).expect(200);
    const id = await document('signwriter', { candidateID: hidden });
    const keyOf = async (name: string, scopes: readonly string[], divisionIDs: number[]): Promise<string> => {
      const roleID = await create('Roles', { name, scopes });
      return (await createKey(service, { name, userID: await createUser(service, { name, roleID, divisionIDs }) })).key;
    };
    const reading = ROLE_SCOPES.filter((scope) => scope.endsWith(':read') && !/^(automation|changes)/.test(scope));
    expect(await found('signwriter', await keyOf('Here', reading, [here]))).toEqual([id]);
    expect(await found('signwriter', await keyOf('Elsewhere', reading, [elsewhere]))).toEqual([]);
    const key = await keyOf('Candidates only', ['candidates:read'], [here]);
    await requestAs(service, key, 'get', '/api/Search?q=signwriter&types=Document').expect(403);
  });

  it('that a plain evaluation of all names and texts finds', async () => {
    const dice = new Dice(23);
    const WORDS = ['Élan', 'elan2', 'C++', 'crane', 'cranes', 'rigger', 'straße', 'STRASSE', '٣٤٥', 'x1', '結構', 'e-mail', "d'Or"];
    const all = new Map<number, string>();
    const text = (): string => Array.from({ length: 1 + dice.roll(6) }, () => dice.pick(WORDS)).join(dice.pick([' ', '\n', ', ']));
    for (let count = 0; count < 15; count++) {
      const [name, content] = [`zz ${text()}`, text()];
      all.set(await document(content, { name }), `${name} ${content}`);
    }
    for (const id of [...all.keys()].slice(0, 5)) {
      const [content, name] = [text(), `zz ${text()}`];
      await send('put', `Documents/${id}`, { name }).expect(200);
      await setContent(id, content);
      all.set(id, `${name} ${content}`);
    }
    for (let round = 0; round < 60; round++) {
      const q = ['zz', ...dice.some(WORDS, 2).map((word) => word.slice(0, 1 + dice.roll(word.length)))].join(' ');
      const expected = [...all].filter(([, own]) => words(q).every((word) => words(own).some((each) => each.startsWith(word))));
      expect({ q, found: (await found(q)).toSorted((one, other) => one - other) }).toEqual({ q, found: expected.map(([id]) => id) });
    }
    expect(await staleWords()).toEqual([]);
  });
});

const wordsOf = async (id: number): Promise<number> =>
  Number(
    (await queryRows<{ count: number }>(service, "SELECT COUNT(*) AS count FROM document_word WHERE id = ? AND field = 'text'", [id]))[0]!
      .count,
  );
const staleWords = (fix = false) => recompute(service.app.get(Transactions, { strict: false }), { fix });

it('The words of texts are written anew by the recomputation, which follows an upgrade', async () => {
  const id = await document('scaffolder rigging');
  await queryRows(service, "DELETE FROM document_word WHERE id = ? AND field = 'text'", [id]);
  await queryRows(service, "UPDATE content_text SET folded = 'outdated' WHERE documentID = ?", [id]);
  expect(await found('scaffolder')).toEqual([]);
  expect(await staleWords(true)).toEqual([
    { type: 'Document', what: 'keys', ids: [id] },
    { type: 'Document', what: 'words', ids: [id] },
  ]);
  expect([await found('scaffolder'), await staleWords()]).toEqual([[id], []]);
});
