import { defineAction } from './action-definition';
import { fieldWritten } from './effect';
import { ownerFieldOf } from './fields';
import { params } from './params/params';
import { describeUser, userOr } from './params/user';
import { setField } from './performing/set-field';
import { resolveUser } from './performing/users';

export const assignOwner = defineAction({
  type: 'assignOwner',
  title: 'Assign an owner',
  actsOn: ['Candidate', 'Contact', 'Client', 'Opportunity', 'Job', 'Application', 'Interview', 'Offer', 'Placement', 'Activity'],
  params: params({ ownerID: userOr('me') }),
  describe: ({ ownerID }) => `make ${describeUser(ownerID)} the owner`,
  effects: ({ ownerID }, target) => fieldWritten(target, ownerFieldOf(target), ownerID === 'me' ? undefined : ownerID),
  contacts: null,
  perform: async (transaction, { params }, { target }) =>
    setField(transaction, target, ownerFieldOf(target.type), 'owner', await resolveUser(transaction, target, params.ownerID)),
});
