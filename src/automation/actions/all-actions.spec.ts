import { readdirSync, readFileSync } from 'node:fs';
import { recordTypeNamed, types } from '../../core/database/support/record-types';
import { ActivityCategory, ActivityStatus } from '../../core/terms/numbers';
import { catalogue } from '../catalogue/catalogue';
import { MODULES } from '../catalogue/modules';
import { defineAction } from './action-definition';
import { ALL_ACTIONS, byType, definitionOf } from './all-actions';
import type { Effect } from './effect';
import { parseActions } from './parse-actions';
import { text } from './params/param';
import { params } from './params/params';

const written = (field: string, value: unknown): Effect => ({ kind: 'fieldWritten', type: 'Candidate', field, value });
const activity = (category: number, statusID: number): Effect => ({
  kind: 'created',
  type: 'Activity',
  values: { category, statusID, candidateID: undefined },
});

/** The required params of each action, what it then does, and what it writes to the first type of record it applies to. */
const EXAMPLES: Readonly<Record<string, readonly [params: object, description: string, effects: readonly Effect[]]>> = {
  addTag: [{ tag: 'hot' }, 'add the tag "hot" (Other)', [{ kind: 'tagAdded', type: 'Candidate' }]],
  removeTag: [{ tag: 'hot' }, 'remove the tag "hot" (Other)', [{ kind: 'tagRemoved', type: 'Candidate' }]],
  updateField: [{ field: 'SUBURB', value: 'Sydney' }, 'set SUBURB to "Sydney"', [written('suburb', 'Sydney')]],
  changeStatus: [{ statusID: 2 }, 'change the status to 2', [written('profileStatusID', 2)]],
  assignOwner: [{ ownerID: 'me' }, "make the rule's user the owner", [written('ownerID', undefined)]],
  createNote: [{ notes: 'Call' }, 'create the note "Call"', [activity(ActivityCategory.Note, ActivityStatus.Completed)]],
  createTask: [{ notes: 'Call' }, 'create the task "Call"', [activity(ActivityCategory.Task, ActivityStatus.Open)]],
  sendEmail: [
    { subject: 'News', body: 'We moved.' },
    'send the e-mail "News"',
    [activity(ActivityCategory.Email, ActivityStatus.Completed)],
  ],
  sendSms: [{ text: 'We moved.' }, 'send the SMS "We moved."', [activity(ActivityCategory.Sms, ActivityStatus.Completed)]],
  webhook: [{ url: 'https://example.com/' }, 'call the webhook https://example.com/', []],
  notifyUser: [{ user: 'owner', message: 'Look' }, 'notify the owner: "Look"', []],
  addToSavedList: [{ listID: 7 }, 'add the record to saved list 7', []],
};

const shown = catalogue(types);

describe.each(ALL_ACTIONS.map((action) => ({ type: action.type, action })))('The action $type', ({ type, action }) => {
  const [example, description, effects] = EXAMPLES[type] ?? [{}, 'an example is missing in this spec', []];
  const record = recordTypeNamed(action.actsOn[0] ?? '');
  const errorsOf = (params: object) => parseActions(types, [{ type, params }], record).errors;

  it('is in the catalogue with the JSON Schema of its params', () => {
    expect(shown.actions.find((each) => each.type === type)?.params).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: expect.objectContaining({ target: expect.anything() as unknown }) as unknown,
    });
  });

  it('is described in plain English', () => {
    expect(action.describe(example)).toBe(description);
    expect(action.title).toMatch(/^[A-Z][a-z]+( \S+){2,}$/);
  });

  it('applies to records of at least one module', () => {
    expect(shown.actions.find((each) => each.type === type)?.moduleIds).not.toEqual([]);
  });

  it('accepts its params', () => {
    expect(errorsOf(example)).toBeUndefined();
  });

  it('rejects an unknown param', () => {
    expect(errorsOf({ ...example, colour: 'red' })).toEqual([
      { pointer: '/0/params/colour', detail: expect.stringContaining('is unknown') as string },
    ]);
  });

  it.each(Object.keys(example))('rejects params without %s', (missing) => {
    const rest = Object.fromEntries(Object.entries(example).filter(([name]) => name !== missing));
    expect(errorsOf(rest)).toEqual([{ pointer: `/0/params/${missing}`, detail: 'is required' }]);
  });

  it('declares what it writes', () => {
    expect(action.effects(example, record)).toStrictEqual(effects);
  });
});

describe('The list of actions', () => {
  it('names every action file, which is named like the action', () => {
    const files = readdirSync(__dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    const defined = files.filter((name) => readFileSync(`${__dirname}/${name}`, 'utf8').includes('= defineAction({'));
    const expected = ALL_ACTIONS.map(({ type }) => `${type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`);
    expect(defined.sort()).toEqual(expected.sort());
  });

  it('is all that the catalogue needs to offer another action', () => {
    const archive = defineAction({
      type: 'archive',
      title: 'Archive the record',
      changes: 'Archives the record.',
      actsOn: ['Offer'],
      params: params({ reason: text(20) }),
      describe: ({ reason }) => `archive the record: ${reason}`,
      effects: () => [],
      contacts: null,
      perform: () => Promise.resolve(false),
    });
    const { actions, actionsSchema, modules } = catalogue(types, [...ALL_ACTIONS, archive]);
    const module = MODULES.findIndex(({ recordTypes }) => (recordTypes as readonly string[]).includes('Offer'));
    expect(actions.at(-1)).toMatchObject({ type: 'archive', title: 'Archive the record', recordTypes: ['Offer'] });
    expect(actions.at(-1)?.moduleIds).toContain(MODULES[module]?.id);
    expect(actions.at(-1)?.params['required']).toEqual(['reason']);
    expect(JSON.stringify(actionsSchema)).toContain('"archive"');
    const offer = modules[module]?.recordTypes.find(({ name }) => name === 'Offer');
    expect(offer?.targets.find(({ name }) => name === 'self')?.actions).toContain('archive');
  });

  it('does not contain a type twice', () => {
    expect(() => byType([...ALL_ACTIONS, ...ALL_ACTIONS.slice(0, 1)])).toThrow('Two actions have the type addTag.');
  });

  it('has no definition for an unknown type', () => {
    expect(() => definitionOf({ type: 'toString' })).toThrow('No action has the type toString.');
  });
});
