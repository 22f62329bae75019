import { made, type Making } from './made';
import { USERS } from './office';
import { contactsOfClient, divisionOfClient } from './relations';
import { isDeleted, type World } from './world';

const NAMES = [
  'Preferred supplier panel',
  'Shutdown crew',
  'New branch',
  'Graduate intake',
  'Project extension',
  'RFP – 24/7 cover',
] as const;
/** How likely it is to be won, by its stage. */
const PROBABILITY = [10, 30, 60, 100, 0];

/** Business that may come, one chance with each client. */
export function* opportunities(world: World): Making {
  for (let id = 1; id <= world.sizes.opportunities; id++) {
    const random = world.random('opportunity', id);
    const clientID = ((id - 1) % world.sizes.clients) + 1;
    const stageID = id === 1 ? 3 : random.int(1, 5);
    const ownerID = id === 1 ? 1 : random.int(1, USERS - 1);
    const createdDate = world.moment(-random.int(1, 200), random);
    yield made('Opportunity', {
      id,
      name: random.pick(NAMES),
      clientID,
      contactID: contactsOfClient(world, clientID, 1)[0] ?? null,
      stageID,
      value: random.step(10_000, 400_000, 5000),
      probability: PROBABILITY[stageID - 1] ?? 0,
      expectedCloseDate: world.day(random.int(-20, 150)),
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
