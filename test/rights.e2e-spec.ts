import type { OpenAPIObject } from '@nestjs/swagger';
import { ADMIN_KEY, createKey, createUser, requestAs, sendAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { createAsAdmin, makeOffice, type Ids } from './support/offices';
import { operationsOf, type Operation } from './support/operations';
import { isReading, mayUse, ROLES } from './support/rights-of-roles';

type Method = 'get' | 'post' | 'put' | 'delete';

/** In texts of every record of the other division. */
const MARK = 'Quillfeather';
/** No record has it. */
const NOWHERE = 987_654;
/** Of parts of records, in paths with two ids: none has it. */
const NO_PART = '987653';
const ID = '{id}';
/** What ends a record comes last. */
const LAST = [/\/Merge$/, /\/Erase$/];

/** Everything held about a person may be of any division. */
const FOR_ALL_DIVISIONS = /\/(PersonalData|Erase)$/;

interface Answer {
  readonly status: number;
  /** With ID for the id in the path. */
  readonly text: string;
}

/** Known, and not refused: what the example of a body says may still be a conflict, or refer to what is not there. */
const isServed = ({ status, text }: Answer): boolean =>
  ![401, 403].includes(status) && status < 500 && !(status === 404 && /"detail":"[^"]*\bID not found/.test(text));

let service: TestApp;
let operations: Operation[];
let north: number;
let foreign: Ids;

beforeAll(async () => {
  service = await startApp(WITH_ADMIN);
  north = await createAsAdmin(service, 'divisions', { name: 'North' });
  foreign = await makeOffice(service, await createAsAdmin(service, 'divisions', { name: MARK }), MARK);
  await requestAs(service, ADMIN_KEY, 'put', `/api/divisions/${north}/payroll-integration`).send({ entityID: 7 }).expect(200);
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  operations = operationsOf(document)
    // change-stream.e2e-spec tries what it shows of other divisions
    .filter(({ isEndless }) => !isEndless)
    .sort((one, other) => lateness(one) - lateness(other));
});
afterAll(() => service.close());

const lateness = ({ method, path }: Operation): number => (method === 'delete' ? 1 : LAST.findIndex((each) => each.test(path)) + 1);

/** The records that the id in the path is of, if that is a record of a division. */
const groupOf = ({ path }: Operation): string | undefined => {
  const [, group = ''] = /^\/api\/(\w+)\/\{id\}/.exec(path) ?? [];
  return group in foreign ? group : undefined;
};

describe('Every route, for a caller who sees one division and has the role', () => {
  it.each(ROLES.map((name, index) => [name, index + 1] as const))(
    '%s: knows the own records as far as its scopes reach, and those of another division as none',
    async (name, roleID) => {
      const own = await makeOffice(service, north, `Lindqvist${roleID}`);
      const userID = await createUser(service, { name, roleID, divisionIDs: [north] });
      const { key } = await createKey(service, { name, userID });
      const answer = async ({ method, path, body }: Operation, id: number): Promise<Answer> => {
        const address = path
          .replace(ID, String(id))
          .replace('{tag}', `Lindqvist${roleID}`)
          .replace(/\{\w+\}/g, NO_PART);
        const { status, text } = await sendAs(service, key, method as Method, address, body?.example as object | string | undefined);
        return { status, text: text.replace(new RegExp(`\\b${id}\\b`, 'g'), 'ID') };
      };
      const faults: string[] = [];
      const tried = { withDivision: 0, withoutDivision: 0 };
      for (const operation of operations) {
        const group = groupOf(operation);
        const isAllowed = mayUse(roleID, operation);
        const check = (what: string, answered: Answer, isRight: boolean): void =>
          void (isRight || faults.push(`${operation.name}, ${what}: ${answered.status} ${answered.text.slice(0, 200)}`));
        if (group === undefined) {
          // writing what is no record of a division is no matter of divisions
          if (!isReading(operation)) continue;
          const read = await answer(operation, 1);
          check('any', read, (read.status === 403) !== isAllowed && !read.text.includes(MARK));
          tried.withoutDivision += 1;
          continue;
        }
        const [hidden, none] = [await answer(operation, foreign[group]!), await answer(operation, NOWHERE)];
        check('of another division', hidden, hidden.status === (isAllowed ? 404 : 403) && hidden.text === none.text);
        const seen = await answer(operation, own[group]!);
        const isRefused = !isAllowed || FOR_ALL_DIVISIONS.test(operation.path);
        check('own', seen, isRefused ? seen.status === 403 : isServed(seen));
        tried.withDivision += 1;
      }
      expect(faults).toEqual([]);
      expect(tried.withDivision).toBeGreaterThan(80);
      expect(tried.withoutDivision).toBeGreaterThan(40);
    },
  );
});
