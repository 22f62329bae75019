import type { SendMailOptions } from 'nodemailer';
import type { Message } from './sender';

/** The sender when MAIL_FROM is not set: only for e-mails written to files. */
export const DEFAULT_FROM = 'Recruitment <no-reply@localhost>';

/** An e-mail as it is written, the same at every attempt. */
export function mailOptions({ publicID, recipient, replyTo, subject, body, createdDate }: Message, from: string): SendMailOptions {
  return {
    messageId: `<${publicID}@${domainOf(from)}>`,
    date: createdDate,
    from,
    to: { name: '', address: recipient },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: subject ?? '',
    text: body,
    // tells programs that answer by themselves not to
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const domainOf = (from: string): string => /@([^\s>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
