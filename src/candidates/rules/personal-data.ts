import type { PersonalDataHolder } from '../../core/personal-data';
import { candidates } from '../candidates.records';
import { replaceHistories } from './employment-histories';

/** The employment histories of candidates, which are shown with them. */
export const historiesOfCandidates: PersonalDataHolder = {
  name: 'employmentHistories',
  async erase({ em }, { type, ids }) {
    if (type.name !== candidates.name) return;
    for (const id of ids) await replaceHistories(em, id, []);
  },
};
