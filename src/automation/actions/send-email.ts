import { LONG_TEXT } from '../../core/sql/columns';
import { defineAction } from './action-definition';
import { quoted } from './format-text';
import { params } from './params/params';
import { template } from './params/template';
import { userOr } from './params/user';
import { activityCreated } from './performing/activities';
import { EMAIL } from './performing/channels';
import { fillTemplates } from './performing/fill-templates';
import { sendMessage } from './performing/messages';
import { emailOfUser, resolveUser } from './performing/users';

export const sendEmail = defineAction({
  type: 'sendEmail',
  title: 'Send an e-mail',
  actsOn: ['Candidate', 'Contact', 'Client'],
  // replyTo: the user whose address replies go to; by default the sender
  params: params({ subject: template(200), body: template(LONG_TEXT) }, { replyTo: userOr('owner', 'me') }),
  describe: ({ subject }) => `send the e-mail ${quoted(subject)}`,
  effects: (_, target) => activityCreated(target, EMAIL.activity),
  contacts: EMAIL,
  perform: (transaction, action, subject, context) =>
    sendMessage(transaction, EMAIL, action, subject, context, async () => {
      const { params } = action;
      const [title, body] = await fillTemplates(transaction, context.definition.record, subject.recordID, params.subject, params.body);
      const replyTo = params.replyTo && (await emailOfUser(transaction, await resolveUser(transaction, subject.target, params.replyTo)));
      return { subject: oneLine(title), body, ...(replyTo ? { replyTo } : {}) };
    }),
});

/** A value may have several lines; a subject has one. */
const oneLine = (line: string): string => line.replace(/[\s\p{Cc}]+/gu, ' ').trim();
