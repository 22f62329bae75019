import type { SendMailOptions } from 'nodemailer';
import type { Message } from './sender';

/** The sender of a service that has not been told its own: fit for a file alone. */
export const NOBODY = 'Recruitment <no-reply@localhost>';

/** An e-mail as it is written, the same at every attempt. */
export function mailOf({ publicID, recipient, replyTo, subject, body, createdDate }: Message, from: string): SendMailOptions {
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

const domainOf = (from: string): string => /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
