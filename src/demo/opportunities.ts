import { demoRecord, type DemoRecords } from './demo-record';
import { USERS } from './office';
import { contactsOfClient, divisionOfClient } from './relations';
import { isDeleted, type DemoContext } from './demo-context';

const NAMES = [
  'Preferred supplier panel',
  'Shutdown crew',
  'New branch',
  'Graduate intake',
  'Project extension',
  'RFP – 24/7 cover',
] as const;
/** The probability of winning in percent, by stage. */
const PROBABILITY = [10, 30, 60, 100, 0];

/** Sales opportunities, one for each client. */
export function* opportunities(context: DemoContext): DemoRecords {
  for (let id = 1; id <= context.sizes.opportunities; id++) {
    const random = context.random('opportunity', id);
    const clientID = ((id - 1) % context.sizes.clients) + 1;
    const stageID = id === 1 ? 3 : random.int(1, 5);
    const ownerID = id === 1 ? 1 : random.int(1, USERS - 1);
    const createdDate = context.moment(-random.int(1, 200), random);
    yield demoRecord('Opportunity', {
      id,
      name: random.pick(NAMES),
      clientID,
      contactID: contactsOfClient(context, clientID, 1)[0] ?? null,
      stageID,
      value: random.step(10_000, 400_000, 5000),
      probability: PROBABILITY[stageID - 1] ?? 0,
      expectedCloseDate: context.day(random.int(-20, 150)),
      description: 'Asked for rates and three references.',
      division: divisionOfClient(clientID),
      ownerID,
      createdByID: ownerID,
      createdDate,
      updatedByID: ownerID,
      updatedDate: createdDate,
      deleted: isDeleted(id),
    });
  }
}
