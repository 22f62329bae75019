import { type ContractField, SpecificationError } from './contract-field';
import { Specification, specification } from './specification';

const field = (structure: string, name: string): ContractField | undefined =>
  specification.structure(structure).find((each) => each.name === name);
const plain = (kind: 'int32' | 'double' | 'string' | 'boolean' | 'dt') => ({ kind });
const namesOf = (fields: readonly ContractField[]): string[] => fields.map(({ name }) => name);
const numbers = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('The structures of the specification', () => {
  it.each([
    ['Automation', 22, 18],
    ['Tag filter', 3, 0],
    ['statistic-count', 2, 0],
    ['statistic-date', 2, 0],
    ['Job', 200, 111],
    ['Contact', 116, 82],
    ['Candidate', 132, 0],
    ['Activity', 40, 23],
    ['Contact saved search', 42, 0],
    ['payroll integration settings', 11, 0],
    ['region settings', 9, 0],
    ['Pay frequency', 4, 0],
    ['Configuration setting', 2, 0],
    ['Contact search ordering', 2, 0],
    ['Problem', 5, 0],
  ])('%s has %i fields, of which %i may be null', (structure, count, nullable) => {
    const fields = specification.structure(structure);
    expect(new Set(namesOf(fields)).size).toBe(count);
    expect(fields).toHaveLength(count);
    expect(fields.filter((each) => each.nullable)).toHaveLength(nullable);
  });

  it('are these and no others', () => {
    expect(specification.structureNames).toHaveLength(15);
  });

  it.each([
    ['Job', 'jobID', plain('int32'), false],
    ['Job', 'timeToFillStartDate', plain('dt'), true],
    ['Job', 'videoLink', plain('string'), false],
    ['Job', 'customField10', plain('string'), true],
    ['Job', 'customField11', plain('double'), true],
    ['Job', 'customField60', plain('dt'), false],
    ['Job', 'consultantID5', plain('int32'), false],
    ['Job', 'consultantPercentage3', plain('double'), false],
    ['Job', 'contact4Name', plain('string'), true],
    ['Job', 'rateUnitsName', plain('int32'), false],
    ['Job', 'isAiMatchesReady', plain('boolean'), true],
    ['Job', 'workAssignment', { kind: 'enum', values: [0, 1, 2, 3, 4] }, false],
    ['Job', 'jobDescriptionType', { kind: 'enum', values: [0, 1, 2] }, false],
    ['Automation', 'eventID', { kind: 'enum', values: numbers(1, 69) }, false],
    ['Automation', 'triggerID', { kind: 'enum', values: [1, 2, 3] }, false],
    ['Automation', 'statusID', { kind: 'enum', values: [1, 2] }, false],
    ['Contact', 'customField51', plain('dt'), false],
    ['Contact', 'optOut', plain('boolean'), false],
    ['Candidate', 'customField45', plain('dt'), false],
    ['Candidate', 'customField46', plain('double'), false],
    ['Candidate', 'preferredSalaryUnitsId', plain('int32'), false],
    ['Candidate', 'nationalityID', plain('int32'), false],
    ['Candidate', 'weeksNotice', plain('double'), false],
    ['Activity', 'linkedJobIds', { kind: 'array', of: plain('int32') }, true],
    ['Contact saved search', 'owner', { kind: 'array', of: plain('string') }, false],
    ['payroll integration settings', 'apiKey', plain('string'), false],
  ] as const)('%s.%s is read with its type', (structure, name, type, nullable) => {
    expect(field(structure, name)).toMatchObject({ type, nullable });
  });

  it.each([
    ['Job', 'statisticsCounts', true, ['type', 'value']],
    ['Job', 'statisticsDates', true, ['type', 'value']],
    ['Candidate', 'statisticsDates', false, ['type', 'value']],
    ['Candidate', 'employmentHistories', false, ['jobTitle', 'employer', 'startDate', 'endDate']],
    ['Contact saved search', 'excludeTags', false, ['tag', 'typeId', 'source']],
    ['payroll integration settings', 'regionSettings', false, namesOf(specification.structure('region settings'))],
  ])('%s.%s is an array of objects', (structure, name, nullable, names) => {
    const found = field(structure, name);
    const element = found?.type.kind === 'array' ? found.type.of : undefined;
    expect(found?.nullable).toBe(nullable);
    expect(element?.kind === 'object' && namesOf(element.fields)).toEqual(names);
  });

  it('tell the statistics of numbers from those of dates', () => {
    expect(specification.structure('statistic-count').map(({ type }) => type.kind)).toEqual(['string', 'int32']);
    expect(specification.structure('statistic-date').map(({ type }) => type.kind)).toEqual(['string', 'dt']);
  });

  it('mark the texts that hold JSON', () => {
    expect(
      specification
        .structure('Automation')
        .filter(({ json }) => json)
        .map(({ name }) => name),
    ).toEqual(['filtersJSON', 'actionsJSON', 'scheduleMetaDataJSON', 'orderByJSON']);
  });
});

