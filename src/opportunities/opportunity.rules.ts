import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import { InvalidRequest, type Complaint } from '../http';
import { sql } from '../query';
import { refuseUnset, ruledBy } from '../records';
import { Event } from '../terms/events';
import { opportunities } from './opportunities.records';
import type { Opportunity } from './opportunity.entity';

/** The stage of the list opportunityStage on which business begins. */
const LEAD = 1;

ruledBy<Opportunity>(opportunities, {
  start({ caller }, opportunity) {
    opportunity.stageID ??= LEAD;
    opportunity.ownerID ??= caller.userID;
  },
  async prepare({ em }, before, after) {
    refuseUnset(before, after, 'stageID');
    const isMoved = before.contactID !== after.contactID || before.clientID !== after.clientID;
    const complaints = [...probabilityComplaint(after), ...(isMoved ? await contactComplaint(em, after) : [])];
    if (complaints.length > 0) throw InvalidRequest.because(complaints);
  },
  events: (_, before, after) => [
    ...(before ? [] : [Event.OpportunityCreated]),
    ...(before && before.stageID !== after.stageID ? [Event.OpportunityStageChanged] : []),
  ],
});

const probabilityComplaint = ({ probability }: Opportunity): Complaint[] =>
  probability > 100 ? [{ pointer: '/probability', detail: 'must be at most 100' }] : [];

async function contactComplaint(em: EntityManager, { contactID, clientID }: Opportunity): Promise<Complaint[]> {
  if (contactID === null || clientID === null) return [];
  const found = await rows(em, sql`SELECT 1 FROM contact WHERE id = ${contactID} AND clientID = ${clientID}`);
  return found.length > 0 ? [] : [{ pointer: '/contactID', detail: 'must be a contact of the client' }];
}
