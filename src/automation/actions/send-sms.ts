import { defineAction } from './action-definition';
import { quoted } from './format-text';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { activityCreated } from './performing/activities';
import { SMS } from './performing/channels';
import { fillTemplates } from './performing/fill-templates';
import { sendMessages } from './performing/messages';
import { oneOrMany } from './performing/one-or-many';

const PARAMS = params({ text: template(1600) });

export const sendSms = defineAction({
  type: 'sendSms',
  title: 'Send an SMS',
  actsOn: ['Candidate', 'Contact'],
  params: PARAMS,
  describe: ({ text }) => `send the SMS ${quoted(text)}`,
  effects: (_, target) => activityCreated(target, SMS.activity),
  contacts: SMS,
  ...oneOrMany<ParamsOf<typeof PARAMS>>(8, (transaction, action, subjects, context) =>
    sendMessages(transaction, SMS, action, subjects, context, async (reachable) => {
      const filled = await fillTemplates(transaction, context.definition.record, reachable, action.params.text);
      return filled.map(([body]) => ({ body }));
    }),
  ),
});
