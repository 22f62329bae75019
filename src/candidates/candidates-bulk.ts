import { bulkControllers } from '../core/bulk';
import { tagsForBulk } from '../tags';
import { CandidatesController } from './candidates.controller';

export const candidatesBulk = bulkControllers(CandidatesController, {
  keys: { email: 'email1', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'many',
  tags: tagsForBulk('Candidate'),
  phones: ['mobile', 'home', 'work'],
  example: { id: 1, jobTitle: 'Site Engineer' },
});
