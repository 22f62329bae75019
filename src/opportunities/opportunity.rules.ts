import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import { InvalidRequest, type ValidationError } from '../core/problems';
import { identifier, sql } from '../core/sql';
import { requireFields, ruledBy } from '../core/records';
import { opportunities } from './opportunities.records';
import type { Opportunity } from './opportunity.entity';

/** The initial stage, an entry of the list opportunityStage. */
const LEAD = 1;

export const opportunityRules = ruledBy(opportunities, {
  setDefaults({ caller }, opportunity) {
    opportunity.stageID ??= LEAD;
    opportunity.ownerID ??= caller.userID;
  },
  async prepare({ em, types }, before, after) {
    requireFields(opportunities, before, after);
    const isMoved = before.contactID !== after.contactID || before.clientID !== after.clientID;
    const errors = [...validateProbability(after), ...(isMoved ? await validateContact(em, types.named('Contact'), after) : [])];
    if (errors.length > 0) throw InvalidRequest.because(errors);
  },
});

const validateProbability = ({ probability }: Opportunity): ValidationError[] =>
  probability > 100 ? [{ pointer: '/probability', detail: 'must be at most 100' }] : [];

async function validateContact(em: EntityManager, contacts: RecordType, { contactID, clientID }: Opportunity): Promise<ValidationError[]> {
  if (contactID === null || clientID === null) return [];
  const found = await rows(em, sql`SELECT 1 FROM ${identifier(contacts.table)} WHERE id = ${contactID} AND clientID = ${clientID}`);
  return found.length > 0 ? [] : [{ pointer: '/contactID', detail: 'must be a contact of the client' }];
}
