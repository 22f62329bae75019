import { SMS_LENGTH } from '../automation.entity';
import { defineAction } from './action-definition';
import { textOrTemplate } from './format-text';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { having, ownOrTemplate, templateID } from './params/template-id';
import { activityCreated } from './performing/activities';
import { SMS } from './performing/channels';
import { fillTemplates } from './performing/fill-templates';
import { sendMessages } from './performing/messages';
import { oneOrMany } from './performing/one-or-many';

const PARAMS = params({}, { templateId: templateID('sms'), text: template(SMS_LENGTH) }, ownOrTemplate(['text'], having('text')));

export const sendSms = defineAction({
  type: 'sendSms',
  title: 'Send an SMS',
  changes:
    'Queues a text message to the mobile number and adds it to the activities; skipped for who has opted out or has reached the daily limit.',
  actsOn: ['Candidate', 'Contact'],
  params: PARAMS,
  texts: { text: 'text' },
  describe: ({ text, templateId }) => `send the SMS ${textOrTemplate(text, templateId)}`,
  effects: (_, target) => activityCreated(target, SMS.activity),
  contacts: SMS,
  ...oneOrMany<ParamsOf<typeof PARAMS>>(4, (transaction, action, subjects, context) =>
    sendMessages(transaction, SMS, action, subjects, context, async (reachable) => {
      const filled = await fillTemplates(transaction, action, reachable, context, { text: action.params.text });
      return filled.map(({ text }) => ({ body: text }));
    }),
  ),
});
