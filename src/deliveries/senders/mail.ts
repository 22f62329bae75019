import type { SendMailOptions } from 'nodemailer';
import type { Message } from './sender';

/** The sender when MAIL_FROM is not set: only for e-mails written to files. */
export const DEFAULT_FROM = 'Recruitment <no-reply@localhost>';

/** The link by which somebody opts out; undefined: there is none. */
export type UnsubscribeUrl = (message: Pick<Message, 'personType' | 'personID'>) => string | undefined;

/** An e-mail as it is written, the same at every attempt. */
export function mailOptions(message: Message, from: string, unsubscribeUrl: UnsubscribeUrl): SendMailOptions {
  const { publicID, recipient, replyTo, subject, body, html, createdDate } = message;
  return {
    messageId: `<${publicID}@${domainOf(from)}>`,
    date: createdDate,
    from,
    to: { name: '', address: recipient },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: subject ?? '',
    text: body,
    ...(html === null ? {} : { html }),
    // tells programs that answer by themselves not to
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl(message)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 8058: mail programs show a button that sends a POST to the link. */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

const domainOf = (from: string): string => /@([^\s>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
