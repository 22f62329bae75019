import { recordTypeNamed, types } from '../../core/database/support/record-types';
import { parseFilter } from '../../core/query';
import { canMatter, conditionInputs } from './condition-inputs';
import { sequencedChange } from './support/sequenced-change';

const contacts = recordTypeNamed('Contact');
const rule = (field: string, operator = '=', value: unknown = 1) => ({ field, operator, value });
const related = (field: string, inner: object) => ({ field, match: { mode: 'some' }, value: { combinator: 'and', rules: [inner] } });

describe('What a condition depends on', () => {
  const inputs = (...rules: object[]) => {
    const parsed = parseFilter(types, contacts, { combinator: 'or', rules });
    const { fields, types: related } = conditionInputs(types, contacts, parsed);
    return [fields, related];
  };

  it.each<[string, object[], unknown]>([
    ['a field', [rule('jobTitle', '=', 'Clerk')], [['jobTitle'], []]],
    ['several fields', [rule('jobTitle', '=', 'Clerk'), rule('ratingID')], [['jobTitle', 'ratingID'], []]],
    ['a field that never changes', [rule('id')], [[], []]],
    ['the name of a lookup entry', [rule('statusName', '=', 'Active')], [['statusID'], []]],
    ['the name of a record', [rule('clientName', '=', 'Harbour')], [['clientID'], ['Client']]],
    ['a fixed date', [rule('createdDate', '>=', '2026-01-01')], [['createdDate'], []]],
    ['the passage of time', [rule('createdDate', '>=', { relative: { amount: -30, unit: 'day' } })], ['any', []]],
    ['who changed it last', [rule('updatedByID')], ['any', []]],
    ['a figure', [rule('openJobs')], ['any', []]],
    ['a field and a figure', [rule('jobTitle', '=', 'Clerk'), rule('openJobs')], ['any', []]],
    ['related records', [related('jobs', rule('title', '=', 'Rigger'))], ['any', ['Job']]],
    ['names within related records', [related('jobs', rule('siteName', '=', 'Depot'))], ['any', ['Job', 'Site']]],
  ])('%s', (_, rules, expected) => {
    expect(inputs(...rules)).toEqual(expected);
  });

  it('further fields that are named', () => {
    expect(conditionInputs(types, contacts, undefined, ['optOut'])).toMatchObject({ fields: ['optOut'], types: [] });
  });
});

describe('A change can matter', () => {
  const title = { record: contacts, fields: ['jobTitle'], types: ['Client'] };
  const any = { record: contacts, fields: 'any', types: [] } as const;
  const change = (type: string, more: object = {}) => sequencedChange(1, type, 7, { fields: { surname: ['Ann', 'Bo'] }, ...more });

  it.each<[string, Parameters<typeof canMatter>, boolean]>([
    ['of one of the fields', [title, change('Contact', { fields: { jobTitle: [null, 'Clerk'] } })], true],
    ['that names no field', [title, change('Contact', { fields: {} })], true],
    ['that creates the record', [title, change('Contact', { action: 'created' })], true],
    ['that deletes the record', [title, change('Contact', { action: 'deleted' })], true],
    ['of a related record', [title, change('Client')], true],
    ['of any field, if the condition depends on figures', [any, change('Contact')], true],
    ['of what figures depend on', [any, change('Job', { concerned: { Contact: [7] } })], true],
    ['but not of another field', [title, change('Contact')], false],
    ['but not of another type', [any, change('Job')], false],
    ['but not of what other figures depend on', [any, change('Job', { concerned: { Client: [7] } })], false],
    ['but not of what figures depend on, if the condition depends on none', [title, change('Job', { concerned: { Contact: [7] } })], false],
  ])('%s', (_, args, expected) => {
    expect(canMatter(...args)).toBe(expected);
  });
});
