import { displayName } from '../../core/records';
import { notify } from '../../notifications';
import { AUTOMATION_RECORD_TYPES } from '../catalogue/modules';
import { defineAction } from './action-definition';
import { textOrTemplate } from './format-text';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { having, ownOrTemplate, templateID } from './params/template-id';
import { describeUser, userOr } from './params/user';
import { dedupeKey } from './performing/action-context';
import { fillTemplates } from './performing/fill-templates';
import { allChanged, oneOrMany } from './performing/one-or-many';
import { queueForEach } from './performing/queue-deliveries';
import { emailsOfUsers, resolveUsers } from './performing/users';

const PARAMS = params(
  { user: userOr('owner', 'me') },
  { templateId: templateID('text'), message: template(1000) },
  ownOrTemplate(['message'], having('message')),
);

/** Leaves a notification for a user, and an e-mail where the user has an address. */
export const notifyUser = defineAction({
  type: 'notifyUser',
  title: 'Notify a user',
  changes: 'Shows a notification to a user, or sends it by e-mail; changes nothing in the record.',
  actsOn: AUTOMATION_RECORD_TYPES,
  params: PARAMS,
  texts: { message: 'text' },
  describe: ({ user, message, templateId }) => `notify ${describeUser(user)}: ${textOrTemplate(message, templateId)}`,
  // no automation is triggered by notifications
  effects: () => [],
  // users are colleagues, who cannot opt out
  contacts: null,
  ...oneOrMany<ParamsOf<typeof PARAMS>>(1, async (transaction, action, subjects, context) => {
    const userIDs = await resolveUsers(transaction, subjects, action.params.user);
    const addresses = await emailsOfUsers(transaction, subjects, userIDs);
    const filled = await fillTemplates(transaction, action, subjects, context, { text: action.params.message });
    const notices = subjects.map((subject, index) => ({
      ...subject,
      userID: userIDs[index]!,
      address: addresses[index],
      message: filled[index]!.text,
      about: { type: subject.target.type.name, id: subject.target.id },
    }));
    await notify(transaction, notices);
    const reachable = notices.flatMap(({ address, ...notice }) => (address === undefined ? [] : [{ ...notice, address }]));
    await queueForEach(transaction, reachable, ({ recordID, target, address, message, about }) => ({
      kind: 'email',
      to: address,
      subject: transaction.caller.name || 'Notification',
      body: `${message}\n\nThis is about the ${displayName(target.type)} ${target.id}.`,
      about,
      dedupeKey: dedupeKey(context, recordID, action),
    }));
    return allChanged(subjects);
  }),
});
