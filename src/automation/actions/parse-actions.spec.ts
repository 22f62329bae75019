import { describeActions } from './describe-actions';
import { parseActions } from './parse-actions';
import { recordTypeNamed, types } from '../../core/database/support/record-types';

const add = { type: 'addTag', params: { tag: 'hot' } };
const note = (notes: string, more = {}): Record<string, unknown> => ({ type: 'createNote', params: { notes, ...more } });
const update = (field: string, value: unknown, more = {}): Record<string, unknown> => ({
  type: 'updateField',
  params: { field, value, ...more },
});

const parse = (record: string, ...actions: unknown[]) => parseActions(types, actions, recordTypeNamed(record));

describe('An action', () => {
  it.each<[string, string, unknown]>([
    ['a tag', 'Contact', add],
    [
      'a tag of a type',
      'Candidate',
      { type: 'removeTag', params: { tag: 'Welding', typeId: 1 }, onError: 'continue', retry: { attempts: 3 } },
    ],
    ['an action with retries', 'Contact', { ...add, retry: { attempts: 10, delaySeconds: 3600 } }],
    ['a tag on the candidate of an application', 'Application', { type: 'addTag', params: { tag: 'hot', target: 'candidate' } }],
    ['the record itself, by name', 'Job', { type: 'addTag', params: { tag: 'hot', target: 'self' } }],
    ['a note with values of the record', 'Contact', note('Call {{firstName}} {{ surname }}')],
    ['a note on the client of a placement', 'Placement', note('Renew {{reference}}', { target: 'client' })],
    [
      'a task',
      'Client',
      { type: 'createTask', params: { notes: 'Call back', typeID: 2, dueInDays: 0, dueAt: '09:30', assignedTo: 'owner' } },
    ],
    ['a task for a user', 'Client', { type: 'createTask', params: { notes: 'Call back', assignedTo: 3 } }],
    ['a text message', 'Contact', update('jobTitle', 'Director')],
    ['a field in another case', 'Contact', update('JOBTITLE', 'Director')],
    ['a cleared date', 'Candidate', update('availabilityDate', null)],
    ['a lookup id', 'Job', update('stageID', 3)],
    ['a field of the contact of an interview', 'Interview', update('optOut', true, { target: 'contact' })],
    ['an e-mail', 'Contact', { type: 'sendEmail', params: { subject: 'Hello {{firstName}}', body: 'We have news.' } }],
  ])('is accepted: %s', (_, record, action) => {
    expect(parse(record, action).errors).toBeUndefined();
  });

  it.each<[string, string, unknown, string, RegExp]>([
    ['not an object', 'Contact', 'addTag', '/0', /must be an object/],
    ['no type', 'Contact', { params: {} }, '/0/type', /is required/],
    ['an unknown type', 'Contact', { type: 'deleteAll', params: {} }, '/0/type', /must be one of "addTag", "removeTag"/],
    ['a type named like a prototype member', 'Contact', { type: 'toString', params: {} }, '/0/type', /must be one of/],
    ['no params', 'Contact', { type: 'addTag' }, '/0/params', /is required/],
    ['an unknown key', 'Contact', { ...add, when: 'now' }, '/0/when', /is unknown; allowed: id, type, params, onError, retry/],
    [
      'an unknown param',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', colour: 'red' } },
      '/0/params/colour',
      /is unknown; allowed: tag, typeId, target/,
    ],
    ['no tag', 'Contact', { type: 'addTag', params: {} }, '/0/params/tag', /is required/],
    ['a blank tag', 'Contact', { type: 'addTag', params: { tag: ' ' } }, '/0/params/tag', /must be a string of 1 to 100 characters/],
    ['a long tag', 'Contact', { type: 'addTag', params: { tag: 'x'.repeat(101) } }, '/0/params/tag', /1 to 100 characters/],
    [
      'an unknown type of tag',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', typeId: 5 } },
      '/0/params/typeId',
      /must be one of 1, 2, 3, 4/,
    ],
    ['unlimited retries', 'Contact', { ...add, retry: { attempts: 11 } }, '/0/retry/attempts', /from 1 to 10/],
    ['an invalid delay', 'Contact', { ...add, retry: { attempts: 2, delaySeconds: 0 } }, '/0/retry/delaySeconds', /seconds from 1 to 3600/],
    [
      'a delay of days',
      'Contact',
      { ...add, retry: { attempts: 2, delaySeconds: 3601 } },
      '/0/retry/delaySeconds',
      /seconds from 1 to 3600/,
    ],
    ['a delay without a limit', 'Contact', { ...add, retry: { delaySeconds: 5 } }, '/0/retry/attempts', /is required/],
    ['an unknown error policy', 'Contact', { ...add, onError: 'ignore' }, '/0/onError', /must be one of "stop", "continue"/],
    ['an id that is not a string', 'Contact', { ...add, id: 7 }, '/0/id', /must be a string/],
    ['a tag on a client', 'Client', add, '/0/type', /does not apply to Client automations/],
    [
      'a tag on an application itself',
      'Application',
      add,
      '/0/params/target',
      /must be one of job, candidate: the action does not apply to Application itself/,
    ],
    [
      'an unknown target',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', target: 'boss' } },
      '/0/params/target',
      /must be one of self, linkedCandidate, reportsTo$/,
    ],
    [
      'a target without tags',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', target: 'client' } },
      '/0/params/target',
      /must be one of self, linkedCandidate, reportsTo$/,
    ],
    ['an unknown field', 'Contact', update('colour', 'red'), '/0/params/field', /must be a writable field of Contact/],
    ['a field named like a prototype member', 'Contact', update('__proto__', 'red'), '/0/params/field', /must be a writable field/],
    ['a derived field', 'Contact', update('fullName', 'Ann Lee'), '/0/params/field', /must be a writable field/],
    ['a figure', 'Contact', update('openJobs', 3), '/0/params/field', /must be a writable field/],
    ['the name of a reference', 'Contact', update('clientName', 'Acme'), '/0/params/field', /must be a writable field/],
    ['a hidden field', 'Job', update('hasOwnAddress', true), '/0/params/field', /must be a writable field/],
    ['a value of another type', 'Contact', update('optOut', 'yes'), '/0/params/value', /must be true or false/],
    ['30 February', 'Candidate', update('availabilityDate', '2026-02-30'), '/0/params/value', /must be an ISO 8601 date/],
    ['a cleared enumeration', 'Job', update('workAssignment', null), '/0/params/value', /must be one of 0, 1, 2, 3, 4/],
    [
      'an array as a value',
      'Contact',
      update('jobTitle', ['Director']),
      '/0/params/value',
      /must be a string or a number or true or false or null/,
    ],
    ['no value', 'Contact', { type: 'updateField', params: { field: 'jobTitle' } }, '/0/params/value', /is required/],
    [
      'a placeholder that is not a field',
      'Contact',
      note('Call {{nickname}}'),
      '/0/params/notes',
      /uses \{\{nickname\}\}, which is not a field of Contact in the catalogue/,
    ],
    [
      'a placeholder for a field of the target',
      'Placement',
      note('Call {{surname}}', { target: 'contact' }),
      '/0/params/notes',
      /uses \{\{surname\}\}, which is not a field of Placement in the catalogue/,
    ],
    ['a task due long ago', 'Client', { type: 'createTask', params: { notes: 'x', dueInDays: -1 } }, '/0/params/dueInDays', /at least 0/],
    [
      'a time without a day',
      'Client',
      { type: 'createTask', params: { notes: 'x', dueAt: '09:00' } },
      '/0/params/dueInDays',
      /is required when dueAt is given/,
    ],
    [
      'nobody’s task',
      'Client',
      { type: 'createTask', params: { notes: 'x', assignedTo: 'you' } },
      '/0/params/assignedTo',
      /must be the id of a user or "owner" or "me"/,
    ],
    [
      'an e-mail with an invalid reply-to address',
      'Contact',
      { type: 'sendEmail', params: { subject: 'x', body: 'x', replyTo: 'you' } },
      '/0/params/replyTo',
      /must be the id of a user or "owner" or "me"/,
    ],
    ['an SMS to a client', 'Client', { type: 'sendSms', params: { text: 'x' } }, '/0/type', /does not apply to Client automations/],
    ['an unknown status', 'Job', { type: 'changeStatus', params: { statusID: 0 } }, '/0/params/statusID', /must be an id/],
    [
      'an owner of a timesheet',
      'Timesheet',
      { type: 'assignOwner', params: { ownerID: 'me' } },
      '/0/params/target',
      /the action does not apply to Timesheet itself/,
    ],
    [
      'adding placements to a list',
      'Placement',
      { type: 'addToSavedList', params: { listID: 1 } },
      '/0/params/target',
      /the action does not apply to Placement itself/,
    ],
    [
      'a webhook to a URL with another scheme',
      'Client',
      { type: 'webhook', params: { url: 'ftp://example.com' } },
      '/0/params/url',
      /https/,
    ],
  ])('is rejected: %s', (_, record, action, pointer, detail) => {
    expect(parse(record, action).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
  });
});

describe('The actions of an automation', () => {
  it('have their number as id, stop at an error, and keep their order by default', () => {
    expect(parse('Contact', { ...add, id: 'first' }, note('Hello')).value).toEqual([
      { id: 'first', type: 'addTag', params: { tag: 'hot' }, onError: 'stop' },
      { id: '2', type: 'createNote', params: { notes: 'Hello' }, onError: 'stop' },
    ]);
  });

  it.each([
    [
      'twice',
      [
        { ...add, id: 'a' },
        { ...add, id: 'a' },
      ],
    ],
    ['the number of another action', [{ ...add, id: '2' }, add]],
  ])('have unique ids: %s', (_, actions) => {
    expect(parse('Contact', ...actions).errors).toEqual([
      { pointer: '/1', detail: expect.stringContaining('same id as another action') as string },
    ]);
  });

  it('are rejected with all errors at once', () => {
    const { errors } = parse('Contact', { type: 'addTag', params: {} }, update('fullName', 'x'), { type: 'nothing', params: {} });
    expect(errors?.map(({ pointer }) => pointer).sort()).toEqual(['/0/params/tag', '/1/params/field', '/2/type']);
  });

  it('must be an array', () => {
    expect(parseActions(types, add, recordTypeNamed('Contact')).errors).toEqual([{ pointer: '', detail: 'must be an array' }]);
  });

  it('can be fifty at most', () => {
    expect(parse('Contact', ...Array.from({ length: 51 }, () => add)).errors).toEqual([
      { pointer: '', detail: 'must have at most 50 items' },
    ]);
  });
});

describe('The description of actions', () => {
  it.each<[string, unknown[], string]>([
    ['nothing', [], ''],
    [
      'a tag and a task',
      [
        { type: 'addTag', params: { tag: 'hot', typeId: 1 } },
        { type: 'createTask', params: { notes: 'Call back', dueInDays: 2 } },
      ],
      'Add the tag "hot" (Skill); create the task "Call back" due in 2 days',
    ],
    ['an untyped tag', [{ type: 'removeTag', params: { tag: 'hot' } }], 'Remove the tag "hot" (Other)'],
    [
      'a field',
      [update('jobTitle', 'Director'), update('optOut', true), update('clientID', null)],
      'Set Job title to "Director"; set Opt out to true; clear Client ID',
    ],
    ['another record', [update('name', 'Acme', { target: 'client' })], 'Set Name to "Acme", on its client'],
    [
      'a task today',
      [{ type: 'createTask', params: { notes: 'Call', dueInDays: 0, dueAt: '17:00', assignedTo: 'owner' } }],
      'Create the task "Call" due the same day at 17:00 for the owner',
    ],
    [
      'a task for a user',
      [{ type: 'createTask', params: { notes: 'Call', dueInDays: 1, assignedTo: 7 } }],
      'Create the task "Call" due in 1 day for user 7',
    ],
    ['a long note', [note(`${'word '.repeat(30)}\nend`)], `Create the note "${'word '.repeat(16)}…"`],
    [
      'a step',
      [
        { type: 'changeStatus', params: { statusID: 2 } },
        { type: 'assignOwner', params: { ownerID: 'me' } },
        { type: 'addToSavedList', params: { listID: 7 } },
      ],
      "Change the status to 2; make the rule's user the owner; add the record to saved list 7",
    ],
    [
      'an e-mail and an SMS',
      [
        { type: 'sendEmail', params: { subject: 'News', body: 'x' } },
        { type: 'sendSms', params: { text: 'Call us' } },
      ],
      'Send the e-mail "News"; send the SMS "Call us"',
    ],
    ['a webhook', [{ type: 'webhook', params: { url: 'https://example.com/hook' } }], 'Call the webhook https://example.com/hook'],
    ['a message', [{ type: 'notifyUser', params: { user: 'me', message: 'Done' } }], 'Notify the rule\'s user: "Done"'],
  ])('%s', (_, actions, description) => {
    const { value, errors } = parse('Contact', ...actions);
    expect(errors).toBeUndefined();
    expect(describeActions(value ?? [])).toBe(description);
  });
});
