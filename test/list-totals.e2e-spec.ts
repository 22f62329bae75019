import type { OpenAPIObject } from '@nestjs/swagger';
import { startApp, type TestApp } from './support/app';
import { operationsOf, type Operation } from './support/operations';

let service: TestApp;
let lists: Operation[];
beforeAll(async () => {
  service = await startApp();
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  lists = operationsOf(document).filter(({ method, parameters }) => method === 'get' && parameters.some(({ name }) => name === 'cursor'));
});
afterAll(() => service.close());

describe('A list with pages', () => {
  it('says on its first page how many records it has', async () => {
    expect(lists.length).toBeGreaterThan(60);
    const wrong: string[] = [];
    for (const { name, pathWith } of lists.map((each) => ({ name: each.name, pathWith: each.pathWith() }))) {
      const { headers, body } = await service.http.get(pathWith).query({ limit: 1000 }).expect(200);
      const rows = (body as unknown[]).length;
      const total = headers['x-total-count'];
      if (total === undefined || Number(total) < rows || (!('link' in headers) && Number(total) !== rows)) wrong.push(`${name}: ${total}`);
    }
    expect(wrong).toEqual([]);
  });

  it('of the versions of an automation counts them all on its first page, and not again on the next', async () => {
    const { id } = (await service.http.get('/api/Automation?limit=1').expect(200)).body[0] as { id: number };
    for (const seconds of [1, 2, 3])
      await service.http
        .put(`/api/Automation/${id}`)
        .send({ statusID: 2, name: `Version ${seconds}`, maxNumberOfRecordsToExecute: seconds })
        .expect(200);
    const first = await service.http.get(`/api/Automation/${id}/Versions?limit=1`).expect(200);
    const all = await service.http.get(`/api/Automation/${id}/Versions`).expect(200);
    expect(Number(first.headers['x-total-count'])).toBe((all.body as unknown[]).length);
    expect((all.body as unknown[]).length).toBeGreaterThan(2);
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(first.headers['link'])) ?? [];
    expect((await service.http.get(next!).expect(200)).headers).not.toHaveProperty('x-total-count');
  });
});
