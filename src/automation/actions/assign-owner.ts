import { defineAction } from './action-definition';
import { fieldWritten } from './effect';
import { ownerFieldOf } from './fields';
import { params, type ParamsOf } from './params/params';
import { describeUser, userOr } from './params/user';
import { setField, setting } from './performing/set-field';
import { resolveUsers } from './performing/users';

const PARAMS = params({ ownerID: userOr('me') });

export const assignOwner = defineAction({
  type: 'assignOwner',
  title: 'Assign an owner',
  changes: 'Sets the user responsible for the record.',
  actsOn: ['Candidate', 'Contact', 'Client', 'Opportunity', 'Job', 'Application', 'Interview', 'Offer', 'Placement', 'Activity'],
  params: PARAMS,
  describe: ({ ownerID }) => `make ${describeUser(ownerID)} the owner`,
  effects: ({ ownerID }, target) => fieldWritten(target, ownerFieldOf(target), ownerID === 'me' ? undefined : ownerID),
  contacts: null,
  ...setting<ParamsOf<typeof PARAMS>>(async (transaction, { params }, subjects) =>
    setField(transaction, subjects, { of: ownerFieldOf, name: 'owner' }, await resolveUsers(transaction, subjects, params.ownerID)),
  ),
});
