import { compareResponse } from './compare';
import { DERIVED_FIELDS, withoutDerived } from './derived-fields';
import { specification } from './specification';
import { fullBodies, fullBody } from './values';

const SAME_IN_BOTH = ['id', 'ssid', 'deleted', 'isRedFlagged'];
const requests = specification.endpoints.flatMap(({ number, title, request }) => (request ? [{ number, title, request }] : []));
const structures = specification.structureNames.map((name) => [name, specification.structure(name)] as const);

describe.each(requests)('A full body for endpoint $number, $title', ({ request: { fields, array } }) => {
  it.each([1, 2] as const)('has every field with its type, in set %i', (set) => {
    const bodies = array ? fullBodies(fields, set) : [fullBody(fields, set)];
    for (const body of bodies) {
      expect(compareResponse(fields, body)).toEqual([]);
      expect(Object.keys(body)).toEqual(fields.map(({ name }) => name));
    }
  });

  it('has every From before its To', () => {
    const body = fullBody(fields);
    for (const [name, from] of Object.entries(body).filter(([each]) => each.endsWith('From'))) {
      expect(String(from) < String(body[name.replace(/From$/, 'To')])).toBe(true);
    }
  });
});

describe.each(structures)('The two sets of values of %s', (_name, fields) => {
  it('differ in every field but ids and marks', () => {
    const [first, second] = [fullBody(fields, 1), fullBody(fields, 2)];
    const same = fields.map(({ name }) => name).filter((name) => JSON.stringify(first[name]) === JSON.stringify(second[name]));
    expect(same.filter((name) => !SAME_IN_BOTH.includes(name))).toEqual([]);
  });

  it('have no text and no date twice, so that no two fields can be mistaken for each other', () => {
    const texts = fields.filter(({ type }) => type.kind === 'string' || type.kind === 'dt').map(({ name }) => fullBody(fields)[name]);
    const meant = texts.filter((text) => text !== 'Australia');
    expect(new Set(meant).size).toBe(meant.length);
  });
});

describe('A full body', () => {
  it('takes what the case at hand needs instead', () => {
    expect(fullBody(specification.structure('Pay frequency'), 1, { id: 3 })).toMatchObject({ id: 3, isEnabled: true });
  });

  it('refers to records 1 to 5, of which there is one everywhere', () => {
    const { jobTypeIds, createdBy, division } = fullBody(specification.structure('Contact saved search'));
    for (const id of [jobTypeIds, createdBy, division].flat()) expect([1, 2, 3, 4, 5]).toContain(id);
  });

  it('has valid JSON in the texts that hold JSON, each its own', () => {
    const { filtersJSON, actionsJSON } = fullBody(specification.structure('Automation'));
    expect(JSON.parse(String(filtersJSON))).toEqual({});
    expect(filtersJSON).not.toBe(actionsJSON);
  });

  it('tells the elements of a list apart', () => {
    const [first, second] = fullBodies(specification.structure('Configuration setting'));
    expect(first?.type).not.toBe(second?.type);
    const { regionSettings } = fullBody(specification.structure('payroll integration settings'));
    expect(regionSettings).toEqual([
      expect.objectContaining({ region: 'regionSettings 1 region of set 1' }),
      expect.objectContaining({ region: 'regionSettings 2 region of set 1' }),
    ]);
  });

  it('can be cut down to what a caller may write', () => {
    for (const [number, derived] of Object.entries(DERIVED_FIELDS)) {
      const fields = specification.endpoint(Number(number)).request?.fields ?? [];
      expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining([...derived]));
      expect(Object.keys(withoutDerived(Number(number), fullBody(fields)))).toHaveLength(fields.length - derived.length);
    }
  });
});