describe('The endpoints of the specification', () => {
  it.each([
    [1, 'PUT', '/api/divisions/{divisionId}/{payroll_integration_segment}', 11, undefined],
    [2, 'POST', '/api/Automation', 22, 22],
    [3, 'POST', '/api/Jobs/Search', 19, 200],
    [4, 'POST', '/api/Automation/Search/Contacts/Filters', 5, 116],
    [5, 'PUT', '/api/Candidates/{candidateId}/V2', 132, undefined],
    [6, 'GET', '/api/Candidates/{candidateId}/Activities', undefined, 40],
    [7, 'PUT', '/api/Contacts/Search/{ssid}', 42, undefined],
    [8, 'PUT', '/api/Configuration/Placements/Pay-Frequencies/{payFrequencyId}', 4, undefined],
    [9, 'POST', '/api/Configuration/JobPosting', 2, undefined],
    [10, 'POST', '/api/Configuration/Clients', 2, undefined],
  ])('%i is %s %s', (number, method, path, requestFields, responseFields) => {
    const endpoint = specification.endpoint(number);
    expect(endpoint).toMatchObject({ method, path });
    expect(endpoint.request?.fields.length).toBe(requestFields);
    expect(endpoint.response?.fields.length).toBe(responseFields);
  });

  it('are ten', () => {
    expect(specification.endpoints).toHaveLength(10);
  });

  it('take and answer arrays where the specification says so', () => {
    expect(specification.endpoints.filter(({ request }) => request?.array).map(({ number }) => number)).toEqual([9, 10]);
    expect(specification.endpoints.filter(({ response }) => response?.array).map(({ number }) => number)).toEqual([3, 4, 6]);
  });

  it('have three query parameters in all', () => {
    expect(specification.endpoints.flatMap(({ query }) => query)).toEqual([
      { name: 'runNow', type: plain('boolean'), default: false },
      { name: 'status', type: plain('int32'), default: 0 },
      { name: 'category', type: plain('int32'), default: 0 },
    ]);
  });

  it('describe the order of a contact search in place', () => {
    const orderBy = specification.endpoint(4).request?.fields.find(({ name }) => name === 'orderBy');
    expect(orderBy?.type).toEqual({ kind: 'object', fields: specification.structure('Contact search ordering') });
  });

  it('give every field of a job search but its number the right to be null', () => {
    expect(
      specification
        .endpoint(3)
        .request?.fields.filter(({ nullable }) => !nullable)
        .map(({ name }) => name),
    ).toEqual(['ssid']);
  });
});

describe('A text that is not understood is an error', () => {
  const chapters = (table: string, endpoint = '- Method and path: `GET {base_url}/api/X`.') =>
    `## Resources and their fields\n\n### Thing\n\n${table}\n\n## Endpoints\n\n### 1. Get\n\n${endpoint}\n\n## Errors\n`;
  const table = (row: string) => `| Field | Type |\n|---|---|\n${row}`;

  it('reads the smallest specification', () => {
    expect(new Specification(chapters(table('| a, b2..b4 | int32? |'))).structure('Thing').map(({ name }) => name)).toEqual([
      'a',
      'b2',
      'b3',
      'b4',
    ]);
  });

  it.each([
    ['a type', chapters(table('| a | gizmo |'))],
    ['an enumeration', chapters(table('| a | integer enum: one, two |'))],
    ['a field name', chapters(table('| a and b | int32 |'))],
    ['an endpoint', chapters(table('| a | int32 |'), '- Method and path: somewhere.')],
    ['a body', chapters(table('| a | int32 |'), '- Method and path: `GET {base_url}/api/X`.\n- Request: the gadget object.')],
    ['a missing chapter', '## Endpoints\n'],
  ])('%s', (_what, markdown) => {
    expect(() => new Specification(markdown)).toThrow(SpecificationError);
  });
});
