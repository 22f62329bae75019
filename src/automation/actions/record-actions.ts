import { SUBJECTS } from '../catalogue/modules';
import type { ActionDefinition } from './action';
import { userInWords } from './note-actions';
import type { ParamsOf } from './params';
import { ID, paramsForm, userOr } from './params-schema';

export const changeStatus: ActionDefinition<ParamsOf['changeStatus']> = {
  title: 'Change the status or stage',
  actsOn: SUBJECTS,
  form: paramsForm({ statusID: ID }),
  describe: ({ statusID }) => `change the status to ${statusID}`,
};

export const assignOwner: ActionDefinition<ParamsOf['assignOwner']> = {
  title: 'Assign an owner',
  actsOn: ['Candidate', 'Contact', 'Client', 'Opportunity', 'Job', 'Application', 'Interview', 'Offer', 'Placement', 'Activity'],
  form: paramsForm({ ownerID: userOr('me') }),
  describe: ({ ownerID }) => `make ${userInWords(ownerID)} the owner`,
};

export const addToSavedList: ActionDefinition<ParamsOf['addToSavedList']> = {
  title: 'Add to a saved list',
  actsOn: ['Candidate', 'Contact', 'Client', 'Job'],
  form: paramsForm({ listID: ID }),
  describe: ({ listID }) => `add the record to the saved list ${listID}`,
};
