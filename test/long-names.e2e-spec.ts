import type { OpenAPIObject } from '@nestjs/swagger';
import { startApp, type TestApp } from './support/app';
import { operationsOf, type Operation } from './support/operations';
import { SchemaCheck } from './support/schemas';

const [FIRST, LAST] = ['F'.repeat(100), 'L'.repeat(100)];

let service: TestApp;
let gets: Operation[];
let check: SchemaCheck;
beforeAll(async () => {
  service = await startApp();
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  gets = operationsOf(document).filter((each) => each.method === 'get' && /json$/.test(each.responseType(200)) && !each.isEndless);
  check = new SchemaCheck(document.components?.schemas ?? {});
});
afterAll(() => service.close());

/** Two requests where something can be added up by persons. */
function queriesOf({ parameters }: Operation): readonly object[] {
  const limit = parameters.some(({ name }) => name === 'limit') ? { limit: 1000 } : {};
  return parameters.some(({ name }) => name === 'by') ? [limit, { ...limit, by: 'candidate' }] : [limit];
}

describe('The longest names of a candidate and a contact', () => {
  it('fit wherever a response shows them', async () => {
    for (const id of [1, 2, 3, 4, 5]) {
      await service.http.put(`/api/Candidates/${id}/V2`).send({ firstName: FIRST, lastName: LAST, preferredName: FIRST }).expect(200);
      await service.http.put(`/api/Contacts/${id}`).send({ firstName: FIRST, surname: LAST }).expect(200);
    }
    const wrong = new Set<string>();
    let shown = 0;
    for (const get of gets)
      for (const query of queriesOf(get)) {
        const { status, body, text } = await service.http
          .get(get.pathWith())
          .query({ ...Object.fromEntries(new URLSearchParams(get.query)), ...query });
        if (status !== 200) continue;
        if (text.includes(`${FIRST} ${LAST}`)) shown += 1;
        for (const violation of check.violations(get.response(200)?.schema ?? {}, body))
          if (violation.includes('more than 200 characters')) wrong.add(`${get.name} ${violation.replace(/\d+\//g, '')}`);
      }
    expect(shown).toBeGreaterThan(15);
    expect([...wrong]).toEqual([]);
  });
});
