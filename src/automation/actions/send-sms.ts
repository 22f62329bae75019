import { defineAction } from './action-definition';
import { quoted } from './format-text';
import { params } from './params/params';
import { template } from './params/template';
import { activityCreated } from './performing/activities';
import { SMS } from './performing/channels';
import { fillTemplates } from './performing/fill-templates';
import { sendMessage } from './performing/messages';

export const sendSms = defineAction({
  type: 'sendSms',
  title: 'Send an SMS',
  actsOn: ['Candidate', 'Contact'],
  params: params({ text: template(1600) }),
  describe: ({ text }) => `send the SMS ${quoted(text)}`,
  effects: (_, target) => activityCreated(target, SMS.activity),
  contacts: SMS,
  perform: (transaction, action, subject, context) =>
    sendMessage(transaction, SMS, action, subject, context, async () => {
      const [body] = await fillTemplates(transaction, context.definition.record, subject.recordID, action.params.text);
      return { body };
    }),
});
