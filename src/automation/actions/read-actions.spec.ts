import '../../entities';
import { recordTypeNamed } from '../../fields/record-type';
import { describeActions } from './describe-actions';
import { readActions } from './read-actions';

const add = { type: 'addTag', params: { tag: 'hot' } };
const note = (notes: string, more = {}): Record<string, unknown> => ({ type: 'createNote', params: { notes, ...more } });
const update = (field: string, value: unknown, more = {}): Record<string, unknown> => ({
  type: 'updateField',
  params: { field, value, ...more },
});

const reading = (record: string, ...actions: unknown[]) => readActions(actions, recordTypeNamed(record));

describe('an action', () => {
  it.each<[string, string, unknown]>([
    ['a tag', 'Contact', add],
    [
      'a tag of a type',
      'Candidate',
      { type: 'removeTag', params: { tag: 'Welding', typeId: 1 }, onError: 'continue', retry: { attempts: 3 } },
    ],
    ['what is tried again later', 'Contact', { ...add, retry: { attempts: 10, delaySeconds: 3600 } }],
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
    ['a text', 'Contact', update('jobTitle', 'Director')],
    ['a field in another case', 'Contact', update('JOBTITLE', 'Director')],
    ['a cleared date', 'Candidate', update('availabilityDate', null)],
    ['a number of a lookup', 'Job', update('stageID', 3)],
    ['a field of the contact of an interview', 'Interview', update('optOut', true, { target: 'contact' })],
    ['an e-mail', 'Contact', { type: 'sendEmail', params: { subject: 'Hello {{firstName}}', body: 'We have news.' } }],
  ])('is read: %s', (_, record, action) => {
    expect(reading(record, action).complaints).toBeUndefined();
  });

  it.each<[string, string, unknown, string, RegExp]>([
    ['no object', 'Contact', 'addTag', '/0', /must be an object/],
    ['no type', 'Contact', { params: {} }, '/0/type', /is required/],
    ['an unknown type', 'Contact', { type: 'deleteAll', params: {} }, '/0/type', /must be one of "addTag", "removeTag"/],
    ['a type of the prototype', 'Contact', { type: 'toString', params: {} }, '/0/type', /must be one of/],
    ['no params', 'Contact', { type: 'addTag' }, '/0/params', /is required/],
    ['an unknown key', 'Contact', { ...add, when: 'now' }, '/0/when', /is not known here; allowed: id, type, params, onError, retry/],
    [
      'an unknown param',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', colour: 'red' } },
      '/0/params/colour',
      /is not known here; allowed: tag, typeId, target/,
    ],
    ['no tag', 'Contact', { type: 'addTag', params: {} }, '/0/params/tag', /is required/],
    ['a blank tag', 'Contact', { type: 'addTag', params: { tag: ' ' } }, '/0/params/tag', /must be a text of 1 to 100 characters/],
    ['a long tag', 'Contact', { type: 'addTag', params: { tag: 'x'.repeat(101) } }, '/0/params/tag', /1 to 100 characters/],
    [
      'an unknown type of tag',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', typeId: 5 } },
      '/0/params/typeId',
      /must be one of 1, 2, 3, 4/,
    ],
    ['tries without end', 'Contact', { ...add, retry: { attempts: 11 } }, '/0/retry/attempts', /at most 10/],
    [
      'a wait that is none',
      'Contact',
      { ...add, retry: { attempts: 2, delaySeconds: 0 } },
      '/0/retry/delaySeconds',
      /seconds from 1 to 3600/,
    ],
    [
      'a wait of days',
      'Contact',
      { ...add, retry: { attempts: 2, delaySeconds: 3601 } },
      '/0/retry/delaySeconds',
      /seconds from 1 to 3600/,
    ],
    ['a wait without an end', 'Contact', { ...add, retry: { delaySeconds: 5 } }, '/0/retry/attempts', /is required/],
    ['another way with errors', 'Contact', { ...add, onError: 'ignore' }, '/0/onError', /must be one of "stop", "continue"/],
    ['an id that is no text', 'Contact', { ...add, id: 7 }, '/0/id', /must be a text/],
    ['a tag on a client', 'Client', add, '/0/type', /does not apply to a rule about Client/],
    [
      'a tag on an application itself',
      'Application',
      add,
      '/0/params/target',
      /must be one of job, candidate: the action cannot be done to Application itself/,
    ],
    [
      'an unknown target',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', target: 'boss' } },
      '/0/params/target',
      /must be one of self, linkedCandidate, reportsTo$/,
    ],
    [
      'a target that has no tags',
      'Contact',
      { type: 'addTag', params: { tag: 'hot', target: 'client' } },
      '/0/params/target',
      /must be one of self, linkedCandidate, reportsTo$/,
    ],
    ['an unknown field', 'Contact', update('colour', 'red'), '/0/params/field', /must be a field of Contact that can be written/],
    ['a field of the prototype', 'Contact', update('__proto__', 'red'), '/0/params/field', /can be written/],
    ['a derived field', 'Contact', update('fullName', 'Ann Lee'), '/0/params/field', /can be written/],
    ['a figure', 'Contact', update('openJobs', 3), '/0/params/field', /can be written/],
    ['a name of what is referred to', 'Contact', update('clientName', 'Acme'), '/0/params/field', /can be written/],
    ['a hidden field', 'Job', update('hasOwnAddress', true), '/0/params/field', /can be written/],
    ['a value of another type', 'Contact', update('optOut', 'yes'), '/0/params/value', /must be true or false/],
    ['30 February', 'Candidate', update('availabilityDate', '2026-02-30'), '/0/params/value', /must be an ISO 8601 date/],
    ['an enumeration cleared', 'Job', update('workAssignment', null), '/0/params/value', /must be one of 0, 1, 2, 3, 4/],
    [
      'a value that is a list',
      'Contact',
      update('jobTitle', ['Director']),
      '/0/params/value',
      /must be a text or a number or true or false or null/,
    ],
    ['no value', 'Contact', { type: 'updateField', params: { field: 'jobTitle' } }, '/0/params/value', /is required/],
    [
      'a place that is no field',
      'Contact',
      note('Call {{nickname}}'),
      '/0/params/notes',
      /names \{\{nickname\}\}, which is no field that the catalogue lists for Contact/,
    ],
    [
      'a place of the target',
      'Placement',
      note('Call {{surname}}', { target: 'contact' }),
      '/0/params/notes',
      /names \{\{surname\}\}, which is no field that the catalogue lists for Placement/,
    ],
    ['a task due long ago', 'Client', { type: 'createTask', params: { notes: 'x', dueInDays: -1 } }, '/0/params/dueInDays', /at least 0/],
    [
      'a time without a day',
      'Client',
      { type: 'createTask', params: { notes: 'x', dueAt: '09:00' } },
      '/0/params/dueInDays',
      /is required where dueAt is given/,
    ],
    [
      'nobody’s task',
      'Client',
      { type: 'createTask', params: { notes: 'x', assignedTo: 'you' } },
      '/0/params/assignedTo',
      /must be the id of a user or "owner" or "me"/,
    ],
    [
      'an e-mail answered to nobody',
      'Contact',
      { type: 'sendEmail', params: { subject: 'x', body: 'x', replyTo: 'you' } },
      '/0/params/replyTo',
      /must be the id of a user or "owner" or "me"/,
    ],
    ['an SMS to a client', 'Client', { type: 'sendSms', params: { text: 'x' } }, '/0/type', /does not apply to a rule about Client/],
    ['a status that is none', 'Job', { type: 'changeStatus', params: { statusID: 0 } }, '/0/params/statusID', /must be an id/],
    [
      'an owner of a timesheet',
      'Timesheet',
      { type: 'assignOwner', params: { ownerID: 'me' } },
      '/0/params/target',
      /the action cannot be done to Timesheet itself/,
    ],
    [
      'a list of placements',
      'Placement',
      { type: 'addToSavedList', params: { listID: 1 } },
      '/0/params/target',
      /the action cannot be done to Placement itself/,
    ],
    ['a webhook to another scheme', 'Client', { type: 'webhook', params: { url: 'ftp://example.com' } }, '/0/params/url', /https/],
  ])('is refused: %s', (_, record, action, pointer, detail) => {
    expect(reading(record, action).complaints).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
  });
});

