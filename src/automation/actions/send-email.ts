import type { Transaction } from '../../core/database';
import { LONG_TEXT } from '../../core/sql/columns';
import { SUBJECT_LENGTH } from '../automation.entity';
import { defineAction } from './action-definition';
import { textOrTemplate } from './format-text';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { having, ownOrTemplate, templateID } from './params/template-id';
import { userOr } from './params/user';
import type { RecordAndTarget } from './performing/action-context';
import { activityCreated } from './performing/activities';
import { EMAIL } from './performing/channels';
import { fillTemplates } from './performing/fill-templates';
import { sendMessages } from './performing/messages';
import { oneOrMany } from './performing/one-or-many';
import { emailsOfUsers, resolveUsers } from './performing/users';

// replyTo: the user whose address replies go to; by default the sender
const PARAMS = params(
  {},
  {
    templateId: templateID('email'),
    subject: template(SUBJECT_LENGTH),
    body: template(LONG_TEXT),
    html: template(LONG_TEXT, 'html'),
    replyTo: userOr('owner', 'me'),
  },
  ownOrTemplate(['subject', 'body', 'html'], {
    ...having('subject'),
    if: having('html'),
    else: having('body'),
  }),
);
type EmailParams = ParamsOf<typeof PARAMS>;

export const sendEmail = defineAction({
  type: 'sendEmail',
  title: 'Send an e-mail',
  changes:
    'Queues an e-mail to the person or client and adds it to the activities; skipped for who has opted out or has reached the daily limit.',
  actsOn: ['Candidate', 'Contact', 'Client'],
  params: PARAMS,
  texts: { subject: 'subject', body: 'text', html: 'html' },
  describe: ({ subject, templateId }) => `send the e-mail ${textOrTemplate(subject, templateId)}`,
  effects: (_, target) => activityCreated(target, EMAIL.activity),
  contacts: EMAIL,
  ...oneOrMany<EmailParams>(4, (transaction, action, subjects, context) =>
    sendMessages(transaction, EMAIL, action, subjects, context, async (reachable) => {
      const { params } = action;
      const filled = await fillTemplates(transaction, action, reachable, context, {
        subject: params.subject,
        text: params.body,
        html: params.html,
      });
      const replyTo = await repliesTo(transaction, reachable, params);
      return filled.map(({ text, ...others }, index) => ({
        ...others,
        body: text,
        ...(replyTo[index] ? { replyTo: replyTo[index] } : {}),
      }));
    }),
  ),
});

async function repliesTo(
  transaction: Transaction,
  reachable: readonly RecordAndTarget[],
  { replyTo }: EmailParams,
): Promise<(string | undefined)[]> {
  if (replyTo === undefined) return [];
  return emailsOfUsers(transaction, reachable, await resolveUsers(transaction, reachable, replyTo));
}
