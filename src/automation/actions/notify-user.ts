import { displayName } from '../../core/records';
import { queueDelivery } from '../../deliveries';
import { notify } from '../../notifications';
import { AUTOMATION_RECORD_TYPES } from '../catalogue/modules';
import { defineAction } from './action-definition';
import { quoted } from './format-text';
import { params } from './params/params';
import { template } from './params/template';
import { describeUser, userOr } from './params/user';
import { dedupeKey } from './performing/action-context';
import { fillTemplates } from './performing/fill-templates';
import { emailOfUser, resolveUser } from './performing/users';

/** Leaves a notification for a user, and an e-mail where the user has an address. */
export const notifyUser = defineAction({
  type: 'notifyUser',
  title: 'Notify a user',
  actsOn: AUTOMATION_RECORD_TYPES,
  params: params({ user: userOr('owner', 'me'), message: template(1000) }),
  describe: ({ user, message }) => `notify ${describeUser(user)}: ${quoted(message)}`,
  // no automation is triggered by notifications
  effects: () => [],
  // users are colleagues, who cannot opt out
  contacts: null,
  perform: async (transaction, action, { recordID, target }, context) => {
    const userID = await resolveUser(transaction, target, action.params.user);
    const address = await emailOfUser(transaction, userID);
    const [message] = await fillTemplates(transaction, context.definition.record, recordID, action.params.message);
    const about = { type: target.type.name, id: target.id };
    await notify(transaction, { userID, message, about });
    if (address === undefined) return true;
    await queueDelivery(transaction, {
      kind: 'email',
      to: address,
      subject: transaction.caller.name || 'Notification',
      body: `${message}\n\nThis is about the ${displayName(target.type)} ${target.id}.`,
      about,
      dedupeKey: dedupeKey(context, recordID, action),
    });
    return true;
  },
});
