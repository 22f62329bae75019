import { LONG_TEXT } from '../../database/columns';
import { SUBJECTS } from '../catalogue/modules';
import type { ActionDefinition } from './action';
import { userInWords } from './note-actions';
import { quoted } from './plain-words';
import type { ParamsOf } from './params';
import { paramsForm, text as words, userOr } from './params-schema';
import { templateFaults } from './template';

export const sendEmail: ActionDefinition<ParamsOf['sendEmail']> = {
  title: 'Send an e-mail',
  actsOn: ['Candidate', 'Contact', 'Client'],
  form: paramsForm({ subject: words(200), body: words(LONG_TEXT) }, { replyTo: userOr('owner', 'me') }),
  describe: ({ subject }) => `send the e-mail ${quoted(subject)}`,
  faults: ({ subject, body }, record) => [...templateFaults('/subject', subject, record), ...templateFaults('/body', body, record)],
};

export const sendSms: ActionDefinition<ParamsOf['sendSms']> = {
  title: 'Send an SMS',
  actsOn: ['Candidate', 'Contact'],
  form: paramsForm({ text: words(1600) }),
  describe: ({ text }) => `send the SMS ${quoted(text)}`,
  faults: ({ text }, record) => templateFaults('/text', text, record),
};

export const webhook: ActionDefinition<ParamsOf['webhook']> = {
  title: 'Call a webhook',
  actsOn: SUBJECTS,
  form: paramsForm({
    url: {
      type: 'string',
      maxLength: 500,
      pattern: '^https?://[^\\s/@]+(/\\S*)?$',
      description: 'an https address of at most 500 characters; http only where the service is set to allow it',
    },
  }),
  describe: ({ url }) => `call the webhook ${url}`,
};

export const notifyUser: ActionDefinition<ParamsOf['notifyUser']> = {
  title: 'Notify a user',
  actsOn: SUBJECTS,
  form: paramsForm({ user: userOr('owner', 'me'), message: words(1000) }),
  describe: ({ user, message }) => `notify ${user === 'owner' ? 'the owner' : userInWords(user)}: ${quoted(message)}`,
  faults: ({ message }, record) => templateFaults('/message', message, record),
};
