import type { Transaction } from '../../core/database';
import { LONG_TEXT } from '../../core/sql/columns';
import { defineAction } from './action-definition';
import { quoted } from './format-text';
import { params, type ParamsOf } from './params/params';
import { template } from './params/template';
import { userOr } from './params/user';
import type { RecordAndTarget } from './performing/action-context';
import { activityCreated } from './performing/activities';
import { EMAIL } from './performing/channels';
import { fillTemplates } from './performing/fill-templates';
import { sendMessages } from './performing/messages';
import { oneOrMany } from './performing/one-or-many';
import { emailsOfUsers, resolveUsers } from './performing/users';

// replyTo: the user whose address replies go to; by default the sender
const PARAMS = params({ subject: template(200), body: template(LONG_TEXT) }, { replyTo: userOr('owner', 'me') });
type EmailParams = ParamsOf<typeof PARAMS>;

export const sendEmail = defineAction({
  type: 'sendEmail',
  title: 'Send an e-mail',
  actsOn: ['Candidate', 'Contact', 'Client'],
  params: PARAMS,
  describe: ({ subject }) => `send the e-mail ${quoted(subject)}`,
  effects: (_, target) => activityCreated(target, EMAIL.activity),
  contacts: EMAIL,
  ...oneOrMany<EmailParams>(8, (transaction, action, subjects, context) =>
    sendMessages(transaction, EMAIL, action, subjects, context, async (reachable) => {
      const { params } = action;
      const filled = await fillTemplates(transaction, context.definition.record, reachable, params.subject, params.body);
      const replyTo = await repliesTo(transaction, reachable, params);
      return filled.map(([title, body], index) => ({
        subject: oneLine(title),
        body,
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

/** A value may have several lines; a subject has one. */
const oneLine = (line: string): string => line.replace(/[\s\p{Cc}]+/gu, ' ').trim();