describe('the actions of a rule', () => {
  it('have the number of their place as id, stop at an error, and keep their order', () => {
    expect(reading('Contact', { ...add, id: 'first' }, note('Hello')).value).toEqual([
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
    ['the number of another', [{ ...add, id: '2' }, add]],
  ])('have ids of their own: %s', (_, actions) => {
    expect(reading('Contact', ...actions).complaints).toEqual([
      { pointer: '/1', detail: expect.stringContaining('of another action') as string },
    ]);
  });

  it('are refused for all their faults at once', () => {
    const { complaints } = reading('Contact', { type: 'addTag', params: {} }, update('fullName', 'x'), { type: 'nothing', params: {} });
    expect(complaints?.map(({ pointer }) => pointer).sort()).toEqual(['/0/params/tag', '/1/params/field', '/2/type']);
  });

  it('are a list', () => {
    expect(readActions(add, recordTypeNamed('Contact')).complaints).toEqual([{ pointer: '', detail: 'must be an array' }]);
  });

  it('are fifty at most', () => {
    expect(reading('Contact', ...Array.from({ length: 51 }, () => add)).complaints).toEqual([
      { pointer: '', detail: 'must have at most 50 entries' },
    ]);
  });
});

describe('in plain words', () => {
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
      "Change the status to 2; make the rule's user the owner; add the record to the saved list 7",
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
  ])('%s', (_, actions, words) => {
    const { value, complaints } = reading('Contact', ...actions);
    expect(complaints).toBeUndefined();
    expect(describeActions(value ?? [])).toBe(words);
  });
});
