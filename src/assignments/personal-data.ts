import type { PersonalDataHolder } from '../core/personal-data';
import { assignmentOf, isAssignable } from './assignments.service';

/** Whose persons are, and where they live. */
export const assignmentsOfPersons: PersonalDataHolder = {
  name: 'assignments',
  async read(view, { type, ids }) {
    const { name } = type;
    if (!isAssignable(name)) return [];
    const found = [];
    for (const id of ids) found.push({ id, ...(await assignmentOf(view, name, id)) });
    return found;
  },
};
